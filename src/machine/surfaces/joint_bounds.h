#pragma once

#include <cstddef>
#include <vector>

#include "src/machine/interval_vector.h"
#include "src/machine/machine.h"

namespace hexscan {

/// Sine and cosine of the largest angle to an axis, and the axis, whose length is 1. The intervals contain the true
/// values (kernels/surfaces/cone.h).
struct ConeBounds {
    Interval sine, cosine;
    IntervalVector axis;

    /// A cone of at most 90 degrees allows a convex set. A larger one forbids a convex set.
    bool is_convex() const { return cosine.hi >= 0; }
};

/// The cones within which a joint keeps its leg or rod (src/machine/legs/leg_joint.h), in the frame of the joint's
/// side. The intervals contain the values that the machine's doubles mean. Empty if the joint limits nothing.
std::vector<ConeBounds> joint_bounds(const JointSet& joints, std::size_t leg);

}  // namespace hexscan
