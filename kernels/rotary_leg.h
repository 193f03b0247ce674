#pragma once

#include "host_device.h"
#include "rod_end.h"

/// The numbers that describe a rotary leg at one orientation (src/machine/legs/rotary_legs.h), and its reference test
/// for host and device.
namespace hexscan {

/// An arm's direction: its components along the axes u and w.
template <class Real>
struct ArmDirection {
    Real u, w;
};

/// Positive if the second direction is to the left of the first.
template <class Real>
HEXSCAN_HD_INLINE Real turn_left(const ArmDirection<Real>& a, const ArmDirection<Real>& b) {
    return a.u * b.w - a.w * b.u;
}

/// The size of the range of the arm's angle.
enum class ArmRange : int {
    any,           ///< A full turn or more: no limit.
    one_angle,     ///< Narrower than rounding errors: treated as a single angle.
    to_half_turn,  ///< At most half a turn.
    beyond_half_turn
};

/// A rotary leg whose arm is behind the rod's end. A leg whose arm is ahead is described as seen from the other side,
/// where angles decrease.
struct RotaryLeg {
    Vec3<double> u, w, axis;  ///< unit vectors: the arm's directions at 0 and at 90 degrees, and the motor's axis
    double arm_m, rod_m;
    ArmDirection<double> from, to, middle;  ///< ends and middle of the arm's range of angles
    ArmRange range;
    RodEnd arm_end;       ///< its axis at angle 0, in the base frame; it turns with the arm
    RodEnd platform_end;  ///< its axis in the base frame
};

HEXSCAN_HD_INLINE bool has_limited_joints(const RotaryLeg& leg) {
    return leg.platform_end.is_limited() || leg.arm_end.is_limited();
}

/// A leg vector in the motor's frame: l = (u, w, beside). With the arm's length r and the rod's length d, g = |l|^2 +
/// r^2 - d^2 and rho = 2 r hypot(u, w).
template <class Number>
struct RotaryPlaceIn {
    Number u_m, w_m, beside_m;
    Number radius_sq_m2;  ///< u^2 + w^2
    Number g_m2;
    Number square_m4;  ///< rho^2 - g^2; the rod reaches if this is not negative
};
using RotaryPlace = RotaryPlaceIn<exact::Number>;

template <class Real>
HEXSCAN_HD_INLINE RotaryPlaceIn<RodNumber<Real>> rotary_place(const RotaryLeg& leg, Vec3<Real> l_m) {
    using Number = RodNumber<Real>;
    const auto l = vector_in<Number>(l_m);
    const Number u_m = dot(l, vector_in<Number>(leg.u)), w_m = dot(l, vector_in<Number>(leg.w));
    const Number radius_sq_m2 = u_m * u_m + w_m * w_m, arm_m = leg.arm_m, rod_m = leg.rod_m;
    const Number g_m2 = dot(l, l) + (arm_m * arm_m - rod_m * rod_m);
    return {u_m,          w_m,  dot(l, vector_in<Number>(leg.axis)),
            radius_sq_m2, g_m2, Number(4) * (arm_m * arm_m) * radius_sq_m2 - g_m2 * g_m2};
}

HEXSCAN_HD_INLINE ArmDirection<exact::Number> exact_direction(ArmDirection<double> arm) { return {arm.u, arm.w}; }

/// |l - tip|^2 - d^2 for the tip at this angle. It is positive if the tip is farther from the rod's end than the rod is
/// long. The angle is then not between the two angles at which the rod closes the leg.
HEXSCAN_HD_INLINE exact::Number beyond_rod_m2(const RotaryLeg& leg, const RotaryPlace& at, ArmDirection<double> arm) {
    using exact::Number;
    return at.g_m2 - Number(2) * leg.arm_m * (at.u_m * arm.u + at.w_m * arm.w);
}

/// True if a direction lies between the first end of the range and the second.
template <class Real>
HEXSCAN_HD_INLINE bool is_on_way(ArmRange range, ArmDirection<Real> from, ArmDirection<Real> to,
                                 ArmDirection<Real> arm) {
    const bool after_from = turn_left(from, arm) >= 0, before_to = turn_left(arm, to) >= 0;
    return range == ArmRange::beyond_half_turn ? after_from || before_to : after_from && before_to;
}
HEXSCAN_HD_INLINE bool is_on_way(const RotaryLeg& leg, ArmDirection<exact::Number> arm) {
    return is_on_way(leg.range, exact_direction(leg.from), exact_direction(leg.to), arm);
}

/// True if the arm angle that closes the leg is within its range. The rod closes the leg at two angles. Seen along the
/// arm's rotation, the tip comes within a rod's length of l at the angle behind l. It leaves that distance at the angle
/// ahead.
HEXSCAN_HD_INLINE bool within_angles(const RotaryLeg& leg, const RotaryPlace& at) {
    if (leg.range == ArmRange::any) return true;
    const bool from_beyond = beyond_rod_m2(leg, at, leg.from) >= 0, to_within = beyond_rod_m2(leg, at, leg.to) <= 0;
    if (leg.range == ArmRange::one_angle)
        return from_beyond && to_within && turn_left(exact_direction(leg.from), {at.u_m, at.w_m}) >= 0;
    if (from_beyond && to_within) return true;
    if (from_beyond) return is_on_way(leg, {at.u_m, at.w_m});
    return to_within && is_on_way(leg, {-at.u_m, -at.w_m});
}

/// The arm's direction. The rod must reach, and the leg's end must not be on the motor's axis.
template <class Number>
HEXSCAN_HD_INLINE ArmDirection<Number> reaching_arm(const RotaryLeg& leg, const RotaryPlaceIn<Number>& at) {
    const Number q_m2 = sqrt(at.square_m4), whole_m3 = Number(2) * leg.arm_m * at.radius_sq_m2;
    return {(at.u_m * at.g_m2 + at.w_m * q_m2) / whole_m3, (at.w_m * at.g_m2 - at.u_m * q_m2) / whole_m3};
}

/// The arm's direction. If the rod does not reach, it is the direction in which the rod comes closest. If the leg's end
/// is on the motor's axis, all angles are equivalent, and the result is the middle of the range.
HEXSCAN_HD_INLINE ArmDirection<exact::Number> arm_at(const RotaryLeg& leg, const RotaryPlace& at) {
    using exact::Number;
    if (!(at.radius_sq_m2 > 0)) return exact_direction(leg.middle);
    if (!(at.square_m4 >= 0)) {
        const Number way = Number(at.g_m2 > 0 ? 1 : -1) / sqrt(at.radius_sq_m2);
        return {way * at.u_m, way * at.w_m};
    }
    return reaching_arm(leg, at);
}

template <class Number>
HEXSCAN_HD_INLINE Vec3<Number> arm_tip(const RotaryLeg& leg, ArmDirection<Number> arm) {
    return scaled(vector_in<Number>(leg.u), arm.u * leg.arm_m) + scaled(vector_in<Number>(leg.w), arm.w * leg.arm_m);
}

/// Rotates a vector that turns with the arm from angle 0 to the arm's angle.
HEXSCAN_HD_INLINE ExactVector carried(const RotaryLeg& leg, const ExactVector& v, ArmDirection<exact::Number> arm) {
    using exact::Number;
    const ExactVector u = exact_vector(leg.u), w = exact_vector(leg.w);
    const ExactVector axis = exact_vector(leg.axis);
    const Number along_u = dot(v, u), along_w = dot(v, w);
    return scaled(axis, dot(v, axis)) + scaled(u, along_u * arm.u - along_w * arm.w) +
           scaled(w, along_u * arm.w + along_w * arm.u);
}

/// The reference test of the leg, in double. Every operation is rounded separately, so host and device agree to the
/// last bit. Signs of differences of squares decide whether the rod reaches and whether the arm is within its range.
/// `platform_axis` is the axis of the joint at the platform.
HEXSCAN_HD_INLINE bool exact_rotary_keeps(const RotaryLeg& leg, Vec3<double> platform_axis, Vec3<double> l_m) {
    const RotaryPlace at = rotary_place(leg, l_m);
    if (!(at.square_m4 >= 0) || !within_angles(leg, at)) return false;
    if (!leg.arm_end.is_limited() && !leg.platform_end.is_limited()) return true;
    const ArmDirection<exact::Number> arm = arm_at(leg, at);
    const ExactVector rod = exact_vector(l_m) - arm_tip(leg, arm);
    const auto keeps = [&](const RodEnd& end, const ExactVector& axis) {
        return end.keeps(static_cast<double>(dot(rod, axis)), leg.rod_m);
    };
    return keeps(leg.arm_end, carried(leg, exact_vector(leg.arm_end.axis), arm)) &&
           keeps(leg.platform_end, exact_vector(platform_axis));
}
HEXSCAN_HD_INLINE bool exact_rotary_keeps(const RotaryLeg& leg, Vec3<double> l_m) {
    return exact_rotary_keeps(leg, leg.platform_end.axis, l_m);
}

}  // namespace hexscan
