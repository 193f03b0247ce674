#pragma once

#include "kernels/maps/extreme_eigenvalues.h"
#include "kernels/maps/leg_inverse.h"
#include "kernels/maps/leg_rows.h"
#include "kernels/maps/row_cubics.h"

/// The conditioning map: the smallest singular value of the inverse Jacobian J of telescopic legs, divided by the
/// largest. Its sign is positive if the determinant of J has the same sign as at home
/// (src/machine/shared/singularity_limit.h). kernels/maps/rod_figures.h has the map for legs with rods.
namespace hexscan {

namespace conditioning_detail {

/// The matrix J' J, multiplied by `over_most`, the reciprocal of an upper bound on its trace.
HEXSCAN_HD_INLINE Symmetric6<double> square_of_legs(const LegRows& rows, double over_most, Vec3<double> p) {
    Symmetric6<double> sum{};
    HEXSCAN_UNROLL
    for (int i = 0; i < leg_count; ++i) {
        const Vec3<double> l = p + rows.offset_m[i], turn = cross(rows.arm[i], l);
        const double row[matrix_rows] = {l.x, l.y, l.z, turn.x, turn.y, turn.z};
        const double weight = over_most * quick_reciprocal(square_of(l));
        HEXSCAN_UNROLL
        for (int a = 0; a < matrix_rows; ++a) {
            const double weighted = weight * row[a];
            HEXSCAN_UNROLL
            for (int b = 0; b <= a; ++b) sum.at(a, b) += weighted * row[b];
        }
    }
    return sum;
}

/// Largest eigenvalue of a positive semidefinite matrix with a trace of at most 1.
HEXSCAN_HD_INLINE double largest_eigenvalue(const Tridiagonal6<double>& matrix) {
    return 1 - smallest_eigenvalue(complement(matrix), 0, 0x1p-30);
}

/// The matrix M M' / norm^2.
HEXSCAN_HD_INLINE Symmetric6<double> scaled_square(const double (&matrix)[leg_count][leg_count], double norm) {
    Symmetric6<double> square;
    HEXSCAN_UNROLL
    for (int a = 0; a < matrix_rows; ++a) {
        HEXSCAN_UNROLL
        for (int b = 0; b <= a; ++b) {
            double sum = 0;
            for (int k = 0; k < leg_count; ++k) sum += (matrix[a][k] / norm) * (matrix[b][k] / norm);
            square.at(a, b) = sum;
        }
    }
    return square;
}

/// Largest singular value of a matrix with this Frobenius norm.
HEXSCAN_HD_OUTLINE double largest_singular_value(const double (&matrix)[leg_count][leg_count], double norm) {
    return norm * std::sqrt(largest_eigenvalue(tridiagonal(scaled_square(matrix, norm))));
}

}  // namespace conditioning_detail

struct ConditioningFigure {
    LegRows rows;
    double over_most;  ///< reciprocal of an upper bound of the trace of J' J
    double home_sign;
    GridCubics<1> determinant;  ///< cubic of the determinant whose rows have l in place of unit vectors

    using Row = RowCubics<1>;
    HEXSCAN_HD_INLINE void prepare(double y_m, double z_m, int lane, Row& row) const {
        determinant.prepare(y_m, z_m, lane, row);
    }

    HEXSCAN_HD_INLINE double at(Vec3<double> p, const Row& row) const {
        using namespace conditioning_detail;
        // If these bounds are exceeded, the rounding error of the squared matrix is a small share of its smallest
        // eigenvalue.
        constexpr double least_share = 0x1p-23, least_largest = 0x1p-6;
        const Tridiagonal6<double> square = tridiagonal(square_of_legs(rows, over_most, p));
        const double smallest = smallest_eigenvalue(square, 0x1p-26, 0x1p-52), largest = largest_eigenvalue(square);
        const double sign = home_sign * row.at(0, p.x - determinant.middle_m[0]);
        if (!(smallest > least_share * largest && largest > least_largest && fabs(sign) > determinant.noise[0]))
            return not_sure;
        const double value = quick_root(smallest * quick_reciprocal(largest));
        return sign < 0 ? -value : value;
    }

    /// Computes the value again, more accurately. The smallest singular value is the reciprocal of the inverse's
    /// largest one.
    HEXSCAN_HD_INLINE double again(Vec3<double> p) const {
        using conditioning_detail::largest_singular_value;
        const LegInverse inverse = inverse_of_legs(rows, p);
        if (!inverse.exists || !(inverse.noise() < most_figure_noise)) return not_sure;
        double matrix[leg_count][leg_count];
        put_unit_rows(rows, p, matrix);
        const double largest = largest_singular_value(matrix, inverse.norm);
        const double value = 1 / (largest * largest_singular_value(inverse.of, inverse.inverse_norm));
        return inverse.sign * home_sign < 0 ? -value : value;
    }
};

}  // namespace hexscan
