#include "src/base/numbers.h"
#include "src/machine/machine.h"
#include "src/machine/shared/posed_stiffness.h"
#include "src/scan/map_kind.h"
#include "src/scan/maps/extreme_of_set.h"
#include "src/scan/maps/load_maps.h"
#include "src/scan/maps/stiffness_maps.h"

namespace hexscan {
namespace {

void fill_displacement_row(const ScanPlan& plan, int slice, int row, std::vector<SliceField>& fields) {
    const auto of_orientation = [](const Machine& machine, const Rotation& turned) {
        return [posed = PosedStiffness(machine, turned)](const Vector& p) { return posed.displacement_m(p); };
    };
    fill_largest_of_set(plan, MapKind::displacement, slice, row, fields, of_orientation);
}

std::string displacement_problem(const Machine& machine) {
    const std::string problem = stiffness_missing(machine);
    return problem.empty() ? load_missing(machine) : problem;
}

/// Ten times the displacement if the whole load pulled along one leg of average stiffness.
MapScale displacement_scale(const Platform& platform) {
    const Machine& machine = platform.machine;
    double softness_m_per_n = 0;
    for (std::size_t i = 0; i < leg_count; ++i) softness_m_per_n += 1 / (leg_count * pushing_n_per_m(machine, i));
    const double high_m = 10 * whole_load_n(machine) * softness_m_per_n;
    return {.title = "displacement: motion of the tool under the load",
            .high = high_m,
            .low_text = "0 m",
            .high_text = significant(high_m, 4) + " m or more"};
}

}  // namespace

/// The distance in metres by which the load moves the tool, because the legs are springs. For a set, the largest value
/// over its orientations.
MapDefinition displacement_map() {
    return {.name = "displacement",
            .title = "displacement under the load",
            .unit = "m",
            .asks_the_machine = true,
            .tolerance = device_tolerance,
            .reports_largest = true,
            .machine_problem = displacement_problem,
            .fill_row = fill_displacement_row,
            .scale = displacement_scale};
}

}  // namespace hexscan
