#pragma once

#include <cmath>

#include "kernels/host_device.h"
#include "kernels/rod_shape.h"
#include "kernels/scan_geometry.h"
#include "kernels/shared/leg_line.h"

namespace hexscan {

/// How far the poses of a box are from its middle: positions by at most `moved_m`, and rotation matrices by at most
/// `turned` (norm of the difference).
struct PlatformMotion {
    double moved_m, turned;
    bool if_reached = false;  ///< true: only poses count that all legs reach

    /// Upper bound on the motion of a point of the platform that is `lever_m` away from the position.
    HEXSCAN_HD_INLINE double of_point_m(double lever_m) const { return moved_m + turned * lever_m; }
    HEXSCAN_HD_INLINE bool any() const { return moved_m > 0; }
};

/// The motion from the middle of a box of positions to its corners, at orientations within `turned`. `doubt_m` bounds
/// the rounding of distances that legs move. A box that is one pose needs no distance: host and device compute the same
/// shapes of legs, so only rounding of later steps matters there. Only poses count that all legs reach.
HEXSCAN_HD_INLINE PlatformMotion motion_in_box(const Vec3<double>& half_m, double turned, double doubt_m) {
    const double square_m2 = dot(half_m, half_m);
    return {square_m2 > 0 || turned > 0 ? std::sqrt(square_m2) + doubt_m : 0, turned, true};
}

/// The same as shift_of_rod(), for a rod with the leg vector `l`. Where the rod barely reaches, the motion of its foot
/// is bounded in another way. The direction's change is that of leg vectors that the rod reaches.
HEXSCAN_HD_INLINE RodShift shift_if_reached(const LegWithRod& rod, const Vec3<double>& l, const LegLine& line,
                                            double moved_m) {
    // Farther from the edge, the first bound is usually smaller, and quicker.
    constexpr double most_share = 4;
    RodShift shift = shift_of_rod(line, rod.arm_m, moved_m);
    if (shift.foot_m <= most_share * moved_m) return shift;
    shift.foot_m = std::fmin(shift.foot_m, rod.foot_shift_m(l, moved_m));
    shift.turned = std::fmin(shift.turned, (moved_m + shift.foot_m) / rod.rod_m);
    return shift;
}

/// A leg of any kind at one orientation of the platform.
struct TurnedLeg {
    LegWithRod rod;  ///< unused if the leg is telescopic
    bool has_rod;
    Vec3<double> offset_m;  ///< the leg's vector minus the position
    double lever_m;         ///< distance of the platform's joint from the position

    HEXSCAN_HD_INLINE LegLine line(const Vec3<double>& p) const {
        const Vec3<double> l = p + offset_m;
        return has_rod ? line_of_rod(l, rod.shape(l)) : line_along(l);
    }
    /// Length of the arm that turns the foot; infinite for legs without arms.
    HEXSCAN_HD_INLINE double crank_m() const { return has_rod ? rod.arm_m : INFINITY; }
    HEXSCAN_HD_INLINE LineChange change(const LegLine& line) const {
        return has_rod ? change_of_rod(line, rod.arm_m) : change_of_leg(line.length_m);
    }
    /// Bounds the rod's motion. `p` is the position at which the line is known.
    HEXSCAN_HD_INLINE RodShift shift(const LegLine& line, const Vec3<double>& p, const PlatformMotion& motion) const {
        const double moved_m = motion.of_point_m(lever_m);
        return motion.if_reached ? shift_if_reached(rod, p + offset_m, line, moved_m)
                                 : shift_of_rod(line, rod.arm_m, moved_m);
    }
    /// Upper bound on the change of the line's direction. Infinite if the leg may lose its direction, or its rod its
    /// reach.
    HEXSCAN_HD_INLINE double turned(const LegLine& line, const Vec3<double>& p, const PlatformMotion& motion) const {
        if (has_rod) return shift(line, p, motion).turned;
        const double moved_m = motion.of_point_m(lever_m), left_m = line.length_m - moved_m / 2;
        return left_m > 0 ? moved_m / left_m : INFINITY;
    }
};

/// Bounds the change of a matrix, or of one of its rows. First a matrix with a norm of at most `added` is added. Then
/// each row is multiplied by a number from 1 / `scale` to `scale`.
struct InverseChange {
    double added, scale;
};

/// Upper bound on the change of s - k S, for the smallest (s) and the largest singular value (S) of a matrix.
HEXSCAN_HD_INLINE double change_of_ratio(const InverseChange& change, double smallest, double largest, double k) {
    return (1 + k) * change.added * change.scale + (smallest + k * largest) * (change.scale - 1);
}

/// The rows (u, e x u) of six legs. Limits on the whole machine use them.
struct JacobianRows {
    TurnedLeg legs[leg_count];
    Vec3<double> arm[leg_count];  ///< e: from a point of the platform to its joints, over the characteristic length
    double row_norm[leg_count];   ///< sqrt(1 + e^2)

    HEXSCAN_HD_INLINE bool have_rods() const { return legs[0].has_rod; }
    HEXSCAN_HD_INLINE LegLine line(int leg, const Vec3<double>& p) const { return legs[leg].line(p); }

    /// Upper bound on the change of a row. Infinite if the leg may lose its direction, or its rod its reach. If the
    /// platform turns, rows are seen from the platform: e is constant there, and u turns with it. This does not change
    /// singular values.
    HEXSCAN_HD_INLINE double change(int leg, const LegLine& line, const Vec3<double>& p,
                                    const PlatformMotion& motion) const {
        return row_norm[leg] * (legs[leg].turned(line, p, motion) + motion.turned);
    }
    /// Bounds the change of a rod's row in the inverse Jacobian, which is the row over u . h.
    HEXSCAN_HD_INLINE InverseChange change_of_inverse(int leg, const LegLine& line, const Vec3<double>& p,
                                                      const PlatformMotion& motion) const {
        const RodShift shift = legs[leg].shift(line, p, motion);
        const double along = std::fabs(line.along_motion);
        return {row_norm[leg] * (shift.turned + motion.turned) / along, along / shift.least_along};
    }
};

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
