#pragma once

#include "kernels/host_device.h"
#include "kernels/shared/position_cubic.h"

/// Cubics of the position. Along a row of the grid they become cubics of x.
namespace hexscan {

/// `count` cubics of x along a row.
template <int count>
struct RowCubics {
    double by_power[PositionCubic::degree + 1][count];

    HEXSCAN_HD_INLINE double at(int cubic, double x) const {
        double sum = by_power[PositionCubic::degree][cubic];
        HEXSCAN_UNROLL
        for (int k = PositionCubic::degree - 1; k >= 0; --k) sum = sum * x + by_power[k][cubic];
        return sum;
    }

    /// Sets one of the cubics. In `coefficients`, the coefficients of one monomial lie next to each other.
    HEXSCAN_HD_INLINE void put(int cubic, const double* coefficients, double y, double z) {
        PositionCubic mine;
        HEXSCAN_UNROLL
        for (int n = 0; n < PositionCubic::count; ++n) mine.c[n] = coefficients[n * count + cubic];
        const auto row = mine.along_row(y, z);
        HEXSCAN_UNROLL
        for (int i = 0; i <= PositionCubic::degree; ++i) by_power[i][cubic] = row.c[i];
    }
};

/// `count` cubics of the position, whose coordinates are relative to `middle_m`.
template <int count>
struct GridCubics {
    const double* coefficients;
    double middle_m[3];
    double noise[count];  ///< largest error of each cubic anywhere in the grid

    using Row = RowCubics<count>;
    /// Prepares the row's cubics; each lane prepares one.
    HEXSCAN_HD_INLINE void prepare(double y_m, double z_m, int lane, Row& row) const {
        if (lane < count) row.put(lane, coefficients, y_m - middle_m[1], z_m - middle_m[2]);
    }
};

}  // namespace hexscan
