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
    HEXSCAN_ROLLED
    for (int i = 0; i < leg_count; ++i)
        for (int j = 0; j < leg_count; ++j) sum += matrix[i][j] * matrix[i][j];
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

/// Computes the inverse in place by Gauss-Jordan elimination.
HEXSCAN_HD_INLINE LegInverse inverse_of_legs(const LegRows& rows, Vec3<double> p) {
    using leg_inverse_detail::norm_of;
    using leg_inverse_detail::swap_numbers;
    LegInverse result;
    auto& a = result.of;
    put_unit_rows(rows, p, a);
    result.norm = norm_of(a);
    result.sign = 1;
    result.exists = false;
    int swapped[leg_count];
    HEXSCAN_ROLLED
    for (int k = 0; k < leg_count; ++k) {
        int pivot = k;
        for (int i = k + 1; i < leg_count; ++i)
            if (std::fabs(a[i][k]) > std::fabs(a[pivot][k])) pivot = i;
        swapped[k] = pivot;
        if (pivot != k) {
            for (int j = 0; j < leg_count; ++j) swap_numbers(a[k][j], a[pivot][j]);
            result.sign = -result.sign;
        }
        if (!(std::fabs(a[k][k]) > 0)) return result;
        if (a[k][k] < 0) result.sign = -result.sign;
        const double over = 1 / a[k][k];
        a[k][k] = 1;
        for (int j = 0; j < leg_count; ++j) a[k][j] *= over;
        for (int i = 0; i < leg_count; ++i) {
            if (i == k) continue;
            const double factor = a[i][k];
            a[i][k] = 0;
            for (int j = 0; j < leg_count; ++j) a[i][j] -= factor * a[k][j];
        }
    }
    for (int k = leg_count - 1; k >= 0; --k)
        if (swapped[k] != k)
            for (int i = 0; i < leg_count; ++i) swap_numbers(a[i][k], a[i][swapped[k]]);
    result.inverse_norm = norm_of(a);
    result.exists = result.inverse_norm < INFINITY;
    return result;
}

}  // namespace hexscan
