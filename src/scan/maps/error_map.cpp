#include "src/scan/map_kind.h"
#include "src/scan/maps/motion_maps.h"

namespace hexscan {
namespace {

void fill_error_row(const ScanPlan& plan, int slice, int row, std::vector<SliceField>& fields) {
    fill_motion_row(plan, MapKind::error, &PosedMotion::error, slice, row, fields);
}

MapScale error_scale(const Platform& platform) {
    const Machine& machine = platform.machine;
    return motion_scale("error: largest error of the tool when each leg's value is off by at most 1",
                        usual_most * metres_per_value(machine), error_unit(machine));
}

}  // namespace

/// Largest error of the tool in metres if each leg's value is off by up to one unit in either direction. The unit is a
/// metre of length or travel, or a radian of an arm. For a set, the largest value over its orientations.
MapDefinition error_map() {
    return {.name = "error",
            .title = "error of the tool",
            .display_unit = error_unit,
            .asks_the_machine = true,
            .tolerance = device_tolerance,
            .reports_largest = true,
            .fill_row = fill_error_row,
            .scale = error_scale};
}

}  // namespace hexscan
