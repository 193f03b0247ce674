#pragma once

#include <array>
#include <vector>

#include "src/check/leg_bounds.h"
#include "src/check/pose_box.h"

/// Lower bounds of the clearance of one limit over a box of poses, including rounding.
///
/// Method: the slopes of the clearance (pose_slopes.h). A coordinate in which the clearance is monotone keeps only its
/// lower end. From some pose of the rest, the slopes give a bound (Baumann, Optimal centered forms, BIT 28, 1988).
/// Second derivatives H narrow the slopes. They also give a second-order bound: let d be the difference from the pose,
/// and H = M + E with |E| small. Then d' H d is at least the smallest eigenvalue of M, scaled with the box, if that is
/// negative, minus |d|' |E| |d|. So boxes around a minimum inside need no halving once M is positive (the cluster
/// effect: Kearfott and Du, Journal of Global Optimization 5, 1994).
///
/// The longest length, and joints of at most 90 degrees, allow a convex set of leg vectors. The clearance is then
/// concave in the position, and smallest at one of both ends of each coordinate.
namespace hexscan {

/// One limit of one leg over a part of a requirement's box.
struct LimitProblem {
    int leg = 0;
    BoundedLimit limit;
    PoseBox box;
};

/// The problems whose smallest clearance is that of the box.
std::vector<LimitProblem> limit_problems(const std::array<LegBounds, leg_count>& legs, const PoseBox& box);

/// The knowledge of one limit's clearance over a box of poses.
struct ClearanceBound {
    double at_least_m = 0;  ///< Lower bound of the clearance in the box.
    Pose lowest;            ///< A pose of the box where the clearance is about the smallest.
    PoseBox box;            ///< The clearance is the smallest in this part of the box.
    /// The coordinate whose halving helps most. None if the bound suffices, or if no coordinate has a width.
    std::size_t axis = PoseBox::dimensions;
    bool is_at_an_end = false;  ///< The clearance is the smallest at one end of this coordinate.

    std::array<PoseBox, 2> parts() const;
};

/// Stops refining once the bound is at least `enough_m`.
ClearanceBound clearance_bound(const LegBounds& leg, const LimitProblem& problem, double enough_m);

}  // namespace hexscan
