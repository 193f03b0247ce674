#pragma once

#include <cmath>

#include "exact_distance.h"
#include "slider_leg.h"

/// Clearance of a slider leg: how far its far end can move in any direction before it violates a limit. The number is
/// signed. Each clearance changes by at most the distance that the platform moves.
/// The clearance of the reach is the distance from a cylinder about the rail whose radius is the rod's length.
/// The clearance of the travel is the distance from a half sphere about the rail's end, with the rod's length as
/// radius. The far end is on it when the carriage is at that end.
/// The clearance of a joint is the distance from an ellipse, measured across the rail. The rods at the limit's angle
/// end on a circle, which looks like an ellipse when seen along the rail. Only rods with the carriage behind them
/// count, so only a part of the ellipse counts.
namespace hexscan {

/// The limits in the order of the table of this kind of leg. The limits of the joints follow them.
enum class SliderLimit : int { reach, travel_from, travel_to, count };

/// Signed distance of a position from the border of the region in which the carriage is above an end of the rail;
/// positive inside the region. For beside <= d, the region is above the half sphere of radius d about the end. For
/// larger distances beside the rail, the region is above the end, so that the distance is continuous.
HEXSCAN_HD_INLINE exact::Number beyond_half_sphere_m(const SliderLeg& leg, exact::Number above_m,
                                                     exact::Number beside_m) {
    if (above_m >= 0) return smaller(above_m, hypotenuse(above_m, beside_m) - leg.rod_m);
    return -hypotenuse(above_m, larger(0, exact::Number(leg.rod_m) - beside_m));
}

/// The clearance of one of the leg's own limits. If the leg's carriage is ahead, the ends of its travel are swapped.
HEXSCAN_HD_INLINE exact::Number slider_clearance_m(const SliderLeg& leg, bool ahead, SliderLimit which,
                                                   const SliderPlace& at) {
    const exact::Number beside_m = sqrt(at.beside_sq_m2);
    if (which == SliderLimit::reach) return exact::Number(leg.rod_m) - beside_m;
    if ((which == SliderLimit::travel_from) != ahead)
        return beyond_half_sphere_m(leg, at.along_m - leg.from_m, beside_m);
    return -beyond_half_sphere_m(leg, at.along_m - leg.to_m, beside_m);
}

/// The clearance of a limit on the angle between the rod and an axis. A rod that is too short is treated as one that
/// just reaches.
///
/// The rods r at the limit's angle to the axis n end on a circle. Seen along the rail e, the circle is an ellipse. Let
/// f be the component of r across the rail, in the direction in which the axis leans. Then r . n = f |n - (n . e) e| +
/// (r . e) (n . e). So rods with the carriage behind, r . e >= 0, end on one side of a chord of the ellipse. The
/// clearance is infinite if the limit is satisfied and no rod ends there.
///
/// If the limit is satisfied and `nearer_m` is finite, the clearance may be any value >= `nearer_m` once it is known to
/// be that large.
HEXSCAN_HD_OUTLINE exact::Number slider_cone_clearance_m(const SliderLeg& leg, const SliderPlace& at,
                                                         Vec3<double> cone_axis, double cone_cosine,
                                                         exact::Number nearer_m = INFINITY) {
    using exact::Number;
    const Number rod_m = leg.rod_m, cosine = cone_cosine, beside_m = sqrt(at.beside_sq_m2);
    const ExactVector axis = exact_vector(cone_axis), rail = exact_vector(leg.rail);
    const ExactVector across_m = beside_m > rod_m ? scaled(at.across_m, rod_m / beside_m) : at.across_m;
    const bool kept = dot(across_m + scaled(rail, slider_height_m(leg, at)), axis) >= cosine * rod_m;
    const bool asks_for_nearer = kept && nearer_m < INFINITY;
    if (asks_for_nearer && nearer_m <= 0) return INFINITY;
    const Number along_rail = dot(axis, rail);
    const ExactVector leaning = axis - scaled(rail, along_rail);
    const Number lean = sqrt(dot(leaning, leaning));
    const Number radius_m = rod_m * sqrt(exact::larger(0, Number(1) - cosine * cosine));
    Number edge_m = INFINITY;
    if (lean > 1e-12) {
        const Number forward_m = dot(across_m, leaning) / lean, sideways_m = dot(across_m, cross(rail, leaning)) / lean;
        const Number side = along_rail < 0 ? -1 : 1, narrow_m = radius_m * exact::magnitude(along_rail);
        const Number height_m = side * (forward_m - cosine * rod_m * lean);
        const Number most_m = side * (cosine * rod_m * along_rail * along_rail / lean);
        if (asks_for_nearer) edge_m = near_ellipse_below(radius_m, narrow_m, sideways_m, height_m, most_m);
        if (!asks_for_nearer || edge_m < nearer_m)
            edge_m = distance_from_ellipse_below(radius_m, narrow_m, sideways_m, height_m, most_m);
    } else if (cosine * along_rail >= 0) {
        edge_m = exact::magnitude(sqrt(dot(across_m, across_m)) - radius_m);
    }
    // Across the rail, two positions that rods reach are never farther apart than this.
    return kept ? edge_m : -smaller(edge_m, Number(2) * rod_m);
}

/// The clearance of a joint. It is infinite if the joint is not limited.
HEXSCAN_HD_INLINE exact::Number slider_joint_clearance_m(const SliderLeg& leg, const RodEnd& end,
                                                         const SliderPlace& at) {
    exact::Number clearance_m = INFINITY;
    if (end.least_cosine > -1) clearance_m = slider_cone_clearance_m(leg, at, end.axis, end.least_cosine);
    if (end.most_cosine < 1)
        clearance_m = smaller(
            clearance_m, slider_cone_clearance_m(leg, at, {-end.axis.x, -end.axis.y, -end.axis.z}, -end.most_cosine));
    return clearance_m;
}

}  // namespace hexscan
