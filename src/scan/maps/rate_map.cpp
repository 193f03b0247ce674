#include "src/scan/map_kind.h"
#include "src/scan/maps/motion_maps.h"

namespace hexscan {
namespace {

void fill_rate_row(const ScanPlan& plan, int slice, int row, std::vector<SliceField>& fields) {
    fill_motion_row(plan, MapKind::rate, &PosedMotion::rate, slice, row, fields);
}

MapScale rate_scale(const Platform& platform) {
    const Machine& machine = platform.machine;
    return motion_scale("rate: largest speed of a leg's value while the tool moves at 1 m/s",
                        usual_most / metres_per_value(machine), rate_unit(machine));
}

}  // namespace

/// The largest rate of a leg's value, in m/s or for arms rad/s, while the tool moves at 1 m/s in any direction. For a
/// set, the largest value over its orientations. It is always 1 for telescopic legs, which are fastest when the tool
/// moves along the leg.
MapDefinition rate_map() {
    return {.name = "rate",
            .title = "joint rate",
            .display_unit = rate_unit,
            .asks_the_machine = true,
            .tolerance = device_tolerance,
            .reports_largest = true,
            .fill_row = fill_rate_row,
            .scale = rate_scale};
}

}  // namespace hexscan
