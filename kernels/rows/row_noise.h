#pragma once

#include <cmath>

#include "kernels/host_device.h"

/// How coarsely a row's ends can be told.
namespace hexscan {

/// Unit roundoff u. A root takes at most sixteen roundings, relative; see make_row_geometry for the bound.
template <class Real>
inline constexpr Real unit_roundoff = Real(0x1p-53);
template <>
inline constexpr float unit_roundoff<float> = 0x1p-24F;
inline constexpr int roundings_per_root = 16;

/// Columns that the noise may shift an end. Rows where it could shift it farther count as grazing.
inline constexpr double most_noise_columns = 0.2;

/// With less than half a column of slack an end leaves at most one column in doubt, inside the grid, and the verdict
/// holds still on either side of it: the reference's own noise is smaller still.
inline constexpr double most_slack_columns = 0.45;

/// How coarsely the reference test and the solver's invariants see one leg, all bounds of absolute rounding errors. The
/// reference's d |d| - c |c| q takes some forty roundings, the coordinates' own among them, the solver a dozen more;
/// 256 and 64 leave room.
struct RowNoise {
    double extent_m;  ///< no component of a leg vector is larger
    double columns_per_m;

    /// Of q against the square of a length: terms up to extent^2.
    HEXSCAN_HD_INLINE double stroke_m2() const { return 256 * unit_roundoff<double> * extent_m * extent_m; }
    /// Of n . l.
    HEXSCAN_HD_INLINE double axis_m() const { return 64 * unit_roundoff<double> * extent_m; }
    /// Of d |d| against c |c| q where they are equal, d = c L: twice d times the noise of d, and c^2 times that of q.
    HEXSCAN_HD_INLINE double cone_m2(double cosine) const { return stroke_m2() * cosine + 4 * axis_m() * axis_m(); }

    /// Where the discriminant of a quadratic with that noise is no larger, the row grazes. Near a root the slope is
    /// twice the discriminant's root, so the noise shifts the root by noise / slope, and second-order terms by no more:
    /// above 16 times the noise the row is cut for certain, and above the other term the shift is below
    /// most_noise_columns.
    HEXSCAN_HD_INLINE double grazing_m2(double noise_m2) const {
        const double dense = 2 * noise_m2 * columns_per_m / most_noise_columns;
        return 16 * noise_m2 > dense * dense ? 16 * noise_m2 : dense * dense;
    }
    /// The shift of a root that is not grazing, in columns, twice as large as it can be.
    HEXSCAN_HD_INLINE double shift_columns(double noise_m2) const {
        using std::sqrt;
        return 2 * noise_m2 / sqrt(grazing_m2(noise_m2)) * columns_per_m;
    }
};

}  // namespace hexscan
