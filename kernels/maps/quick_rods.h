#pragma once

#include <cmath>

#include "kernels/maps/quick_roots.h"
#include "kernels/rotary_clearance.h"
#include "kernels/slider_clearance.h"

/// Computes clearances of legs with rods, accurately enough to find the nearest limit. The formulas use single
/// precision. For sliders they use double precision, because the limits of sliders often have almost equal clearances.
/// Distances are measured along the leg's own axes, so only lengths are subtracted from each other. Each error is a few
/// roundings of the longest length.
namespace hexscan {

template <class Real>
HEXSCAN_HD_INLINE Real quick_hypotenuse(Real a, Real b) {
    return quick_root(a * a + b * b);
}

/// A leg's own axes: orthogonal unit vectors.
template <class Real>
struct QuickAxes {
    Vec3<Real> offset_m;  ///< R b - a
    Vec3<Real> u, w, axis;

    /// The coordinates of the leg vector along the leg's own axes. The terms of y and z come first, because neighbours
    /// in a row share them.
    HEXSCAN_HD_INLINE Vec3<Real> place(Vec3<Real> p) const {
        const Vec3<Real> l = p + offset_m;
        return {l.y * u.y + l.z * u.z + l.x * u.x, l.y * w.y + l.z * w.z + l.x * w.x,
                l.y * axis.y + l.z * axis.z + l.x * axis.x};
    }
};

template <int count>
struct QuickClearances {
    float m[count];
    float signs_hold_m;  ///< the same formulas apply while the far end moves by less than this distance
};

/// A slider without its joints. Its axis is the rail.
template <class Real>
struct QuickSlider {
    static constexpr int limits = static_cast<int>(SliderLimit::count);

    QuickAxes<Real> axes;
    Real rod_m, from_m, to_m;
    bool ahead;

    HEXSCAN_HD_INLINE static Real least_of(Real a, Real b) { return a < b ? a : b; }

    HEXSCAN_HD_INLINE Real clearance_m(int limit, bool, Vec3<Real> at) const {
        const bool from = (limit == static_cast<int>(SliderLimit::travel_from)) != ahead;
        const Real beside_m = quick_hypotenuse(at.x, at.y), inside_m = rod_m - beside_m;
        const Real above_m = at.z - (from ? from_m : to_m);
        const bool below = above_m < 0;
        const Real distance_m = quick_hypotenuse(above_m, !below ? beside_m : inside_m > 0 ? inside_m : Real(0));
        const Real outside_m = distance_m - rod_m;
        const Real beyond_m = below ? -distance_m : outside_m < above_m ? outside_m : above_m;
        return limit == static_cast<int>(SliderLimit::reach) ? inside_m : from ? beyond_m : -beyond_m;
    }
    /// A bound on how fast the clearance's gradient turns. The same formula applies while the far end moves by less
    /// than `same_m`. Meanwhile the gradient turns by at most the distance moved, divided by (`radius_m` minus that
    /// distance), in radians.
    struct Bend {
        Real same_m, radius_m;
    };
    HEXSCAN_HD_INLINE Bend bend(int limit, Vec3<Real> at) const {
        const bool from = (limit == static_cast<int>(SliderLimit::travel_from)) != ahead;
        const Real beside_m = quick_hypotenuse(at.x, at.y), inside_m = rod_m - beside_m;
        if (limit == static_cast<int>(SliderLimit::reach)) return {INFINITY, beside_m};
        const Real above_m = at.z - (from ? from_m : to_m);
        if (above_m < 0) {
            const Real same_m = least_of(-above_m, inside_m > 0 ? inside_m : -inside_m);
            if (inside_m <= 0) return {same_m, INFINITY};
            return {same_m, least_of(beside_m, quick_hypotenuse(above_m, inside_m))};
        }
        const Real distance_m = quick_hypotenuse(above_m, beside_m), over_m = distance_m - rod_m - above_m;
        const Real same_m = least_of(above_m, (over_m < 0 ? -over_m : over_m) / 2);
        return {same_m, over_m < 0 ? distance_m : Real(INFINITY)};
    }

    /// At the borders between formulas, both sides give the same value. So signs_hold_m is infinite.
    HEXSCAN_HD_INLINE QuickClearances<limits> clearances(Vec3<Real> at) const {
        QuickClearances<limits> clearances{{}, INFINITY};
        HEXSCAN_UNROLL
        for (int k = 0; k < limits; ++k) clearances.m[k] = clearance_m(k, false, at);
        return clearances;
    }
};

/// A rotary leg without its joints.
struct QuickRotary {
    static constexpr int limits = rotary_limits;

    QuickAxes<float> axes;
    float arm_m, rod_m;
    ArmDirection<float> from, to, middle;
    ArmRange range;
    bool ahead;

    /// The clearance of one limit. If `violated` is true, the leg is outside its range of angles.
    HEXSCAN_HD_INLINE float clearance_m(int limit, bool violated, Vec3<float> at) const {
        if (limit == static_cast<int>(RotaryLimit::reach)) return reach_m(at);
        if (limit == static_cast<int>(RotaryLimit::fold)) return fold_m(at);
        if (violated) return violated_m(from_end(at, from), from_end(at, to), reach_m(at), fold_m(at));
        return from_end(at, (limit == static_cast<int>(RotaryLimit::angle_from)) != ahead ? from : to).half_sphere_m;
    }

    HEXSCAN_HD_INLINE QuickClearances<limits> clearances(Vec3<float> at) const {
        QuickClearances<limits> found{{reach_m(at), fold_m(at), INFINITY, INFINITY}, INFINITY};
        if (range == ArmRange::any) return found;
        const End begin = from_end(at, from), end = from_end(at, to);
        const bool from_beyond = begin.beyond_m >= 0, to_within = end.beyond_m <= 0;
        found.signs_hold_m = fminf(fabsf(begin.beyond_m), fabsf(end.beyond_m));
        bool within = from_beyond && to_within;
        if (from_beyond != to_within) {
            const bool after_from = (begin.ahead_m >= 0) == from_beyond, before_to = (end.ahead_m <= 0) == from_beyond;
            within = range == ArmRange::beyond_half_turn ? after_from || before_to : after_from && before_to;
            found.signs_hold_m = fminf(found.signs_hold_m, fminf(fabsf(begin.ahead_m), fabsf(end.ahead_m)));
        }
        if (within) {
            found.m[2] = ahead ? end.half_sphere_m : begin.half_sphere_m;
            found.m[3] = ahead ? begin.half_sphere_m : end.half_sphere_m;
            return found;
        }
        // Decides on which side of the middle of its range the arm is. Consider the circle about the tip at the middle
        // whose radius is the rod's length. If the far end is ahead of the middle, the arm is before the middle when
        // the far end is within that circle. Otherwise the arm is before the middle when the far end is outside the
        // same circle about the opposite tip.
        const bool turned = turn_left(middle, {at.x, at.y}) < 0;
        const End half_way = from_end(at, turned ? ArmDirection<float>{-middle.u, -middle.w} : middle);
        found.signs_hold_m = fminf(found.signs_hold_m, fminf(fabsf(half_way.beyond_m), fabsf(half_way.ahead_m)));
        const bool before_middle = (half_way.beyond_m > 0) == turned;
        found.m[before_middle != ahead ? 2 : 3] = violated_m(begin, end, found.m[0], found.m[1]);
        return found;
    }

private:
    /// The far end relative to a sphere about the tip at one angle, with the rod's length as radius. The members are
    /// those of FromArmEnd.
    struct End {
        float beyond_m;  ///< distance from the sphere, positive outside it
        float half_sphere_m, ahead_m;
    };
    HEXSCAN_HD_INLINE End from_end(Vec3<float> at, ArmDirection<float> arm) const {
        const float ahead_m = turn_left(arm, {at.x, at.y});
        const float beside_m = quick_hypotenuse(at.x * arm.u + at.y * arm.w - arm_m, at.z);
        const float beyond_m = quick_hypotenuse(beside_m, ahead_m) - rod_m;
        return {beyond_m, ahead_m >= 0 ? fabsf(beyond_m) : quick_hypotenuse(ahead_m, beside_m - rod_m), ahead_m};
    }
    HEXSCAN_HD_INLINE float reach_m(Vec3<float> at) const {
        return rod_m - quick_hypotenuse(quick_hypotenuse(at.x, at.y) - arm_m, at.z);
    }
    HEXSCAN_HD_INLINE float fold_m(Vec3<float> at) const {
        return quick_hypotenuse(quick_hypotenuse(at.x, at.y) + arm_m, at.z) - rod_m;
    }
    HEXSCAN_HD_INLINE static float violated_m(const End& begin, const End& end, float reach_m, float fold_m) {
        const float others_m = fminf(fminf(begin.half_sphere_m, end.half_sphere_m), fminf(reach_m, fold_m));
        return -fmaxf(fminf(fabsf(begin.beyond_m), fabsf(end.beyond_m)), others_m);
    }
};

}  // namespace hexscan
