#pragma once

#include "kernels/host_device.h"
#include "kernels/maps/map_tuning.h"
#include "kernels/maps/quick_roots.h"
#include "kernels/vec3.h"

/// The smallest and the largest eigenvalue of a symmetric 6 x 6 matrix in registers. Householder reflections (1958;
/// Golub and Van Loan, Matrix Computations, 8.3) make it tridiagonal. Laguerre's iteration then finds the two
/// eigenvalues: if it starts outside all roots of a polynomial with real roots, it converges to the nearest root
/// without passing it.
namespace hexscan {

inline constexpr int matrix_rows = 6;

/// A symmetric matrix, stored as its lower triangle row by row.
template <class Real>
struct Symmetric6 {
    Real entries[matrix_rows * (matrix_rows + 1) / 2];

    HEXSCAN_HD_INLINE Real& at(int row, int column) { return entries[row * (row + 1) / 2 + column]; }
    HEXSCAN_HD_INLINE Real of(int a, int b) const {
        return a < b ? entries[b * (b + 1) / 2 + a] : entries[a * (a + 1) / 2 + b];
    }
    HEXSCAN_HD_INLINE Real trace() const {
        Real sum = of(0, 0);
        HEXSCAN_UNROLL
        for (int i = 1; i < matrix_rows; ++i) sum += of(i, i);
        return sum;
    }
};

/// The diagonal, and the squares of the numbers next to it.
template <class Real>
struct Tridiagonal6 {
    Real diagonal[matrix_rows];
    Real squares[matrix_rows - 1];
};

/// Reflects the matrix so that a column has only one nonzero number below its diagonal. Returns the square of that
/// number.
template <int column, class Real>
HEXSCAN_HD_INLINE Real reflect(Symmetric6<Real>& matrix) {
    using std::fabs;
    constexpr int first = column + 1;
    // A number far below the matrix's rounding errors. It prevents a division by 0.
    constexpr double nothing = 1e-100;
    Real v[matrix_rows], p[matrix_rows];
    v[first] = matrix.of(first, column) + nothing;
    Real square = v[first] * v[first];
    HEXSCAN_UNROLL
    for (int i = first + 1; i < matrix_rows; ++i) {
        v[i] = matrix.of(i, column);
        square += v[i] * v[i];
    }
    const Real length = square * quick_inverse_root(square), part = length * fabs(v[first]);
    v[first] += chosen(v[first] < 0, -length, length);
    const Real scale = quick_reciprocal(square + part);
    Real along = 0;
    HEXSCAN_UNROLL
    for (int i = first; i < matrix_rows; ++i) {
        Real sum = 0;
        HEXSCAN_UNROLL
        for (int j = first; j < matrix_rows; ++j) sum += matrix.of(i, j) * v[j];
        p[i] = scale * sum;
        along += p[i] * v[i];
    }
    const Real half = 0.5 * scale * along;
    HEXSCAN_UNROLL
    for (int i = first; i < matrix_rows; ++i) p[i] -= half * v[i];
    HEXSCAN_UNROLL
    for (int i = first; i < matrix_rows; ++i) {
        HEXSCAN_UNROLL
        for (int j = first; j <= i; ++j) {
            matrix.at(i, j) -= v[i] * p[j];
            matrix.at(i, j) -= p[i] * v[j];
        }
    }
    return square;
}

/// Reduces a matrix to tridiagonal form with the same eigenvalues. Its trace should be about 1.
template <class Real>
HEXSCAN_HD_INLINE Tridiagonal6<Real> tridiagonal(Symmetric6<Real> matrix) {
    Tridiagonal6<Real> result;
    result.squares[0] = reflect<0>(matrix);
    result.squares[1] = reflect<1>(matrix);
    result.squares[2] = reflect<2>(matrix);
    result.squares[3] = reflect<3>(matrix);
    result.squares[4] = matrix.of(5, 4) * matrix.of(5, 4);
    HEXSCAN_UNROLL
    for (int i = 0; i < matrix_rows; ++i) result.diagonal[i] = matrix.of(i, i);
    return result;
}

/// The matrix 1 - T. Its smallest eigenvalue is 1 minus the largest eigenvalue of T.
template <class Real>
HEXSCAN_HD_INLINE Tridiagonal6<Real> complement(Tridiagonal6<Real> matrix) {
    HEXSCAN_UNROLL
    for (int i = 0; i < matrix_rows; ++i) matrix.diagonal[i] = 1 - matrix.diagonal[i];
    return matrix;
}

/// One step of Laguerre's iteration, from below all eigenvalues towards the smallest.
template <class Real>
struct LaguerreStep {
    Real by;
    Truth<Real> below;  ///< true if the start is below all eigenvalues
    Real uncertain;  ///< approximate bound on the distance from the smallest eigenvalue; 0 if all other eigenvalues are
                     ///< far away
};

template <class Real>
HEXSCAN_HD_INLINE LaguerreStep<Real> laguerre_step(const Tridiagonal6<Real>& matrix, Real from) {
    const Real n = matrix_rows;
    // The characteristic polynomial, minus its derivative, and half its second derivative, computed by adding one row
    // and column after the other. All are positive below all eigenvalues.
    Real before[3] = {0, 0, 0}, here[3] = {1, 0, 0};
    Truth<Real> below(true);
    HEXSCAN_UNROLL
    for (int k = 0; k < matrix_rows; ++k) {
        const Real left = matrix.diagonal[k] - from, square = k == 0 ? Real(0) : matrix.squares[k == 0 ? 0 : k - 1];
        const Real next[3] = {left * here[0] - square * before[0], left * here[1] + (here[0] - square * before[1]),
                              left * here[2] + (here[1] - square * before[2])};
        HEXSCAN_UNROLL
        for (int d = 0; d < 3; ++d) {
            before[d] = here[d];
            here[d] = next[d];
        }
        below = below & (here[0] > 0);
    }
    const Real over = quick_reciprocal(here[0]), slope = here[1] * over, bend = 2 * here[2] * over;
    const Real inside = (n - 1) * ((n - 1) * slope * slope - n * bend);
    const Real by = n * quick_reciprocal(slope + quick_root(chosen(inside > 0, inside, Real(0))));
    // The contribution of the other eigenvalues to the slope. The step misses the root by less than half of the square
    // of this number.
    const Real others = slope * by - 1;
    return {by, below, Real(0.5) * by * others * others};
}

/// The smallest eigenvalue of a positive semidefinite matrix with a trace of about 1, or NaN if it is not found. The
/// error is at most four times (`relative` times the eigenvalue plus `absolute`).
HEXSCAN_HD_INLINE double smallest_eigenvalue(const Tridiagonal6<double>& matrix, double relative, double absolute) {
    constexpr int most_steps = 40;
    constexpr float single_rounding = 0x1p-21F;
    Tridiagonal6<float> single;
    HEXSCAN_UNROLL
    for (int i = 0; i < matrix_rows; ++i) single.diagonal[i] = static_cast<float>(matrix.diagonal[i]);
    HEXSCAN_UNROLL
    for (int i = 0; i + 1 < matrix_rows; ++i) single.squares[i] = static_cast<float>(matrix.squares[i]);
    float start = 0;
    HEXSCAN_UNROLL
    for (int k = 0; k < tuning::single_steps_of_eigenvalue; ++k) {
        const LaguerreStep<float> step = laguerre_step(single, start);
        if (step.below) start += step.by;
    }
    double at = start > single_rounding ? static_cast<double>(start - single_rounding) : 0.0;
    HEXSCAN_ROLLED
    for (int k = 0; k < most_steps; ++k) {
        const LaguerreStep<double> step = laguerre_step(matrix, at);
        if (!step.below) {
            // Either `at` is the eigenvalue up to rounding, or the start was not a lower bound.
            if (k > 0 || at == 0) return at;
            at = 0;
            continue;
        }
        at += step.by;
        const double enough = relative * at + absolute;
        if (!(step.by > enough) || step.uncertain < enough) return at;
    }
    return NAN;
}

}  // namespace hexscan
