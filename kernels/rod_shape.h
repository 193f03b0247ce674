#pragma once

#include <cmath>

#include "host_device.h"
#include "rotary_leg.h"
#include "slider_leg.h"

/// The shapes of legs with rods at one orientation: where a rod's foot is, and how far it moves. The foot is the
/// carriage of a slider, or the tip of an arm.
namespace hexscan {

/// The shape of a leg with a rod, in metres.
template <class Real>
struct RodShapeIn {
    Vec3<Real> foot_m;   ///< relative to the base joint
    Vec3<Real> motion;   ///< unit vector of the foot's motion as the joint value increases
    Truth<Real> closes;  ///< True if the rod reaches. Otherwise the shape is the one in which the leg comes nearest.
};
using RodShape = RodShapeIn<double>;

namespace rod_shape_detail {

HEXSCAN_HD_INLINE double plain(exact::Number a) { return a.value; }
template <class Real>
HEXSCAN_HD_INLINE Real plain(Real lanes) {
    return lanes;
}
template <class Number>
using Plain = decltype(plain(Number()));

template <class Number>
HEXSCAN_HD_INLINE Vec3<Plain<Number>> plain_vector(const Vec3<Number>& v) {
    return {plain(v.x), plain(v.y), plain(v.z)};
}
HEXSCAN_HD_INLINE double smaller_of(double a, double b) { return b < a ? b : a; }
HEXSCAN_HD_INLINE double larger_of(double a, double b) { return a < b ? b : a; }

}  // namespace rod_shape_detail

template <class Number>
HEXSCAN_HD_INLINE auto rod_shape(const SliderLeg& leg, bool ahead, const SliderPlaceIn<Number>& at)
    -> RodShapeIn<rod_shape_detail::Plain<Number>> {
    using Real = rod_shape_detail::Plain<Number>;
    const Real behind_m = rod_shape_detail::plain(at.along_m - slider_height_m(leg, at));
    const auto rail = vector_in<Real>(leg.rail);
    return {scaled(rail, behind_m), ahead ? scaled(rail, -1) : rail, at.beside_sq_m2 <= Number(leg.rod_m) * leg.rod_m};
}

template <class Number>
HEXSCAN_HD_INLINE auto rod_shape(const RotaryLeg& leg, bool ahead, const RotaryPlaceIn<Number>& at)
    -> RodShapeIn<rod_shape_detail::Plain<Number>> {
    using namespace rod_shape_detail;
    using Real = Plain<Number>;
    const ArmDirection<Number> arm = arm_at(leg, at);
    const auto forward = scaled(vector_in<Real>(leg.w), plain(arm.u)) - scaled(vector_in<Real>(leg.u), plain(arm.w));
    return {plain_vector(arm_tip(leg, arm)), ahead ? scaled(forward, -1) : forward, at.square_m4 >= 0};
}

/// Upper bound on the motion of a carriage while the end of the leg vector moves by at most `moved_m`. The foot is
/// behind the rod's far end along the rail by the height h = sqrt(d^2 - b^2), with the rod's length d and the far end's
/// distance b from the rail. So h^2 changes by at most the change of b^2. If b exceeds d, h is 0.
HEXSCAN_HD_INLINE double foot_shift_m(const SliderLeg& leg, const SliderPlace& at, double moved_m) {
    using std::sqrt;
    const double square_m2 = moved_m * (2 * sqrt(at.beside_sq_m2.value) + moved_m);
    return moved_m + rod_shape_detail::smaller_of(square_m2 / slider_height_m(leg, at).value, sqrt(square_m2));
}

/// Upper bound on the motion of an arm's tip. `length_m` is the length L of the leg vector. With the symbols of
/// src/machine/legs/rotary_legs.h, the arm's angle is phi - acos q with q = g / (2 r R). Here R is the far end's
/// distance from the motor's axis. While the far end moves by t, phi changes by at most asin(t / R), g by t (2 L + t)
/// and R by t.
HEXSCAN_HD_OUTLINE double foot_shift_m(const RotaryLeg& leg, const RotaryPlace& at, double length_m, double moved_m) {
    using namespace rod_shape_detail;
    constexpr double half_turn_rad = 3.14159265358979323846;
    const double here_m2 = at.g_m2.value, radius_m = std::sqrt(at.radius_sq_m2.value);
    const double g_m2 = moved_m * (2 * length_m + moved_m);
    if (!(moved_m < radius_m)) return 2 * leg.arm_m;
    const auto opening_rad = [&](double g, double radius) {
        return std::acos(larger_of(smaller_of(g / (2 * leg.arm_m * radius), 1), -1));
    };
    const auto nearest_m = [&](double g, bool widens) { return radius_m + ((g > 0) == widens ? moved_m : -moved_m); };
    const double low = here_m2 - g_m2, high = here_m2 + g_m2, here_rad = opening_rad(here_m2, radius_m);
    const double least_rad = opening_rad(high, nearest_m(high, false));
    const double most_rad = opening_rad(low, nearest_m(low, true));
    const double turned_rad = std::asin(moved_m / radius_m) + larger_of(here_rad - least_rad, most_rad - here_rad);
    return 2 * leg.arm_m * std::sin(smaller_of(turned_rad, half_turn_rad) / 2);
}

/// A leg with a rod of either kind, without its own limits. Limits that legs share use it.
struct LegWithRod {
    Vec3<double> u, w, axis;  ///< unit vectors: those of a RotaryLeg, or the rail in u
    double arm_m, rod_m;      ///< arm_m: infinite for a slider
    ArmDirection<double> middle;
    bool ahead;

    HEXSCAN_HD_INLINE bool is_slider() const { return arm_m == INFINITY; }

    template <class Real>
    HEXSCAN_HD_INLINE RodShapeIn<Real> shape(const Vec3<Real>& l) const {
        if (is_slider()) {
            const SliderLeg leg = slider();
            return rod_shape(leg, ahead, slider_place(leg, l));
        }
        const RotaryLeg leg = arm();
        return rod_shape(leg, ahead, rotary_place(leg, l));
    }
    /// Upper bound on the motion of the foot while the end of the leg vector moves by at most `moved_m`. It is finite
    /// also where the rod barely reaches.
    HEXSCAN_HD_INLINE double foot_shift_m(const Vec3<double>& l, double moved_m) const {
        if (is_slider()) {
            const SliderLeg leg = slider();
            return hexscan::foot_shift_m(leg, slider_place(leg, l), moved_m);
        }
        const RotaryLeg leg = arm();
        return hexscan::foot_shift_m(leg, rotary_place(leg, l), std::sqrt(dot(l, l)), moved_m);
    }

private:
    HEXSCAN_HD_INLINE SliderLeg slider() const { return {u, rod_m, 0, 0, {}, {}}; }
    HEXSCAN_HD_INLINE RotaryLeg arm() const {
        return {u, w, axis, arm_m, rod_m, middle, middle, middle, ArmRange::any, {}, {}};
    }
};

HEXSCAN_HD_INLINE LegWithRod leg_with_rod_of(const SliderLeg& leg, bool ahead) {
    return {leg.rail, {0, 0, 0}, {0, 0, 0}, INFINITY, leg.rod_m, {1, 0}, ahead};
}
HEXSCAN_HD_INLINE LegWithRod leg_with_rod_of(const RotaryLeg& leg, bool ahead) {
    return {leg.u, leg.w, leg.axis, leg.arm_m, leg.rod_m, leg.middle, ahead};
}

}  // namespace hexscan
