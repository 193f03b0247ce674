#pragma once

#include "kernels/rod_end.h"
#include "src/machine/machine.h"

namespace hexscan {

/// The joint at an end of a rod, of a file's numbers: of one that tilts the cosine is at least that of max_tilt; a rod
/// end's angle from the plane square to its bolt is at most max_misalignment either way.
struct RodJoint : RodEnd {
    double most_rad = 0;  ///< the tilt or the misalignment; infinity where nothing is limited
    bool is_rod_end = false;

    RodJoint(const JointSet& joints, std::size_t leg, const Vector& axis_at_pose);

    LimitState state(const Vector& rod, const Vector& axis_there) const;
};

}  // namespace hexscan
