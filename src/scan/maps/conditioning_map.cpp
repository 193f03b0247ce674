#include <algorithm>
#include <limits>
#include <vector>

#include "kernels/kinematics.h"
#include "src/machine/shared/singularity.h"
#include "src/scan/map_kind.h"
#include "src/scan/platform.h"
#include "src/scan/reference.h"

namespace hexscan {
namespace {

/// Fills a row with the smallest number over all orientations. put(jacobian, positions, numbers) computes the numbers
/// at one orientation.
template <class Put>
void fill_least(const ScanPlan& plan, int slice, int row, std::vector<SliceField>& fields, Put put) {
    const std::span<float> values = float_row(plan, MapKind::conditioning, row, fields);
    const std::vector<double> x_m = column_coordinates(plan);
    const RowPositions positions{x_m, grid_coordinate(plan.y, row), grid_coordinate(plan.z, slice)};
    std::vector<float> at_orientation(x_m.size());
    std::fill(values.begin(), values.end(), 1.0F);
    for (std::int64_t o = 0; o < plan.set->count(); ++o) {
        plan.end_if_given_up();
        put(plan.set->jacobian_at(o), positions, at_orientation);
        for (std::size_t c = 0; c < x_m.size(); ++c) values[c] = std::min(values[c], at_orientation[c]);
    }
}

void fill_conditioning_row(const ScanPlan& plan, int slice, int row, std::vector<SliceField>& fields) {
    fill_least(plan, slice, row, fields,
               [](const PosedJacobian& jacobian, const RowPositions& positions, std::span<float> values) {
                   for (std::size_t c = 0; c < values.size(); ++c)
                       values[c] = static_cast<float>(jacobian.at(positions.at(c)).conditioning());
               });
}

void fill_conditioning_row_fast(const ScanPlan& plan, int slice, int row, std::vector<SliceField>& fields) {
    fill_least(plan, slice, row, fields,
               [](const PosedJacobian& jacobian, const RowPositions& positions, std::span<float> values) {
                   jacobian.put_conditionings(positions, values);
               });
}

MapScale conditioning_scale(const Platform& platform) {
    return {.title = "conditioning " + condition_place_text(platform.machine),
            .high = 1,
            .low_text = "0, singular",
            .high_text = "1",
            .below_text = "beyond a singularity"};
}

}  // namespace

/// The inverse of the condition number of the inverse Jacobian (singularity.h). It is negative if the determinant's
/// sign differs from its sign at home. For a set, the smallest value over its orientations.
MapDefinition conditioning_map() {
    return {.name = "conditioning",
            .title = "conditioning",
            .asks_the_machine = true,
            .tolerance = device_tolerance,
            .reports_least = true,
            .sign_is_a_side = true,
            .fill_row = fill_conditioning_row,
            .fill_row_fast = fill_conditioning_row_fast,
            .scale = conditioning_scale};
}

}  // namespace hexscan
