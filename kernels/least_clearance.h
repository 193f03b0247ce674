#pragma once

#include <cmath>
#include <cstdint>

#include "clearance.h"
#include "exact_arithmetic.h"
#include "kinematics.h"
#include "scan_geometry.h"

/// The least clearance of a pose over all legs and limits, and the limit that attains it.
namespace hexscan {

/// The least of what was looked at so far. `limit` is what the limit map shows: 1 + 4 leg + LegLimit; 0 before anything
/// was looked at. Of equals the first counts.
template <class Real>
struct LeastClearance {
    Real clearance_m;
    int limit;
};

template <class Real>
HEXSCAN_HD_INLINE LeastClearance<Real> nothing_looked_at() {
    return {Real(INFINITY), 0};
}

template <class Real>
HEXSCAN_HD_INLINE void look_at(const LegClearances<Real>& clearances, int leg, LeastClearance<Real>& least) {
    HEXSCAN_UNROLL
    for (int k = 0; k < limits_per_leg; ++k)
        if (clearances.m[k] < least.clearance_m) least = {clearances.m[k], 1 + limits_per_leg * leg + k};
}

/// One leg at one orientation and position, every operation in double and rounded by itself.
HEXSCAN_HD_INLINE LegClearances<exact::Number> exact_leg_clearances(const LegLimits<double>& limits,
                                                                    const Leg<double>& leg, Vec3<double> p) {
    using exact::Number;
    const auto number = [](Vec3<double> v) { return Vec3<Number>{v.x, v.y, v.z}; };
    const auto tilt = [](const TiltLimit<double>& t) { return TiltLimit<Number>{t.sine, t.cosine, t.limited}; };
    const LegLimits<Number> exact_limits{limits.min_length_m, limits.max_length_m, tilt(limits.base),
                                         tilt(limits.platform)};
    return leg_clearances(exact_limits, number(p) + number(leg.offset_m), number(leg.base_axis),
                          number(leg.platform_axis));
}

/// What the clearance map holds: the clearance as float, on the side of 0 that the verdict says.
HEXSCAN_HD_INLINE float mapped_clearance(double clearance_m, bool reachable) {
    constexpr float least = 1.17549435e-38F;
    const auto value = static_cast<float>(clearance_m);
    if (reachable) return value >= 0 ? value : 0.0F;
    return value <= -least ? value : -least;
}

}  // namespace hexscan
