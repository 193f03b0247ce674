#include "src/scan/request.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <limits>

#include <fmt/format.h>

#include "src/scan/map_kind.h"

namespace hexscan {
namespace {

constexpr std::array all_workspaces{WorkspaceKind::constant, WorkspaceKind::total, WorkspaceKind::inclusive};

}  // namespace

std::string_view name_of(WorkspaceKind workspace) {
    switch (workspace) {
        case WorkspaceKind::constant: return "constant";
        case WorkspaceKind::total: return "total";
        case WorkspaceKind::inclusive: break;
    }
    return "inclusive";
}

std::optional<WorkspaceKind> workspace_kind(std::string_view name) {
    const auto* const found = std::find_if(all_workspaces.begin(), all_workspaces.end(),
                                           [&](WorkspaceKind kind) { return name_of(kind) == name; });
    return found == all_workspaces.end() ? std::nullopt : std::optional(*found);
}

WorkspaceKind workspace_unless_named(const ScanRequest& request) {
    const std::vector<MapKind>& maps = request.questions.maps;
    const bool of_all =
        std::any_of(maps.begin(), maps.end(), [](MapKind map) { return definition_of(map).covers_whole_cone; });
    return of_all && request.orientations.tilt ? WorkspaceKind::inclusive : WorkspaceKind::constant;
}

std::string workspace_problem(const ScanRequest& request) {
    if (request.workspace != WorkspaceKind::constant || request.orientations.is_single()) return "";
    return fmt::format(
        "is constant, but there are {} orientations; must be total (reachable at every one of them) or inclusive (at "
        "one or more)",
        request.orientations.count());
}

std::string map_problem(const ScanRequest& request) {
    // The result has the maps in the order of all_maps(), not in the order of the request.
    for (const MapKind map : all_maps()) {
        if (!request.questions.ask_for(map) || !definition_of(map).problem) continue;
        if (std::string problem = definition_of(map).problem(request.orientations); !problem.empty()) return problem;
    }
    return "";
}

std::string certificate_problem(const ScanRequest& request) {
    if (!request.questions.certified) return "";
    if (request.orientations.is_single())
        return "needs several orientations (the scan has one), because it proves what lies between them";
    if (request.workspace == WorkspaceKind::inclusive)
        return "applies to total workspaces; the samples already prove an inclusive workspace";
    return "";
}

std::string tilt_inside_problem(const ScanRequest& request) {
    if (!request.questions.tilt_inside || request.questions.ask_for(MapKind::tilt)) return "";
    return "needs the map tilt and a cone of tilts";
}

std::string connected_problem(const ScanRequest& request) {
    if (!request.questions.connected || !request.questions.certified) return "";
    return "cannot be combined with certified; leave certified out";
}

std::string scan_range_problem(const ScanRange& range, const Units& units) {
    if (range.count < 1 || range.count > max_axis_points)
        return fmt::format("has {} points; 1 to {} are allowed", range.count, max_axis_points);
    if (range.open) return "";
    const std::string from = units.length_text(range.from_m, 12), to = units.length_text(range.to_m, 12);
    for (const double end_m : {range.from_m, range.to_m})
        if (!(std::abs(end_m) <= max_extent_m))
            return fmt::format("reaches to {0}; from and to must lie within -{1} and {1}", units.length_text(end_m, 12),
                               units.length_text(max_extent_m, 12));
    if (range.from_m > range.to_m)
        return fmt::format("runs from {} to {}; 'from' must be below 'to', or equal to it for a single point", from,
                           to);
    if (range.count == 1 && range.from_m == range.to_m) return "";
    if (range.count == 1)
        return fmt::format(
            "has one point on the range {} to {}; both ends are grid points, so a single point needs 'from' equal to "
            "'to'",
            from, to);
    const double step_m = (range.to_m - range.from_m) / (range.count - 1);
    if (range.from_m + step_m == range.from_m || range.to_m - step_m == range.to_m)
        return fmt::format("has {} points on the range {} to {}; several points need a longer range", range.count, from,
                           to);
    return "";
}

std::string scan_size_problem(const ScanRequest& request) {
    const std::int64_t points_per_slice = std::int64_t{request.x.count} * request.y.count;
    constexpr std::int64_t most_points = std::numeric_limits<std::int64_t>::max();
    if (points_per_slice <= most_points / request.z.count) return "";
    return fmt::format("has {} x {} x {} points; at most {} in all can be indexed", request.x.count, request.y.count,
                       request.z.count, most_points);
}

}  // namespace hexscan
