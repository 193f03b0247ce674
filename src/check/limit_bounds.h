#pragma once

#include <array>
#include <vector>

#include "src/check/leg_bounds.h"
#include "src/check/pose_box.h"

/// Lower bounds of the clearance of one limit over a box of poses, including rounding.
///
/// Let w = p - a. The leg vector is l = w + R b, and its squared length is |w|^2 + |b|^2 + 2 w . R b. A joint's n . l
/// is n . w + n . R b at the base, and R m . l = w . R m + m . b at the platform. All of these are affine in a number
/// of the form x . R y. The clearance of a limit (kernels/clearance.h) is the distance of l from a convex set, or from
/// the surface of a convex set around l. So a tangent gives a bound of that form, too. Its error is quadratic in the
/// motion of the leg within the box.
///   - The longest length, and joints of at most 90 degrees, allow a convex set. The clearance is concave in p and
///     smallest at one of the corners of the box of positions. There, for any number r > 0,
///       L <= r / 2 + L^2 / (2 r),     |n x l| <= r / 2 + (L^2 - (n . l)^2) / (2 r),   (n . l)^2 >= 2 d n . l - d^2.
///     The first two are equalities at r = L and r = |n x l|, the last at d = n . l (arithmetic and geometric mean).
///   - The shortest length, and joints beyond 90 degrees, forbid a convex set. For any unit vector v of the set's polar
///     cone, the clearance is at least v . l minus the set's support. It is equal for the direction away from the
///     nearest point.
/// So positions need no subdivision if the nearest point of the box is known; only the box of orientations is divided.
/// Sources: Merlet, Parallel Robots, 2nd ed., ch. 7 (limits as spheres and cones); Boyd and Vandenberghe, Convex
/// Optimization, 2004, ch. 3 (tangents of convex functions).
namespace hexscan {

/// One limit of one leg over a part of a requirement's box. If the smallest clearance is at a corner of the box of
/// positions, each corner is a problem of its own, with low equal to high.
struct LimitProblem {
    int leg = 0;
    BoundedLimit limit;
    PoseBox box;
};

/// The problems whose smallest clearance is that of the box.
std::vector<LimitProblem> limit_problems(const std::array<LegBounds, leg_count>& legs, const PoseBox& box);

/// The knowledge of one limit's clearance over a box of poses.
struct ClearanceBound {
    double at_least_m = 0;  ///< lower bound of the clearance in the box
    Pose lowest;            ///< a pose of the box where the clearance is about the smallest
    std::size_t split = 0;  ///< the dimension whose halving helps most; if it has no width: none
};

/// Stops refining once the bound is at least `enough_m`.
ClearanceBound clearance_bound(const LegBounds& leg, const LimitProblem& problem, double enough_m);

}  // namespace hexscan
