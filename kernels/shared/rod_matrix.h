#pragma once

#include <cmath>

#include "kernels/host_device.h"
#include "kernels/rod_shape.h"
#include "kernels/scan_geometry.h"
#include "kernels/shared/leg_line.h"

namespace hexscan {

/// How far the platform moves from the middle of a box of positions to its corners. `doubt_m` bounds the rounding of
/// distances that legs move. A box that is one position needs no distance: host and device compute the same shapes of
/// legs, so only rounding of later steps matters there.
HEXSCAN_HD_INLINE double move_in_box_m(const Vec3<double>& half_m, double doubt_m) {
    const double square_m2 = dot(half_m, half_m);
    return square_m2 > 0 ? std::sqrt(square_m2) + doubt_m : 0;
}

/// Six legs with rods at one orientation.
struct LegsWithRods {
    LegWithRod legs[leg_count];
    Vec3<double> offset_m[leg_count];  ///< a leg's vector minus the position

    HEXSCAN_HD_INLINE LegLine line(int leg, const Vec3<double>& p) const {
        const Vec3<double> l = p + offset_m[leg];
        return line_of_rod(l, legs[leg].shape(l));
    }
    HEXSCAN_HD_INLINE double foot_shift_m(int leg, const Vec3<double>& p, double moved_m) const {
        return legs[leg].foot_shift_m(p + offset_m[leg], moved_m);
    }
};

/// Six legs with rods and their rows (u, e x u) of the matrix of limits on the whole machine.
struct RodRows {
    LegsWithRods rods;
    Vec3<double> arm[leg_count];  ///< e: the platform's joints about their centroid, over the characteristic length
    double row_norm[leg_count];   ///< sqrt(1 + e^2)
};

/// Upper bound on the change of a rod's row in the inverse Jacobian, which is the row over u . h. The platform joint
/// moves by at most `moved_m` and the rod's foot by at most `foot_m`.
HEXSCAN_HD_INLINE double change_of_row(const LegLine& line, double row_norm, double rod_m, double crank_m,
                                       double moved_m, double foot_m) {
    const double turned = (moved_m + foot_m) / rod_m, along = std::fabs(line.along_motion);
    const double along_change = turned + foot_m / crank_m, left = along - along_change;
    return left > 0 ? row_norm * (turned / left + along_change / (along * left)) : INFINITY;
}

/// Writes row (a, b) of a matrix with a row per leg. Every row is visited with a constant index, so that a matrix can
/// stay in registers although the loop over legs is not unrolled.
template <class Matrix>
HEXSCAN_HD_INLINE void put_row(Matrix& matrix, int leg, const Vec3<double>& a, const Vec3<double>& b) {
    const double row[leg_count] = {a.x, a.y, a.z, b.x, b.y, b.z};
    HEXSCAN_UNROLL
    for (int i = 0; i < leg_count; ++i) {
        if (i != leg) continue;
        HEXSCAN_UNROLL
        for (int j = 0; j < leg_count; ++j) matrix[i][j] = row[j];
    }
}

}  // namespace hexscan
