#include "src/scan/map_kind.h"
#include "src/scan/maps/least_clearance_maps.h"
#include "src/scan/platform.h"

namespace hexscan {
namespace {

MapScale limit_scale(const Platform& platform) {
    return {.title = clearances_are_lower_bounds(platform.machine)
                         ? "active limit: inside the workspace the limit with the smallest bound of clearance, outside "
                           "it a violated limit"
                         : "active limit: the nearest one"};
}

}  // namespace

/// The nearest limit, as a row of the machine's limit table.
MapDefinition limit_map() {
    return {.name = "limit",
            .title = "active limit",
            .is_lower_bound = clearances_are_lower_bounds,
            .is_codes = true,
            .fill = fill_least_clearance,
            .fill_row = fill_least_clearance_row,
            .scale = limit_scale};
}

}  // namespace hexscan
