#pragma once

#include <cmath>

#include "kernels/host_device.h"
#include "kernels/kinematics.h"
#include "kernels/maps/quick_roots.h"
#include "kernels/scan_geometry.h"

/// The input for maps of telescopic legs at one orientation, leg by leg.
namespace hexscan {

/// The matrix row of a leg is (l, e x l) with l = p + o, optionally divided by the length of l
/// (src/machine/shared/singularity_limit.h).
struct LegRows {
    Vec3<double> offset_m[leg_count];  ///< o
    Vec3<double> arm[leg_count];       ///< e
};

/// The value that a kernel stores if it cannot compute a point accurately enough. No finished map contains it.
inline constexpr double not_sure = NAN;

/// A value is accurate enough if the error bound of its polynomials or solutions is at most this share of the value.
inline constexpr double most_figure_noise = 0x1p-22;

HEXSCAN_HD_INLINE double square_of(Vec3<double> v) { return dot(v, v); }

/// The leg's length; NaN if it is 0.
HEXSCAN_HD_INLINE double length_of_leg(const LegRows& rows, int leg, Vec3<double> p) {
    const double square = square_of(p + rows.offset_m[leg]);
    return square * quick_inverse_root(square);
}

}  // namespace hexscan
