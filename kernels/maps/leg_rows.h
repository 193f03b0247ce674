#pragma once

#include <cmath>

#include "kernels/host_device.h"
#include "kernels/kinematics.h"
#include "kernels/maps/quick_roots.h"
#include "kernels/scan_geometry.h"

/// What maps of telescopic legs at one orientation are made from, leg by leg.
namespace hexscan {

/// A leg's row is (l, e x l) with l = p + o, or over l's length (src/machine/shared/singularity_limit.h).
struct LegRows {
    Vec3<double> offset_m[leg_count];  ///< o
    Vec3<double> arm[leg_count];       ///< e
};

/// What a point's number is where a kernel is not sure of it; no map has it.
inline constexpr double not_sure = NAN;

/// A number is sure where what its polynomials, or its solutions, may be off by is no larger a share of it.
inline constexpr double most_figure_noise = 0x1p-22;

HEXSCAN_HD_INLINE double square_of(Vec3<double> v) { return dot(v, v); }

/// NaN where it is 0.
HEXSCAN_HD_INLINE double length_of_leg(const LegRows& rows, int leg, Vec3<double> p) {
    const double square = square_of(p + rows.offset_m[leg]);
    return square * quick_inverse_root(square);
}

}  // namespace hexscan
