#pragma once

#include "kernels/host_device.h"
#include "kernels/maps/map_tuning.h"
#include "kernels/maps/quick_roots.h"

/// The smallest and the largest eigenvalue of a symmetric matrix of six rows, all of it in registers: reflections make
/// it tridiagonal (Householder 1958; Golub and Van Loan, Matrix Computations, 8.3), and Laguerre's iteration finds the
/// ends: from beyond all roots of a polynomial with real roots it comes to the first of them and never passes it.
namespace hexscan {

inline constexpr int matrix_rows = 6;

/// By its lower triangle.
struct Symmetric6 {
    double entries[matrix_rows * (matrix_rows + 1) / 2];

    HEXSCAN_HD_INLINE double& at(int row, int column) { return entries[row * (row + 1) / 2 + column]; }
    HEXSCAN_HD_INLINE double of(int a, int b) const {
        return a < b ? entries[b * (b + 1) / 2 + a] : entries[a * (a + 1) / 2 + b];
    }
    HEXSCAN_HD_INLINE double trace() const {
        double sum = of(0, 0);
        HEXSCAN_UNROLL
        for (int i = 1; i < matrix_rows; ++i) sum += of(i, i);
        return sum;
    }
};

/// The diagonal, and the squares of what is beside it.
template <class Real>
struct Tridiagonal6 {
    Real diagonal[matrix_rows];
    Real squares[matrix_rows - 1];
};

/// One reflection, which leaves of a column below its diagonal a single number. Returns its square.
template <int column>
HEXSCAN_HD_INLINE double reflect(Symmetric6& matrix) {
    constexpr int first = column + 1;
    // Far below what rounding makes of the matrix, and no number has to be divided by 0.
    constexpr double nothing = 1e-100;
    double v[matrix_rows], p[matrix_rows];
    v[first] = matrix.of(first, column) + nothing;
    double square = v[first] * v[first];
    HEXSCAN_UNROLL
    for (int i = first + 1; i < matrix_rows; ++i) {
        v[i] = matrix.of(i, column);
        square += v[i] * v[i];
    }
    const double length = square * quick_inverse_root(square), part = length * fabs(v[first]);
    v[first] += v[first] < 0 ? -length : length;
    const double scale = quick_reciprocal(square + part);
    double along = 0;
    HEXSCAN_UNROLL
    for (int i = first; i < matrix_rows; ++i) {
        double sum = 0;
        HEXSCAN_UNROLL
        for (int j = first; j < matrix_rows; ++j) sum += matrix.of(i, j) * v[j];
        p[i] = scale * sum;
        along += p[i] * v[i];
    }
    const double half = 0.5 * scale * along;
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

/// With the same eigenvalues. The matrix should have a trace of about 1.
HEXSCAN_HD_INLINE Tridiagonal6<double> tridiagonal(Symmetric6 matrix) {
    Tridiagonal6<double> result;
    result.squares[0] = reflect<0>(matrix);
    result.squares[1] = reflect<1>(matrix);
    result.squares[2] = reflect<2>(matrix);
    result.squares[3] = reflect<3>(matrix);
    result.squares[4] = matrix.of(5, 4) * matrix.of(5, 4);
    HEXSCAN_UNROLL
    for (int i = 0; i < matrix_rows; ++i) result.diagonal[i] = matrix.of(i, i);
    return result;
}

/// 1 - T, whose smallest eigenvalue is what T's largest is below 1.
template <class Real>
HEXSCAN_HD_INLINE Tridiagonal6<Real> complement(Tridiagonal6<Real> matrix) {
    HEXSCAN_UNROLL
    for (int i = 0; i < matrix_rows; ++i) matrix.diagonal[i] = 1 - matrix.diagonal[i];
    return matrix;
}

/// Laguerre's step from below all eigenvalues towards the smallest.
template <class Real>
struct LaguerreStep {
    Real by;
    bool below;      ///< it was below all of them
    Real uncertain;  ///< how far from the smallest it leads at most, about; 0 where others are far
};

template <class Real>
HEXSCAN_HD_INLINE LaguerreStep<Real> laguerre_step(const Tridiagonal6<Real>& matrix, Real from) {
    constexpr Real n = matrix_rows;
    // The characteristic polynomial, minus its derivative, and half of its second one, minor by minor: all of them
    // positive where it is below all eigenvalues.
    Real before[3] = {0, 0, 0}, here[3] = {1, 0, 0};
    bool below = true;
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
        below = below && here[0] > 0;
    }
    const Real over = quick_reciprocal(here[0]), slope = here[1] * over, bend = 2 * here[2] * over;
    const Real inside = (n - 1) * ((n - 1) * slope * slope - n * bend);
    const Real by = n * quick_reciprocal(slope + quick_root(inside > 0 ? inside : Real(0)));
    // The others' part of the slope: the step misses the root by less than half of its square.
    const Real others = slope * by - 1;
    return {by, below, Real(0.5) * by * others * others};
}

/// The smallest eigenvalue of a matrix whose eigenvalues are none below 0 and which has a trace of about 1, to within
/// four times the sum of `relative` of it and `absolute`; NaN where it is not found.
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
            // At the eigenvalue itself, to rounding, or the start was no lower bound.
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
