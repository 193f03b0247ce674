#pragma once

#include <cmath>

#include "../host_device.h"

namespace hexscan {

/// Gaussian elimination with partial pivoting for six equations, for host and device. All indices are constants once
/// loops are unrolled, so that a device keeps the numbers in registers. Rows are exchanged one after another, and each
/// exchange sets a bit of `exchanges`.
struct Elimination6 {
    static constexpr int size = 6;

    double rows[size][size];
    unsigned exchanges = 0;

    /// Replaces the matrix by its factors. Returns false if it is singular within rounding.
    HEXSCAN_HD_INLINE_ON_DEVICE bool eliminate() {
        using std::fabs;
        constexpr double singular = 0x1p-50;
        double least = 0, most = 0;
        unsigned bit = 1;
        HEXSCAN_UNROLL
        for (int k = 0; k < size; ++k) {
            HEXSCAN_UNROLL
            for (int r = k + 1; r < size; ++r, bit <<= 1) {
                const bool exchange = fabs(rows[r][k]) > fabs(rows[k][k]);
                exchanges |= exchange ? bit : 0U;
                HEXSCAN_UNROLL
                for (int c = k; c < size; ++c) {
                    const double upper = rows[k][c], lower = rows[r][c];
                    rows[k][c] = exchange ? lower : upper;
                    rows[r][c] = exchange ? upper : lower;
                }
            }
            const double pivot = fabs(rows[k][k]);
            least = k == 0 || pivot < least ? pivot : least;
            most = pivot > most ? pivot : most;
            const double inverse = 1 / rows[k][k];
            HEXSCAN_UNROLL
            for (int r = k + 1; r < size; ++r) {
                const double factor = rows[r][k] * inverse;
                rows[r][k] = factor;
                HEXSCAN_UNROLL
                for (int c = k + 1; c < size; ++c) rows[r][c] -= factor * rows[k][c];
            }
        }
        return least > singular * most;
    }

    /// Replaces the right-hand side by the solution. eliminate() must have succeeded.
    HEXSCAN_HD_INLINE_ON_DEVICE void solve(double (&x)[size]) const {
        unsigned bit = 1;
        HEXSCAN_UNROLL
        for (int k = 0; k < size; ++k) {
            HEXSCAN_UNROLL
            for (int r = k + 1; r < size; ++r, bit <<= 1) {
                const bool exchange = (exchanges & bit) != 0;
                const double upper = x[k], lower = x[r];
                x[k] = exchange ? lower : upper;
                x[r] = exchange ? upper : lower;
            }
            HEXSCAN_UNROLL
            for (int r = k + 1; r < size; ++r) x[r] -= rows[r][k] * x[k];
        }
        HEXSCAN_UNROLL
        for (int k = size - 1; k >= 0; --k) {
            HEXSCAN_UNROLL
            for (int c = k + 1; c < size; ++c) x[k] -= rows[k][c] * x[c];
            x[k] /= rows[k][k];
        }
    }
};

}  // namespace hexscan
