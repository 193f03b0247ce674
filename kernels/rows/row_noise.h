#pragma once

#include <cmath>

#include "kernels/host_device.h"

/// Bounds on errors of the columns at which limits end along a row.
namespace hexscan {

/// Unit roundoff u. A root has a rounding error of at most sixteen u, relative to its size; make_row_geometry()
/// explains the bound.
template <class Real>
inline constexpr Real unit_roundoff = Real(0x1p-53);
template <>
inline constexpr float unit_roundoff<float> = 0x1p-24F;
inline constexpr int roundings_per_root = 16;

/// The largest shift of an end by noise, in columns. Rows whose ends could shift farther are treated as grazing (only
/// touching the limit's border).
inline constexpr double most_noise_columns = 0.2;

/// If the slack is below half a column, an end leaves at most one column inside the grid undecided. The verdict is
/// constant on either side of that column, because the reference's own noise is smaller still.
inline constexpr double most_slack_columns = 0.45;

/// Bounds on the absolute rounding errors of the reference test and of the solver's invariants, for one leg (symbols:
/// kinematics.h). The reference's d |d| - c |c| q has about forty roundings, including those of the coordinates, and
/// the solver adds a dozen. The factors 256 and 64 exceed these numbers by a good margin.
struct RowNoise {
    double extent_m;  ///< bound of every component of a leg vector
    double columns_per_m;

    /// Error of q minus the square of a length, with terms up to extent^2.
    HEXSCAN_HD_INLINE double stroke_m2() const { return 256 * unit_roundoff<double> * extent_m * extent_m; }
    /// Error of n . l, the component of a leg vector along a joint axis.
    HEXSCAN_HD_INLINE double axis_m() const { return 64 * unit_roundoff<double> * extent_m; }
    /// Error of d |d| minus c |c| q where the two are equal, that is where d = c L: twice d times the error of d, plus
    /// c^2 times the error of q.
    HEXSCAN_HD_INLINE double cone_m2(double cosine) const { return stroke_m2() * cosine + 4 * axis_m() * axis_m(); }

    /// A row counts as grazing if the discriminant of a quadratic with that noise is at most this number. Near a root
    /// the slope is twice the discriminant's root. So noise shifts the root by noise / slope, and second-order terms
    /// shift it by at most as much. If the discriminant exceeds 16 times the noise, the row certainly cuts the surface.
    /// If it exceeds the other term, the shift is below most_noise_columns.
    HEXSCAN_HD_INLINE double grazing_m2(double noise_m2) const {
        const double dense = 2 * noise_m2 * columns_per_m / most_noise_columns;
        return 16 * noise_m2 > dense * dense ? 16 * noise_m2 : dense * dense;
    }
    /// Bound on the shift of a root that does not graze, in columns. It is twice as large as necessary.
    HEXSCAN_HD_INLINE double shift_columns(double noise_m2) const {
        using std::sqrt;
        return 2 * noise_m2 / sqrt(grazing_m2(noise_m2)) * columns_per_m;
    }
};

}  // namespace hexscan
