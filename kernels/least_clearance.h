#pragma once

#include <cmath>
#include <cstdint>

#include "clearance.h"
#include "exact_arithmetic.h"
#include "kinematics.h"
#include "scan_geometry.h"

/// The least clearance of a pose over all legs and limits, and the limit that attains it.
namespace hexscan {

/// The least clearance found so far. `limit` is the number of its limit in the machine's table, as in the limit map; it
/// is 0 before the first clearance. If several clearances are equal, the first one counts.
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
    for (int k = 0; k < telescopic_limit_count; ++k)
        if (clearances.m[k] < least.clearance_m) least = {clearances.m[k], limit_number(leg, k)};
}

/// A leg at one position, in double precision. Every operation is rounded separately.
struct ExactLeg {
    using Number = exact::Number;
    LegLimits<Number> limits;
    Vec3<Number> vector_m, base_axis, platform_axis;

    HEXSCAN_HD_INLINE ExactLeg(const LegLimits<double>& of, const Leg<double>& leg, Vec3<double> p)
        : limits{of.min_length_m, of.max_length_m, tilt(of.base), tilt(of.platform)},
          vector_m(numbers(p) + numbers(leg.offset_m)),
          base_axis(numbers(leg.base_axis)),
          platform_axis(numbers(leg.platform_axis)) {}

private:
    static HEXSCAN_HD_INLINE Vec3<Number> numbers(Vec3<double> v) { return {v.x, v.y, v.z}; }
    static HEXSCAN_HD_INLINE TiltLimit<Number> tilt(const TiltLimit<double>& t) {
        return {t.sine, t.cosine, t.limited};
    }
};

/// All four clearances of one leg at one orientation and position.
HEXSCAN_HD_INLINE LegClearances<exact::Number> exact_leg_clearances(const LegLimits<double>& limits,
                                                                    const Leg<double>& leg, Vec3<double> p) {
    const ExactLeg exact(limits, leg, p);
    return leg_clearances(exact.limits, exact.vector_m, exact.base_axis, exact.platform_axis);
}

/// The clearance of the limit `which` alone, with the same bits as in exact_leg_clearances().
HEXSCAN_HD_INLINE double exact_limit_clearance_m(const LegLimits<double>& limits, LegLimit which,
                                                 const Leg<double>& leg, Vec3<double> p) {
    const ExactLeg exact(limits, leg, p);
    return limit_clearance_m(exact.limits, which, exact.vector_m, exact.base_axis, exact.platform_axis).value;
}

/// The value in the clearance map: the clearance in single precision, with the sign that the verdict requires.
HEXSCAN_HD_INLINE float mapped_clearance(double clearance_m, bool reachable) {
    constexpr float least = 1.17549435e-38F;
    const auto value = static_cast<float>(clearance_m);
    if (reachable) return value >= 0 ? value : 0.0F;
    return value <= -least ? value : -least;
}

}  // namespace hexscan
