#pragma once

#include <cmath>

#include "kernels/maps/conditioning_figure.h"
#include "kernels/shared/known.h"

namespace hexscan {

/// The conditioning limit in the form that kernels test. For the matrix of telescopic legs, the smallest singular value
/// must be at least `least` times the largest.
struct ConditioningForm {
    LegRows rows;
    double over_most;  ///< reciprocal of an upper bound of the trace of J' J
    double least;
    double over_stretch;  ///< 1 over the root of stretch_of_arms() (singularity_limit.h)
    double doubt_m;       ///< rounding bound, added to the distance from the box's middle to its corners

    /// Decides the limit in a box. Both singular values change by at most the norm of the matrix's change.
    /// src/machine/shared/singularity_limit.h says how far the platform may move for a given change.
    HEXSCAN_HD_INLINE Known in_box(const Vec3<double>& middle_m, const Vec3<double>& half_m) const {
        using namespace conditioning_detail;
        using std::fabs;
        using std::sqrt;
        // The eigenvalues are at most 1 and have an error of at most 2^-48, so their roots have an error of at most
        // 2^-24.
        constexpr double noise = 0x1p-20;
        const Tridiagonal6<double> square = tridiagonal(square_of_legs(rows, over_most, middle_m));
        const double smallest_sq = smallest_eigenvalue(square, 0x1p-26, 0x1p-52),
                     largest_sq = largest_eigenvalue(square);
        const double smallest = smallest_sq > 0 ? sqrt(smallest_sq) : 0, largest = sqrt(largest_sq);
        const double slack = smallest - least * largest;
        const double change = (fabs(slack) - noise) / (sqrt(over_most) * (1 + least));
        double shortest_sq = INFINITY;
        HEXSCAN_UNROLL
        for (int i = 0; i < leg_count; ++i) {
            const double length_sq = square_of(middle_m + rows.offset_m[i]);
            shortest_sq = length_sq < shortest_sq ? length_sq : shortest_sq;
        }
        const double turned = change * over_stretch;
        const double move_m = turned * sqrt(shortest_sq) / (1 + turned / 2);
        // NaN proves nothing.
        if (!(change > 0 && move_m > sqrt(dot(half_m, half_m)) + doubt_m)) return Known::nothing;
        return slack > 0 ? Known::kept : Known::lost;
    }
};

}  // namespace hexscan
