#pragma once

#include "host_device.h"
#include "rod_end.h"

/// The numbers that describe a slider leg at one orientation (src/machine/legs/slider_legs.h), and its reference test
/// for host and device.
namespace hexscan {

/// A slider whose carriage is behind the far end. If the carriage is ahead, the leg is treated as one with its rail
/// reversed.
struct SliderLeg {
    Vec3<double> rail;  ///< unit vector
    double rod_m, from_m, to_m;
    RodEnd carriage, platform;  ///< axes in the base frame
};

HEXSCAN_HD_INLINE bool has_limited_joints(const SliderLeg& leg) {
    return leg.carriage.is_limited() || leg.platform.is_limited();
}

/// A leg vector in the rail's frame.
template <class Number>
struct SliderPlaceIn {
    Number along_m, beside_sq_m2;
    Vec3<Number> across_m;  ///< the component perpendicular to the rail
};
using SliderPlace = SliderPlaceIn<exact::Number>;

template <class Real>
HEXSCAN_HD_INLINE SliderPlaceIn<RodNumber<Real>> slider_place(const SliderLeg& leg, Vec3<Real> l_m) {
    using Number = RodNumber<Real>;
    const auto l = vector_in<Number>(l_m), rail = vector_in<Number>(leg.rail), beside = cross(l, rail);
    const Number along_m = dot(l, rail);
    return {along_m, dot(beside, beside), l - scaled(rail, along_m)};
}

/// The square root, or 0 of negative numbers. Vector lanes have a function of their own (src/machine/double_lanes.h).
HEXSCAN_HD_INLINE exact::Number root_or_0(exact::Number a) { return a > 0 ? sqrt(a) : exact::Number(0); }

/// How far the rod's far end lies ahead of the carriage, along the rail.
template <class Number>
HEXSCAN_HD_INLINE Number slider_height_m(const SliderLeg& leg, const SliderPlaceIn<Number>& at) {
    const Number square_m2 = Number(leg.rod_m) * leg.rod_m - at.beside_sq_m2;
    return root_or_0(square_m2);
}

HEXSCAN_HD_INLINE ExactVector slider_rod(const SliderLeg& leg, const SliderPlace& at) {
    return at.across_m + scaled(exact_vector(leg.rail), slider_height_m(leg, at));
}

/// The reference test of the leg, in double. Every operation is rounded separately, so host and device agree to the
/// last bit. Signs of differences of squares decide whether the rod reaches and where the carriage is.
HEXSCAN_HD_INLINE bool exact_slider_keeps(const SliderLeg& leg, Vec3<double> l_m) {
    using exact::Number;
    const SliderPlace at = slider_place(leg, l_m);
    const Number rod_sq_m2 = Number(leg.rod_m) * leg.rod_m;
    const Number above_from_m = at.along_m - leg.from_m, above_to_m = at.along_m - leg.to_m;
    if (!(at.beside_sq_m2 <= rod_sq_m2)) return false;
    if (!(above_from_m >= 0 && at.beside_sq_m2 + above_from_m * above_from_m >= rod_sq_m2)) return false;
    if (above_to_m > 0 && !(at.beside_sq_m2 + above_to_m * above_to_m <= rod_sq_m2)) return false;
    if (!leg.carriage.is_limited() && !leg.platform.is_limited()) return true;
    const ExactVector rod = slider_rod(leg, at);
    const auto keeps = [&](const RodEnd& end) {
        return end.keeps(static_cast<double>(dot(rod, exact_vector(end.axis))), leg.rod_m);
    };
    return keeps(leg.carriage) && keeps(leg.platform);
}

}  // namespace hexscan
