#pragma once

#include <algorithm>
#include <vector>

#include "kernels/kinematics.h"
#include "src/scan/map_kind.h"
#include "src/scan/platform.h"
#include "src/scan/reference.h"

namespace hexscan {

/// Fills a row of a map whose number is the largest over all orientations, at least 0. `at_orientation(machine,
/// turned)` must return a function that computes the number at a position.
template <class AtOrientation>
void fill_largest_of_set(const ScanPlan& plan, MapKind map, int slice, int row, std::vector<SliceField>& fields,
                         AtOrientation at_orientation) {
    const std::span<float> values = float_row(plan, map, row, fields);
    const std::vector<double> x_m = column_coordinates(plan);
    const double y_m = grid_coordinate(plan.y, row), z_m = grid_coordinate(plan.z, slice);
    std::fill(values.begin(), values.end(), 0.0F);
    for (std::int64_t o = 0; o < plan.set->count(); ++o) {
        const auto figure = at_orientation(plan.set->machine(), plan.set->rotation_at(o));
        for (std::size_t c = 0; c < x_m.size(); ++c) {
            plan.end_if_given_up();
            values[c] = std::max(values[c], static_cast<float>(figure(Vector{x_m[c], y_m, z_m})));
        }
    }
}

}  // namespace hexscan
