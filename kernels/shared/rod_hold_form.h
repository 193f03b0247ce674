#pragma once

#include <cmath>

#include "kernels/maps/conditioning_figure.h"
#include "kernels/shared/known.h"
#include "kernels/shared/rod_matrix.h"

/// Limits on the inverse Jacobian of legs with rods, in the form that kernels test. While the platform moves, no
/// singular value changes by more than the norm of the matrix's change.
namespace hexscan {

namespace rod_hold_detail {

/// The inverse Jacobian at a position.
struct Jacobian {
    double matrix[leg_count][leg_count];
    double change;       ///< upper bound on the norm of its change while the platform moves by a given distance
    double noise;        ///< relative error of a row due to rounding
    bool moves = false;  ///< false if a leg does not move the platform; there is no matrix then
};

HEXSCAN_HD_INLINE Jacobian jacobian_of(const RodRows& rows, const Vec3<double>& p, double moved_m) {
    const LegWithRod* const rods = rows.rods.legs;
    Jacobian result;
    double squares = 0, least_along = 1;
    HEXSCAN_ROLLED
    for (int i = 0; i < leg_count; ++i) {
        const LegLine line = rows.rods.line(i, p);
        if (!line.moves()) return result;
        const Vec3<double> u = scaled(line.direction, 1 / line.along_motion);
        put_row(result.matrix, i, u, cross(rows.arm[i], u));
        const double along = std::fabs(line.along_motion);
        least_along = along < least_along ? along : least_along;
        if (!(moved_m > 0)) continue;
        const double of_row = change_of_row(line, rows.row_norm[i], rods[i].rod_m, rods[i].arm_m, moved_m,
                                            rows.rods.foot_shift_m(i, p, moved_m));
        squares += of_row * of_row;
    }
    result.change = std::sqrt(squares);
    result.noise = 0x1p-48 / least_along;
    result.moves = true;
    return result;
}

}  // namespace rod_hold_detail

/// The limit that the determinant has the same sign as at home.
struct RodSignForm {
    RodRows rows;
    double home_sign, doubt_m;  ///< doubt_m: rounding bound, as in move_in_box_m()

    HEXSCAN_HD_OUTLINE Known in_box(const Vec3<double>& middle_m, const Vec3<double>& half_m) const {
        constexpr double most_noise = 0x1p-10;
        const auto jacobian = rod_hold_detail::jacobian_of(rows, middle_m, move_in_box_m(half_m, doubt_m));
        if (!jacobian.moves) return Known::nothing;
        const LegInverse inverse = inverse_of_matrix(jacobian.matrix);
        const double condition = inverse.norm * inverse.inverse_norm;
        // The smallest singular value is at least 1 over the norm of the inverse. NaN proves nothing.
        if (!(inverse.exists && jacobian.noise * condition < most_noise &&
              jacobian.change * inverse.inverse_norm < 1 - most_noise))
            return Known::nothing;
        return inverse.sign * home_sign > 0 ? Known::kept : Known::lost;
    }
};

/// The limit that the smallest singular value is at least `least` times the largest.
struct RodConditioningForm {
    RodRows rows;
    double least, doubt_m;  ///< doubt_m: rounding bound, as in move_in_box_m()

    HEXSCAN_HD_OUTLINE Known in_box(const Vec3<double>& middle_m, const Vec3<double>& half_m) const {
        using namespace conditioning_detail;
        // The eigenvalues are at most 1 and have an error of 2^-48, so their roots have an error of 2^-24.
        constexpr double noise = 0x1p-20;
        const auto jacobian = rod_hold_detail::jacobian_of(rows, middle_m, move_in_box_m(half_m, doubt_m));
        if (!jacobian.moves) return Known::nothing;
        const auto& matrix = jacobian.matrix;
        const double norm = leg_inverse_detail::norm_of(matrix);
        const Tridiagonal6<double> square = tridiagonal(scaled_square(matrix, norm));
        const double smallest_sq = smallest_eigenvalue(square, 0x1p-26, 0x1p-52);
        const double smallest = smallest_sq > 0 ? std::sqrt(smallest_sq) : 0;
        const double slack = smallest - least * std::sqrt(largest_eigenvalue(square));
        // NaN proves nothing.
        const double sure = norm * (std::fabs(slack) - noise - jacobian.noise);
        if (!(jacobian.change * (1 + least) < sure)) return Known::nothing;
        return slack > 0 ? Known::kept : Known::lost;
    }
};

}  // namespace hexscan
