#pragma once

#include <cstddef>
#include <vector>

#include "src/machine/interval_vector.h"
#include "src/machine/machine.h"

namespace hexscan {

/// A cone: sine and cosine of the largest angle to its axis, and the axis as a unit vector. The intervals contain the
/// true values (kernels/surfaces/cone.h).
struct ConeBounds {
    Interval sine, cosine;
    IntervalVector axis;

    /// True if the allowed set is convex: a cone of at most 90 degrees. For a larger one, the forbidden set is convex.
    bool is_convex() const { return cosine.hi >= 0; }
};

/// The cones within which a joint keeps its leg or rod (src/machine/legs/leg_joint.h), in the frame of the joint's
/// side. The intervals contain the values that the machine's doubles represent. The result is empty if the joint has no
/// limit.
std::vector<ConeBounds> joint_bounds(const JointSet& joints, std::size_t leg);

}  // namespace hexscan
