#include <algorithm>
#include <limits>

#include "src/scan/map_kind.h"
#include "src/scan/maps/least_clearance_maps.h"
#include "src/scan/platform.h"

namespace hexscan {
namespace {

/// Upper bound on the clearance over all poses of a machine.
double largest_possible_clearance_m(const Machine& machine) {
    double most_m = std::numeric_limits<double>::infinity();
    for (std::size_t i = 0; i < leg_count; ++i) most_m = std::min(most_m, most_clearance_m(machine.legs, i));
    return most_m;
}

MapScale clearance_scale(const Platform& platform) {
    const Units& units = platform.machine.units;
    const double high_m = largest_possible_clearance_m(platform.machine);
    return {.title = clearances_are_lower_bounds(platform.machine)
                         ? "clearance, at least: no limit is nearer than this in any direction"
                         : "clearance: distance in any direction to the nearest limit",
            .high = high_m,
            .low_text = units.length_text(0),
            .high_text = units.length_text(high_m, 4),
            .below_text = "not reachable"};
}

}  // namespace

/// Signed distance in metres to the nearest limit in any direction. For a set, the smallest value over its
/// orientations.
MapDefinition clearance_map() {
    return {.name = "clearance",
            .title = "clearance",
            .is_lower_bound = clearances_are_lower_bounds,
            .unit = "m",
            .tolerance_with_shared_limits = device_tolerance,
            .made_of = {{}, "room"},
            .fill = fill_least_clearance,
            .fill_row = fill_least_clearance_row,
            .scale = clearance_scale};
}

}  // namespace hexscan
