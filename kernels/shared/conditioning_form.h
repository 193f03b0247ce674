#pragma once

#include <cmath>

#include "kernels/maps/conditioning_figure.h"
#include "kernels/shared/known.h"

namespace hexscan {

/// That the smallest singular value of the matrix of telescopic legs is no less than `least` times the largest, as
/// kernels know it.
struct ConditioningForm {
    LegRows rows;
    double over_most;  ///< 1 over what the trace of J' J does not exceed
    double least;
    double over_stretch;  ///< 1 over the root of stretch_of_arms()
    double doubt_m;       ///< added to how far positions move

    /// Both singular values change by no more than the matrix, of which singularity_limit.h tells how far the platform
    /// may move for a change.
    HEXSCAN_HD_INLINE Known in_box(const Vec3<double>& middle_m, const Vec3<double>& half_m) const {
        using namespace conditioning_detail;
        using std::fabs;
        using std::sqrt;
        // Of eigenvalues of at most 1 that are known to 2^-48 roots are known to 2^-24.
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
        // What is no number is not known.
        if (!(change > 0 && move_m > sqrt(dot(half_m, half_m)) + doubt_m)) return Known::nothing;
        return slack > 0 ? Known::kept : Known::lost;
    }
};

}  // namespace hexscan
