#pragma once

#include <algorithm>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "src/machine/description/units.h"
#include "src/scan/orientations.h"
#include "src/scan/searches/region.h"

/// A request: a grid of positions, their orientations and the numbers to compute. It does not depend on a machine.
namespace hexscan {

enum class MapKind;  // src/scan/map_kind.h. Few files need it, so a new map does not recompile the others.

/// Largest number of points on one axis.
inline constexpr int max_axis_points = 1 << 24;

/// One axis of the grid: `count` points from `from_m` to `to_m`, both ends included.
struct ScanRange {
    double from_m = 0, to_m = 0;
    int count = 1;
    bool open = false;  ///< true: the ends are not given and are computed from the machine
    bool operator==(const ScanRange&) const = default;
};

/// Which positions count as reachable (Merlet, Parallel Robots, 2nd ed., ch. 7).
enum class WorkspaceKind {
    constant,  ///< at the one orientation
    total,     ///< at every orientation of the set
    inclusive  ///< at one orientation of the set at least
};

/// A kind's name in files, on the command line and in results. workspace_kind() returns nullopt for any other name.
std::string_view name_of(WorkspaceKind workspace);
std::optional<WorkspaceKind> workspace_kind(std::string_view name);

/// The results that a scan computes in addition to the workspace.
struct ScanQuestions {
    std::vector<MapKind> maps;          ///< each at most once
    bool certified = false;             ///< True: for a total workspace, a range of angles means every angle between
                                        ///< its ends, not only the samples.
    std::optional<Region> tilt_inside;  ///< Region in which to find the largest tilt that is reachable everywhere.
    bool connected = false;             ///< True: keep only the part of the workspace that is connected to home.
    bool operator==(const ScanQuestions&) const = default;

    bool ask_for(MapKind map) const { return std::find(maps.begin(), maps.end(), map) != maps.end(); }
};

/// The scan that a file or a command line requests. By default it has as many points as the built-in case study.
struct ScanRequest {
    OrientationSet orientations;
    WorkspaceKind workspace = WorkspaceKind::constant;
    ScanQuestions questions;
    ScanRange x{0, 0, 1000, true}, y{0, 0, 1000, true}, z{0, 0, 350, true};
    bool operator==(const ScanRequest&) const = default;
};

/// Checks one axis: finite ends, from <= to, at least one point, a single point on a range without length, and a count
/// that can be indexed. Returns the problem with what is allowed, in the given units, or an empty string. Used for
/// files and for the command line.
std::string scan_range_problem(const ScanRange& range, const Units& units);

/// Checks that all points of a request with valid axes can be indexed. Returns the problem with what is allowed, or an
/// empty string.
std::string scan_size_problem(const ScanRequest& request);

/// The workspace of a request that names none. It is inclusive for a cone with a map that covers all orientations of a
/// cone. Otherwise it is constant.
WorkspaceKind workspace_unless_named(const ScanRequest& request);

/// Check that the orientations, the workspace, the maps, the certificate and the region are compatible. Return the
/// problem with a cure, or an empty text.
std::string workspace_problem(const ScanRequest& request);
std::string map_problem(const ScanRequest& request);
std::string certificate_problem(const ScanRequest& request);
std::string tilt_inside_problem(const ScanRequest& request);
std::string connected_problem(const ScanRequest& request);

}  // namespace hexscan
