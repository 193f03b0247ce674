#pragma once

#include <array>
#include <vector>

#include "src/check/leg_bounds.h"
#include "src/check/pose_box.h"

/// How small the clearance of one limit can get over a box of poses, bounded from below; rounding included.
///
/// With w = p - a the leg vector is l = w + R b, its squared length |w|^2 + |b|^2 + 2 w . R b, and a joint's n . l is
/// n . w + n . R b at the base and R m . l = w . R m + m . b at the platform: all of them affine in x . R y. The
/// clearance of a limit (kernels/clearance.h) is the distance of l from a convex set, or from the surface of one from
/// within, so that a tangent gives a bound of that form too, off by the square of what the leg moves within the box:
///   - longest length and joints of at most 90 degrees allow a convex set: the clearance is concave in p and attains
///     its least value at one of the box's corners. There, for any number r > 0,
///       L <= r / 2 + L^2 / (2 r),     |n x l| <= r / 2 + (L^2 - (n . l)^2) / (2 r),   (n . l)^2 >= 2 d n . l - d^2,
///     the first two being equalities at r = L and r = |n x l|, the last at d = n . l (arithmetic and geometric mean);
///   - shortest length and joints beyond 90 degrees forbid a convex set: the clearance is at least v . l minus the
///     set's support, for any unit vector v of the set's polar cone; an equality for the direction away from the
///     nearest point.
/// So position costs no subdivision where the nearest point of the box is known; the orientation box is divided.
/// Sources: Merlet, Parallel Robots, 2nd ed., ch. 7 (limits as spheres and cones); Boyd and Vandenberghe, Convex
/// Optimization, 2004, ch. 3 (tangents of convex functions).
namespace hexscan {

/// One limit of one leg over a part of a requirement's box. Where the least clearance is at a corner of the positions'
/// box, each corner is a problem of its own and low equals high.
struct LimitProblem {
    int leg = 0;
    BoundedLimit limit;
    PoseBox box;
};

/// The problems whose least clearance is the box's.
std::vector<LimitProblem> limit_problems(const std::array<LegBounds, leg_count>& legs, const PoseBox& box);

/// What is known of one limit's clearance over a box of poses.
struct ClearanceBound {
    double at_least_m = 0;  ///< the limit's clearance is nowhere in the box smaller
    Pose lowest;            ///< a pose of the box where it is about the smallest
    std::size_t split = 0;  ///< the dimension whose halving helps most; of no width: none
};

/// Stops refining once the bound is at least `enough_m`.
ClearanceBound clearance_bound(const LegBounds& leg, const LimitProblem& problem, double enough_m);

}  // namespace hexscan
