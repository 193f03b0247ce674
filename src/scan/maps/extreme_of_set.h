#pragma once

#include <algorithm>
#include <limits>
#include <vector>

#include "kernels/kinematics.h"
#include "src/scan/map_kind.h"
#include "src/scan/platform.h"
#include "src/scan/reference.h"

/// Rows of maps whose number is the largest or the smallest over all orientations. `at_orientation(machine, turned)`
/// must return a function that computes the number at a position.
namespace hexscan {

/// Replaces `first`, orientation by orientation, by choose(number so far, number at the orientation).
template <class Choose, class AtOrientation>
void fill_from_set(const ScanPlan& plan, MapKind map, int slice, int row, std::vector<SliceField>& fields, float first,
                   Choose choose, AtOrientation at_orientation) {
    const std::span<float> values = float_row(plan, map, row, fields);
    const std::vector<double> x_m = column_coordinates(plan);
    const double y_m = grid_coordinate(plan.y, row), z_m = grid_coordinate(plan.z, slice);
    std::fill(values.begin(), values.end(), first);
    for (std::int64_t o = 0; o < plan.set->count(); ++o) {
        const auto figure = at_orientation(plan.set->machine(), plan.set->rotation_at(o));
        for (std::size_t c = 0; c < x_m.size(); ++c) {
            plan.end_if_given_up();
            values[c] = choose(values[c], static_cast<float>(figure(Vector{x_m[c], y_m, z_m})));
        }
    }
}

/// Fills a row with the largest numbers, which are at least 0.
template <class AtOrientation>
void fill_largest_of_set(const ScanPlan& plan, MapKind map, int slice, int row, std::vector<SliceField>& fields,
                         AtOrientation at_orientation) {
    const auto larger = [](float a, float b) { return std::max(a, b); };
    fill_from_set(plan, map, slice, row, fields, 0, larger, at_orientation);
}

/// Fills a row with the smallest numbers.
template <class AtOrientation>
void fill_smallest_of_set(const ScanPlan& plan, MapKind map, int slice, int row, std::vector<SliceField>& fields,
                          AtOrientation at_orientation) {
    const auto smaller = [](float a, float b) { return std::min(a, b); };
    fill_from_set(plan, map, slice, row, fields, std::numeric_limits<float>::infinity(), smaller, at_orientation);
}

}  // namespace hexscan
