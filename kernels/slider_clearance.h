#pragma once

#include <cmath>

#include "exact_distance.h"
#include "slider_leg.h"

/// How far the far end of a slider leg can move in any direction before a limit is met, signed. Each clearance changes
/// by no more than the platform moves.
///   - Reach: the cylinder of the rod's radius about the rail.
///   - Travel: the distance from the half sphere about the rail's end that the far end is on where the carriage is
///     there.
///   - Joints: across the rail, from the ellipse that the limit's circle of rods looks like along it; of that ellipse
///     what rods with the carriage behind end on.
namespace hexscan {

/// In the order of the kind's table; those of the joints follow.
enum class SliderLimit : int { reach, travel_from, travel_to, count };

/// Signed distance of a place from where travel is more than that of a rail's end: of beside <= d what is above the
/// half sphere of radius d about the end, and of farther ones, so that it is one distance everywhere, what is above the
/// end.
HEXSCAN_HD_INLINE exact::Number beyond_half_sphere_m(const SliderLeg& leg, exact::Number above_m,
                                                     exact::Number beside_m) {
    if (above_m >= 0) return smaller(above_m, hypotenuse(above_m, beside_m) - leg.rod_m);
    return -hypotenuse(above_m, larger(0, exact::Number(leg.rod_m) - beside_m));
}

/// Of one of the leg's own limits. A leg whose carriage is ahead has changed the ends of its travel.
HEXSCAN_HD_INLINE exact::Number slider_clearance_m(const SliderLeg& leg, bool ahead, SliderLimit which,
                                                   const SliderPlace& at) {
    const exact::Number beside_m = sqrt(at.beside_sq_m2);
    if (which == SliderLimit::reach) return exact::Number(leg.rod_m) - beside_m;
    if ((which == SliderLimit::travel_from) != ahead)
        return beyond_half_sphere_m(leg, at.along_m - leg.from_m, beside_m);
    return -beyond_half_sphere_m(leg, at.along_m - leg.to_m, beside_m);
}

/// Of what keeps the rod within that angle to an axis. Where the rod is too short it stands for one that just reaches.
///
/// The rods r of that cosine to the axis n end on a circle, which is an ellipse across the rail e. With f how far a rod
/// goes across the rail to where the axis leans, r . n = f |n - (n . e) e| + (r . e) (n . e): rods with the carriage
/// behind, r . e >= 0, end on one side of a chord of the ellipse. Infinite where none does and the limit is kept.
///
/// Where it is kept, clearances from `nearer_m` on, unless that is infinite, are told as any that are not less.
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
    // No two places that rods reach are farther apart across the rail.
    return kept ? edge_m : -smaller(edge_m, Number(2) * rod_m);
}

/// Infinite where the joint is not limited.
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
