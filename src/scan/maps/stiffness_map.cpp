#include <algorithm>
#include <cmath>

#include "src/base/numbers.h"
#include "src/machine/machine.h"
#include "src/machine/shared/posed_stiffness.h"
#include "src/scan/map_kind.h"
#include "src/scan/maps/extreme_of_set.h"
#include "src/scan/maps/stiffness_maps.h"

namespace hexscan {
namespace {

void fill_stiffness_row(const ScanPlan& plan, int slice, int row, std::vector<SliceField>& fields) {
    const auto of_orientation = [](const Machine& machine, const Rotation& turned) {
        return [posed = PosedStiffness(machine, turned)](const Vector& p) { return posed.least_n_per_m(p); };
    };
    fill_smallest_of_set(plan, MapKind::stiffness, slice, row, fields, of_orientation);
}

/// The stiffness of six parallel legs against a force along them. No platform on legs or rods is stiffer in its softest
/// direction than a third of this. Motors whose rods are nearly perpendicular to their arms' motion can be stiffer.
double all_legs_n_per_m(const Machine& machine) {
    double sum = 0;
    for (std::size_t i = 0; i < leg_count; ++i) sum += pushing_n_per_m(machine, i);
    return sum;
}

MapScale stiffness_scale(const Platform& platform) {
    const double high_n_per_m = all_legs_n_per_m(platform.machine) / 3;
    return {.title = "stiffness: least stiffness of the tool, with rotation free",
            .high = high_n_per_m,
            .low_text = "0 N/m, singular",
            .high_text = significant(high_n_per_m, 4) + " N/m, a third of all legs in one direction, or more"};
}

}  // namespace

/// The least translational stiffness at the tool in N/m, with rotation free (kernels/shared/stiffness_form.h). For a
/// set, the smallest value over its orientations.
MapDefinition stiffness_map() {
    return {.name = "stiffness",
            .title = "least stiffness",
            .unit = "N/m",
            .asks_the_machine = true,
            .tolerance = device_tolerance,
            .reports_least = true,
            .machine_problem = stiffness_missing,
            .fill_row = fill_stiffness_row,
            .scale = stiffness_scale};
}

}  // namespace hexscan
