#pragma once

#include <cfloat>
#include <cmath>

#include "exact_distance.h"
#include "rotary_leg.h"

/// The clearance of a rotary leg: how far its far end can move in any direction before it violates a limit. It is
/// signed and leaves out the limits of the joints.
/// The clearance of the reach is the rod's length minus the distance from the nearest point of the tip's circle.
/// The clearance of the fold is the distance from the farthest point of that circle minus the rod's length.
/// The clearances of the angles are the distances from two half spheres with the rod's length as radius. Each is
/// centred at the tip's position at an end of the range, and is the half ahead of the tip. The far end passes a half
/// sphere when the arm is at that end. A leg beyond the range may also get back across a gap in the rod's reach, but
/// only if it crosses one of the whole spheres.
namespace hexscan {

/// The limits in the order of the table of this kind of leg. The limits of the joints follow them.
enum class RotaryLimit : int { reach, fold, angle_from, angle_to, count };
inline constexpr int rotary_limits = static_cast<int>(RotaryLimit::count);

HEXSCAN_HD_INLINE exact::Number nearest_tip_m(const RotaryLeg& leg, const RotaryPlace& at) {
    return hypotenuse(sqrt(at.radius_sq_m2) - leg.arm_m, at.beside_m);
}
HEXSCAN_HD_INLINE exact::Number farthest_tip_m(const RotaryLeg& leg, const RotaryPlace& at) {
    return hypotenuse(sqrt(at.radius_sq_m2) + leg.arm_m, at.beside_m);
}

/// The distances of the far end from a sphere and from the half of this sphere ahead of the tip. The sphere has the
/// rod's length as radius. Its centre is the tip's position at an end of the range.
struct FromArmEnd {
    exact::Number sphere_m, half_sphere_m;
};
HEXSCAN_HD_INLINE FromArmEnd from_arm_end(const RotaryLeg& leg, Vec3<double> l_m, ArmDirection<double> end) {
    using exact::Number;
    const ArmDirection<Number> arm = exact_direction(end);
    const ExactVector rod = exact_vector(l_m) - arm_tip(leg, arm);
    const Number square_m2 = dot(rod, rod);
    const Number ahead_m = dot(rod, exact_vector(leg.w)) * arm.u - dot(rod, exact_vector(leg.u)) * arm.w;
    const Number sphere_m = exact::magnitude(sqrt(square_m2) - leg.rod_m);
    if (ahead_m >= 0) return {sphere_m, sphere_m};
    const Number beside_m = sqrt(exact::larger(0, square_m2 - ahead_m * ahead_m));
    return {sphere_m, hypotenuse(ahead_m, beside_m - leg.rod_m)};
}

/// The clearance of a violated limit. It is negative even if its magnitude rounds to 0.
HEXSCAN_HD_INLINE exact::Number violated_by_m(exact::Number distance_m) { return -exact::larger(distance_m, DBL_MIN); }

/// The clearance of the violated end of the range, for a leg beyond its range of angles.
HEXSCAN_HD_INLINE exact::Number rotary_clearance_beyond_m(const FromArmEnd& begin, const FromArmEnd& end,
                                                          exact::Number reach_m, exact::Number fold_m) {
    const exact::Number others_m = smaller(smaller(begin.half_sphere_m, end.half_sphere_m), smaller(reach_m, fold_m));
    return violated_by_m(larger(smaller(begin.sphere_m, end.sphere_m), others_m));
}

/// The end of the range to which a limit belongs. If the leg's arm is ahead, the ends are swapped.
HEXSCAN_HD_INLINE ArmDirection<double> end_of_range(const RotaryLeg& leg, bool ahead, RotaryLimit which) {
    return (which == RotaryLimit::angle_from) != ahead ? leg.from : leg.to;
}

/// The clearance of one limit, for a leg within its range of angles. It is infinite if there is no such limit.
HEXSCAN_HD_INLINE exact::Number rotary_clearance_within_m(const RotaryLeg& leg, bool ahead, RotaryLimit which,
                                                          const RotaryPlace& at, Vec3<double> l_m) {
    if (which == RotaryLimit::reach) return exact::Number(leg.rod_m) - nearest_tip_m(leg, at);
    if (which == RotaryLimit::fold) return farthest_tip_m(leg, at) - leg.rod_m;
    if (leg.range == ArmRange::any) return INFINITY;
    return from_arm_end(leg, l_m, end_of_range(leg, ahead, which)).half_sphere_m;
}

/// The clearances of all limits. Only the least one is meaningful: no leg vector closer than its magnitude has the
/// other verdict. The least one changes by at most the distance that the platform moves.
struct RotaryClearances {
    exact::Number m[rotary_limits];
};
HEXSCAN_HD_INLINE RotaryClearances rotary_clearances(const RotaryLeg& leg, bool ahead, const RotaryPlace& at,
                                                     Vec3<double> l_m) {
    constexpr int from = static_cast<int>(RotaryLimit::angle_from), to = static_cast<int>(RotaryLimit::angle_to);
    RotaryClearances clearances;
    HEXSCAN_UNROLL
    for (int k = 0; k < from; ++k)
        clearances.m[k] = rotary_clearance_within_m(leg, ahead, static_cast<RotaryLimit>(k), at, l_m);
    clearances.m[from] = clearances.m[to] = INFINITY;
    if (leg.range == ArmRange::any) return clearances;
    const FromArmEnd begin = from_arm_end(leg, l_m, end_of_range(leg, ahead, RotaryLimit::angle_from));
    const FromArmEnd end = from_arm_end(leg, l_m, end_of_range(leg, ahead, RotaryLimit::angle_to));
    if (within_angles(leg, at)) {
        clearances.m[from] = begin.half_sphere_m;
        clearances.m[to] = end.half_sphere_m;
        return clearances;
    }
    const bool before_middle = turn_left(exact_direction(leg.middle), arm_at(leg, at)) < 0;
    clearances.m[before_middle != ahead ? from : to] =
        rotary_clearance_beyond_m(begin, end, clearances.m[0], clearances.m[1]);
    return clearances;
}

}  // namespace hexscan
