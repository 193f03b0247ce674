#pragma once

#include <algorithm>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "src/machine/description/units.h"
#include "src/scan/orientations.h"
#include "src/scan/searches/region.h"

/// What is asked of a machine: a grid of positions, the orientations they are taken in, and what is to be told of them.
/// A request knows no machine.
namespace hexscan {

enum class MapKind;  // src/scan/map_kind.h, which few need: a new map leaves all others as they are

/// Points on one axis at most.
inline constexpr int max_axis_points = 1 << 24;

/// One axis of the grid: `count` points from `from_m` to `to_m`, both ends included.
struct ScanRange {
    double from_m = 0, to_m = 0;
    int count = 1;
    bool open = false;  ///< the ends are not given: they are found from the machine
    bool operator==(const ScanRange&) const = default;
};

/// Which positions count as reachable (Merlet, Parallel Robots, 2nd ed., ch. 7).
enum class WorkspaceKind {
    constant,  ///< at the one orientation
    total,     ///< at every orientation of the set
    inclusive  ///< at one orientation of the set at least
};

/// What it is called in files, on the command line and in results.
std::string_view name_of(WorkspaceKind workspace);
std::optional<WorkspaceKind> workspace_kind(std::string_view name);

/// What is to be told of positions beside the workspace.
struct ScanQuestions {
    std::vector<MapKind> maps;  ///< each at most once
    bool certified = false;     ///< the ranges of a total workspace's set mean the continuum between their samples
    std::optional<Region> tilt_inside;  ///< where the largest tilt that is reachable everywhere is asked for
    bool connected = false;             ///< of the workspace only what hangs together with home
    bool operator==(const ScanQuestions&) const = default;

    bool ask_for(MapKind map) const { return std::find(maps.begin(), maps.end(), map) != maps.end(); }
};

/// The scan that a file or a command line asks for. What is not asked for has the built-in case study's density.
struct ScanRequest {
    OrientationSet orientations;
    WorkspaceKind workspace = WorkspaceKind::constant;
    ScanQuestions questions;
    ScanRange x{0, 0, 1000, true}, y{0, 0, 1000, true}, z{0, 0, 350, true};
    bool operator==(const ScanRequest&) const = default;
};

/// Checks one axis (finite, from <= to, at least one point, several points only on a range that has length, a
/// count the machine can index). Returns what is wrong and what is allowed, in the given units, or an empty string.
/// Shared by files and command line.
std::string scan_range_problem(const ScanRange& range, const Units& units);

/// Checks that all points of a request whose axes are right can be indexed. Returns what is wrong and what is
/// allowed, or an empty string.
std::string scan_size_problem(const ScanRequest& request);

/// The workspace of a request that names none: of a cone whose map tells of all orientations whichever is asked for it
/// is the inclusive one; else constant.
WorkspaceKind workspace_unless_named(const ScanRequest& request);

/// Checks that the orientations, the workspace, the maps, the certificate and the region asked for go together. Returns
/// what does not and what helps, or an empty string.
std::string workspace_problem(const ScanRequest& request);
std::string map_problem(const ScanRequest& request);
std::string certificate_problem(const ScanRequest& request);
std::string tilt_inside_problem(const ScanRequest& request);
std::string connected_problem(const ScanRequest& request);

}  // namespace hexscan
