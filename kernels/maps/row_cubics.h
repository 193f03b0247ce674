#pragma once

#include "kernels/host_device.h"

/// Cubics of the position, of which a row of the grid makes cubics of x.
namespace hexscan {

inline constexpr int cubic_coefficients = 20, cubic_degree = 3;

/// Calls put(n, i, j, k) for the monomials x^i y^j z^k in the order of DeterminantCubic, n counting them.
template <class Put>
HEXSCAN_HD_INLINE void for_each_monomial(Put put) {
    int n = 0;
    HEXSCAN_UNROLL
    for (int total = 0; total <= cubic_degree; ++total) {
        HEXSCAN_UNROLL
        for (int without_x = 0; without_x <= total; ++without_x) {
            HEXSCAN_UNROLL
            for (int k = 0; k <= without_x; ++k) put(n++, total - without_x, without_x - k, k);
        }
    }
}

/// So many cubics along a row.
template <int count>
struct RowCubics {
    double by_power[cubic_degree + 1][count];

    HEXSCAN_HD_INLINE double at(int cubic, double x) const {
        double sum = by_power[cubic_degree][cubic];
        HEXSCAN_UNROLL
        for (int k = cubic_degree - 1; k >= 0; --k) sum = sum * x + by_power[k][cubic];
        return sum;
    }

    /// One of them. `coefficients` has those of a monomial side by side.
    HEXSCAN_HD_INLINE void put(int cubic, const double* coefficients, double y, double z) {
        const double y_powers[] = {1, y, y * y, y * y * y}, z_powers[] = {1, z, z * z, z * z * z};
        double sums[cubic_degree + 1] = {};
        for_each_monomial([&](int n, int i, int j, int k) {
            sums[i] += coefficients[n * count + cubic] * (y_powers[j] * z_powers[k]);
        });
        HEXSCAN_UNROLL
        for (int i = 0; i <= cubic_degree; ++i) by_power[i][cubic] = sums[i];
    }
};

/// Such cubics as a map's kernel takes them, in coordinates about `middle_m`.
template <int count>
struct PositionCubics {
    const double* coefficients;
    double middle_m[3];
    double noise[count];  ///< what each is off by at most, anywhere in the grid

    using Row = RowCubics<count>;
    /// A lane has a cubic.
    HEXSCAN_HD_INLINE void prepare(double y_m, double z_m, int lane, Row& row) const {
        if (lane < count) row.put(lane, coefficients, y_m - middle_m[1], z_m - middle_m[2]);
    }
};

}  // namespace hexscan
