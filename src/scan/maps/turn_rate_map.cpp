#include "src/scan/map_kind.h"
#include "src/scan/maps/motion_maps.h"

namespace hexscan {
namespace {

void fill_turn_rate_row(const ScanPlan& plan, int slice, int row, std::vector<SliceField>& fields) {
    fill_motion_row(plan, MapKind::turn_rate, &PosedMotion::turn_rate, slice, row, fields);
}

MapScale turn_rate_scale(const Platform& platform) {
    const Machine& machine = platform.machine;
    return motion_scale("turn rate: largest speed of a leg's value while the platform turns at 1 rad/s",
                        usual_most * characteristic_length_m(machine) / metres_per_value(machine), rate_unit(machine));
}

}  // namespace

/// The largest rate of a leg's value, in m/s or for arms rad/s, while the platform turns at 1 rad/s about any axis
/// through the tool. For a set, the largest value over its orientations.
MapDefinition turn_rate_map() {
    return {.name = "turn_rate",
            .title = "joint rate of turning",
            .display_unit = rate_unit,
            .asks_the_machine = true,
            .tolerance = device_tolerance,
            .reports_largest = true,
            .fill_row = fill_turn_rate_row,
            .scale = turn_rate_scale};
}

}  // namespace hexscan
