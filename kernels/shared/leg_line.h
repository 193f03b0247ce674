#pragma once

#include <cmath>

#include "kernels/host_device.h"
#include "kernels/kinematics.h"
#include "kernels/vec3.h"

/// The line along which a leg pushes the platform, and how much it changes while the platform moves.
namespace hexscan {

/// The line of a leg, or of its rod, from its foot to its platform joint.
template <class Real>
struct LegLineIn {
    Vec3<Real> direction;  ///< unit vector
    Real length_m = 0;
    Vec3<Real> foot_m;  ///< Position relative to the base joint; 0 without a rod.
    Vec3<Real> motion;  ///< Unit vector of the foot's motion as the leg's value rises. Without a rod it is the leg's
                        ///< direction.
    Real along_motion = 1;                   ///< Dot product of direction and motion; 0 for a rod that does not reach.
    Truth<Real> closes = Truth<Real>(true);  ///< True if the rod reaches. Otherwise the line is the one that comes
                                             ///< nearest.

    HEXSCAN_HD_INLINE bool has_direction() const { return length_m > 0; }
    /// True if the leg's value moves the platform.
    HEXSCAN_HD_INLINE bool moves() const { return closes && has_direction() && along_motion != 0; }
    /// Q^T x, with the matrix Q of LineChange.
    HEXSCAN_HD_INLINE Vec3<Real> turning(const Vec3<Real>& x) const {
        return x - scaled(direction, dot(motion, x) / along_motion);
    }
};
using LegLine = LegLineIn<double>;

/// The line of a telescopic leg with this leg vector.
template <class Real>
HEXSCAN_HD_INLINE LegLineIn<Real> line_along(const Vec3<Real>& l) {
    using std::sqrt;
    const Real length_m = sqrt(dot(l, l));
    const Vec3<Real> direction = scaled(l, 1 / length_m);
    return {direction, length_m, {0, 0, 0}, direction};
}

/// The line of a rod with this leg vector. `shape` has the foot, its motion, and whether the rod reaches.
template <class Real, class Shape>
HEXSCAN_HD_INLINE LegLineIn<Real> line_of_rod(const Vec3<Real>& l, const Shape& shape) {
    LegLineIn<Real> line = line_along(l - shape.foot_m);
    line.foot_m = shape.foot_m;
    line.motion = shape.motion;
    // A leg that does not reach is at its edge: its rod is perpendicular to the motion of its foot.
    line.along_motion = chosen(shape.closes, dot(line.direction, shape.motion), Real(0));
    line.closes = shape.closes;
    return line;
}

/// Bounds the change of a leg's direction u while its platform joint moves by a vector d of length t. The change has
/// the linear part Q d / L, with Q = 1 - h u^T / (u . h). L is the length of the leg or its rod, and h the motion of
/// its foot. For t up to `most_m`, the rest is at most `bent` t^2 and the whole change at most `turned` t. In that
/// range u . h stays above half its value.
struct LineChange {
    double turned, bent, most_m;
};

/// The foot of a telescopic leg stays in place, and h is u.
HEXSCAN_HD_INLINE LineChange change_of_leg(double length_m) {
    return {8.0 / (7 * length_m), 1.03 / (length_m * length_m), length_m / 4};
}

/// For a rod, let v = |u . h| and r be the arm's length, infinite for a rail. Then t may be up to v^2 / (6 / L + 4 /
/// r). From u . (d - f) = |d - f|^2 / (2 L), the foot's motion f is at most 2 t / v long. So v stays above half its
/// value and the rod still reaches. The motion f differs from h (u . d) / (u . h) by at most (4.5 / L + 4 / r) t^2 /
/// v^3. All bounds are 0 for a rod that does not reach.
HEXSCAN_HD_INLINE LineChange change_of_rod(const LegLine& line, double crank_m) {
    if (!line.closes) return {0, 0, 0};
    const double length_m = line.length_m, v = std::fabs(line.along_motion);
    return {3 / (v * length_m), (4.5 / length_m + 4 / crank_m) / (v * v * v * length_m),
            v * v / (6 / length_m + 4 / crank_m)};
}

/// Upper bound on the change of u . h divided by t, for t up to `most_m`. The direction u turns. If the leg has an arm,
/// h turns, too.
HEXSCAN_HD_INLINE double change_along_motion(const LineChange& change, const LegLine& line, double crank_m) {
    return change.turned + 2 / (std::fabs(line.along_motion) * crank_m);
}

/// Upper bounds on how much a rod's line changes while the end of its leg vector moves by at most t. Let a be the angle
/// between u and h, L the rod's length, and r the arm's length, infinite for a rail. A motion d of that end moves the
/// foot by h (u . d) / cos a. So the foot moves by at most 1 / cos a per unit of motion. The direction u changes by at
/// most 1 / (L cos a), and sin a by at most 1 / L + 1 / r. As long as sin a stays below 1, the rod reaches. All bounds
/// are infinite if it may reach 1.
struct RodShift {
    double turned;       ///< change of u
    double foot_m;       ///< motion of the foot
    double least_along;  ///< lower bound on |u . h|; if it is above 0, |u . h| changes by at most the way to it
};

HEXSCAN_HD_INLINE RodShift shift_of_rod(const LegLine& line, double crank_m, double moved_m) {
    // Rounding of u . h changes its sine by less than this.
    constexpr double noise = 0x1p-24;
    const double along = std::fabs(line.along_motion), over_length = 1 / line.length_m;
    if (!(moved_m > 0)) return {0, 0, along};
    const double sine = along < 1 ? std::sqrt((1 - along) * (1 + along)) + noise : noise;
    const double risen = moved_m * (over_length + 1 / crank_m), least_sq = along * along - risen * (2 * sine + risen);
    if (!line.closes || !(least_sq > 0)) return {INFINITY, INFINITY, 0};
    const double least = std::sqrt(least_sq), foot_m = moved_m / least;
    return {foot_m * over_length, foot_m, least};
}

}  // namespace hexscan
