#pragma once

#include <cmath>

#include "kernels/host_device.h"
#include "kernels/maps/leg_rows.h"

/// The inverse of the six legs' matrix near singularities, where Cramer's rule is too inaccurate. It uses elimination
/// with pivots, as the host does.
namespace hexscan {

struct LegInverse {
    double of[leg_count][leg_count];
    double norm, inverse_norm;  ///< Frobenius norms; their product is an upper bound of the condition number
    double sign;                ///< sign of the determinant
    bool exists;

    /// The relative error of solutions that rounding causes.
    HEXSCAN_HD_INLINE double noise() const { return 0x1p-49 * norm * inverse_norm; }
};

namespace leg_inverse_detail {

HEXSCAN_HD_INLINE double norm_of(const double (&matrix)[leg_count][leg_count]) {
    double sum = 0;
    HEXSCAN_UNROLL
    for (int i = 0; i < leg_count; ++i) {
        HEXSCAN_UNROLL
        for (int j = 0; j < leg_count; ++j) sum += matrix[i][j] * matrix[i][j];
    }
    return std::sqrt(sum);
}

HEXSCAN_HD_INLINE void swap_numbers(double& a, double& b) {
    const double before = a;
    a = b;
    b = before;
}

}  // namespace leg_inverse_detail

/// Writes the matrix rows for a position, with leg vectors scaled to unit length.
HEXSCAN_HD_INLINE void put_unit_rows(const LegRows& rows, Vec3<double> p, double (&matrix)[leg_count][leg_count]) {
    HEXSCAN_ROLLED
    for (int i = 0; i < leg_count; ++i) {
        const Vec3<double> l = p + rows.offset_m[i];
        const Vec3<double> u = scaled(l, 1 / std::sqrt(dot(l, l))), turn = cross(rows.arm[i], u);
        matrix[i][0] = u.x;
        matrix[i][1] = u.y;
        matrix[i][2] = u.z;
        matrix[i][3] = turn.x;
        matrix[i][4] = turn.y;
        matrix[i][5] = turn.z;
    }
}

/// Replaces the matrix `result.of` by its inverse, by Gauss-Jordan elimination, and computes the other members. All
/// indices are constants once loops are unrolled, so that the matrix stays in registers.
HEXSCAN_HD_INLINE_ON_DEVICE void invert(LegInverse& result) {
    using leg_inverse_detail::norm_of;
    using leg_inverse_detail::swap_numbers;
    auto& a = result.of;
    result.norm = norm_of(a);
    result.sign = 1;
    result.exists = false;
    int swapped[leg_count];
    bool regular = true;
    HEXSCAN_UNROLL
    for (int k = 0; k < leg_count; ++k) {
        int pivot = k;
        double largest = std::fabs(a[k][k]);
        HEXSCAN_UNROLL
        for (int i = k + 1; i < leg_count; ++i) {
            const double size = std::fabs(a[i][k]);
            if (!(size > largest)) continue;
            largest = size;
            pivot = i;
        }
        swapped[k] = pivot;
        HEXSCAN_UNROLL
        for (int i = k + 1; i < leg_count; ++i) {
            if (i != pivot) continue;
            HEXSCAN_UNROLL
            for (int j = 0; j < leg_count; ++j) swap_numbers(a[k][j], a[i][j]);
        }
        regular = regular && largest > 0;
        if ((pivot != k) != (a[k][k] < 0)) result.sign = -result.sign;
        const double over = 1 / a[k][k];
        a[k][k] = 1;
        HEXSCAN_UNROLL
        for (int j = 0; j < leg_count; ++j) a[k][j] *= over;
        HEXSCAN_UNROLL
        for (int i = 0; i < leg_count; ++i) {
            if (i == k) continue;
            const double factor = a[i][k];
            a[i][k] = 0;
            HEXSCAN_UNROLL
            for (int j = 0; j < leg_count; ++j) a[i][j] -= factor * a[k][j];
        }
    }
    HEXSCAN_UNROLL
    for (int k = leg_count - 1; k >= 0; --k) {
        HEXSCAN_UNROLL
        for (int j = k + 1; j < leg_count; ++j) {
            if (j != swapped[k]) continue;
            HEXSCAN_UNROLL
            for (int i = 0; i < leg_count; ++i) swap_numbers(a[i][k], a[i][j]);
        }
    }
    result.inverse_norm = norm_of(a);
    result.exists = regular && result.inverse_norm < INFINITY;
}

HEXSCAN_HD_INLINE LegInverse inverse_of_matrix(const double (&matrix)[leg_count][leg_count]) {
    LegInverse result;
    HEXSCAN_UNROLL
    for (int i = 0; i < leg_count; ++i) {
        HEXSCAN_UNROLL
        for (int j = 0; j < leg_count; ++j) result.of[i][j] = matrix[i][j];
    }
    invert(result);
    return result;
}

/// The inverse of the matrix of telescopic legs.
HEXSCAN_HD_INLINE LegInverse inverse_of_legs(const LegRows& rows, Vec3<double> p) {
    LegInverse result;
    put_unit_rows(rows, p, result.of);
    invert(result);
    return result;
}

}  // namespace hexscan
