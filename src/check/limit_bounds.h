#pragma once

#include <array>
#include <vector>

#include "src/check/leg_bounds.h"
#include "src/check/pose_box.h"

/// Lower bounds on the clearance of one limit over a box of poses, including rounding.
///
/// Method: the slopes of the clearance (pose_slopes.h). A coordinate in which the clearance is monotone is fixed at the
/// end where the clearance is smaller. From its value at some pose of the remaining box, the slopes give a bound
/// (Baumann, Optimal centered forms, BIT 28, 1988). Second derivatives H narrow the slopes. They also give a
/// second-order bound. Let d be the difference from the pose, and H = M + E with |E| small. Then d' H d is at least n m
/// - |d|' |E| |d|. Here m is the smallest eigenvalue of M scaled with the largest |d|, or 0 if that is positive, and n
/// is the number of coordinates with a width. Once M is positive, a box around an inner minimum therefore needs no
/// halving. This avoids the cluster effect (Kearfott and Du, Journal of Global Optimization 5, 1994).
///
/// The longest length, and joints of at most 90 degrees, allow a convex set of leg vectors. The clearance is then
/// concave in the position, and its minimum is at one of the two ends of each coordinate.
namespace hexscan {

/// The task of bounding one limit of one leg over a part of a requirement's box.
struct LimitProblem {
    int leg = 0;
    BoundedLimit limit;
    PoseBox box;
};

/// Splits the search for the smallest clearance in a box into one problem for each limit of each leg. The clearance is
/// the smallest one of all problems.
std::vector<LimitProblem> limit_problems(const std::array<LegBounds, leg_count>& legs, const PoseBox& box);

/// A bound on one limit's clearance over a box of poses.
struct ClearanceBound {
    double at_least_m = 0;  ///< lower bound of the clearance in the box
    Pose lowest;            ///< pose of the box at which the clearance is approximately the smallest
    PoseBox box;            ///< a part of the box that is sure to contain the smallest clearance
    /// The coordinate whose halving improves the bound most. PoseBox::dimensions if the bound suffices, or if no
    /// coordinate has a width.
    std::size_t axis = PoseBox::dimensions;
    bool is_at_an_end = false;  ///< true: the smallest clearance is at one end of this coordinate

    /// The halves of `box` across `axis`, or its two ends if the smallest clearance is at one of them.
    std::array<PoseBox, 2> parts() const;
};

/// Computes the bound. Stops refining when it is at least `enough_m`.
ClearanceBound clearance_bound(const LegBounds& leg, const LimitProblem& problem, double enough_m);

}  // namespace hexscan
