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

void fill_conditioning_row(const ScanPlan& plan, int slice, int row, std::vector<SliceField>& fields) {
    const std::span<float> values = float_row(plan, MapKind::conditioning, row, fields);
    const std::vector<double> x_m = column_coordinates(plan);
    const double y_m = grid_coordinate(plan.y, row), z_m = grid_coordinate(plan.z, slice);
    std::fill(values.begin(), values.end(), 1.0F);
    for (std::int64_t o = 0; o < plan.set->count(); ++o) {
        const PosedJacobian jacobian = plan.set->jacobian_at(o);
        for (std::size_t c = 0; c < x_m.size(); ++c)
            values[c] = std::min(values[c], static_cast<float>(jacobian.at({x_m[c], y_m, z_m}).conditioning()));
    }
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
            .scale = conditioning_scale};
}

}  // namespace hexscan
