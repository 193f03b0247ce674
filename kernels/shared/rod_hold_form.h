#pragma once

#include <cmath>

#include "kernels/maps/conditioning_figure.h"
#include "kernels/maps/leg_inverse.h"
#include "kernels/shared/jacobian_rows.h"
#include "kernels/shared/known.h"

/// Limits on the inverse Jacobian of legs with rods, in the form that kernels test. While the platform moves and turns,
/// no singular value changes by more than the norm of the matrix's change.
namespace hexscan {

namespace rod_hold_detail {

/// The inverse Jacobian at a position.
struct Jacobian {
    double matrix[leg_count][leg_count];
    double added[leg_count];  ///< upper bounds on the norms of what a motion of the platform adds to its rows
    double scale;             ///< as in InverseChange, for all rows
    double noise;             ///< relative error of a row due to rounding
    bool moves = false;       ///< false if a leg does not move the platform; there is no matrix then

    HEXSCAN_HD_INLINE InverseChange change() const {
        double squares = 0;
        for (const double of_row : added) squares += of_row * of_row;
        return {std::sqrt(squares), scale};
    }
    /// Upper bound on the norm of the inverse times what is added: the sum over legs of the norms of the inverse's
    /// column and of what is added to the row.
    HEXSCAN_HD_INLINE double added_to(const LegInverse& inverse) const {
        double sum = 0;
        HEXSCAN_UNROLL
        for (int i = 0; i < leg_count; ++i) {
            double squares = 0;
            HEXSCAN_UNROLL
            for (int k = 0; k < leg_count; ++k) squares += inverse.of[k][i] * inverse.of[k][i];
            sum += std::sqrt(squares) * added[i];
        }
        return sum;
    }
};

HEXSCAN_HD_INLINE Jacobian jacobian_of(const JacobianRows& rows, const Vec3<double>& p, const PlatformMotion& motion) {
    Jacobian result;
    double least_along = 1;
    result.scale = 1;
    HEXSCAN_ROLLED
    for (int i = 0; i < leg_count; ++i) {
        const LegLine line = rows.line(i, p);
        if (!line.moves()) return result;
        const Vec3<double> u = scaled(line.direction, 1 / line.along_motion);
        put_row(result.matrix, i, u, cross(rows.arm[i], u));
        const double along = std::fabs(line.along_motion);
        least_along = along < least_along ? along : least_along;
        const InverseChange change = motion.any() ? rows.change_of_inverse(i, line, p, motion) : InverseChange{0, 1};
        result.added[i] = change.added;
        result.scale = std::fmax(result.scale, change.scale);
    }
    result.noise = 0x1p-48 / least_along;
    result.moves = true;
    return result;
}

}  // namespace rod_hold_detail

/// The limit that the determinant has the same sign as at home.
struct RodSignForm {
    JacobianRows rows;
    double home_sign, doubt_m;  ///< doubt_m: rounding bound, as in motion_in_box()

    HEXSCAN_HD_OUTLINE Known in_box(const Vec3<double>& middle_m, const Vec3<double>& half_m, double turned = 0) const {
        constexpr double most_noise = 0x1p-10;
        const auto jacobian = rod_hold_detail::jacobian_of(rows, middle_m, motion_in_box(half_m, turned, doubt_m));
        if (!jacobian.moves) return Known::nothing;
        const LegInverse inverse = inverse_of_matrix(jacobian.matrix);
        const double condition = inverse.norm * inverse.inverse_norm;
        // If E is added to the matrix J, the sum is singular only if the norm of E / J is at least 1. Scaling rows
        // keeps the sign. NaN proves nothing.
        if (!(inverse.exists && jacobian.noise * condition < most_noise && jacobian.added_to(inverse) < 1 - most_noise))
            return Known::nothing;
        return inverse.sign * home_sign > 0 ? Known::kept : Known::lost;
    }
};

/// The limit that the smallest singular value is at least `least` times the largest.
struct RodConditioningForm {
    JacobianRows rows;
    double least, doubt_m;  ///< doubt_m: rounding bound, as in motion_in_box()

    HEXSCAN_HD_OUTLINE Known in_box(const Vec3<double>& middle_m, const Vec3<double>& half_m, double turned = 0) const {
        using namespace conditioning_detail;
        // The eigenvalues are at most 1 and have an error of 2^-48, so their roots have an error of 2^-24.
        constexpr double noise = 0x1p-20;
        const auto jacobian = rod_hold_detail::jacobian_of(rows, middle_m, motion_in_box(half_m, turned, doubt_m));
        if (!jacobian.moves) return Known::nothing;
        const auto& matrix = jacobian.matrix;
        const double norm = leg_inverse_detail::norm_of(matrix);
        const Tridiagonal6<double> square = tridiagonal(scaled_square(matrix, norm));
        const double smallest_sq = smallest_eigenvalue(square, 0x1p-26, 0x1p-52);
        const double smallest = smallest_sq > 0 ? std::sqrt(smallest_sq) : 0;
        const double largest = std::sqrt(largest_eigenvalue(square)), slack = smallest - least * largest;
        const double change = change_of_ratio(jacobian.change(), norm * (smallest + noise), norm * largest, least);
        // NaN proves nothing.
        if (!(change < norm * (std::fabs(slack) - noise - jacobian.noise))) return Known::nothing;
        return slack > 0 ? Known::kept : Known::lost;
    }
};

}  // namespace hexscan
