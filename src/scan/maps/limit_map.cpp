#include "src/scan/maps/least_clearance_maps.h"

namespace hexscan {

/// The limit that is nearest, by its number in the machine's table.
MapDefinition limit_map() {
    return {.name = "limit", .is_codes = true, .fill = fill_least_clearance, .fill_row = fill_least_clearance_row};
}

}  // namespace hexscan
