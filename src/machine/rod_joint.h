#pragma once

#include "src/machine/machine.h"

/// The joint at an end of a rod of fixed length.
namespace hexscan {

/// The cosine of the angle between the rod and the joint's axis stays between two bounds: of a joint that tilts it is
/// at least that of max_tilt; a rod end's angle from the plane square to its bolt is at most max_misalignment either
/// way.
struct RodJoint {
    Vector axis;  ///< unit vector; in which frame, the kind says
    double least_cosine = -2, most_cosine = 2;
    double most_rad = 0;  ///< the tilt or the misalignment; infinity where nothing is limited
    bool is_rod_end = false;

    RodJoint(const JointSet& joints, std::size_t leg, const Vector& axis_at_pose);

    bool is_limited() const { return least_cosine > -1 || most_cosine < 1; }
    /// Of a rod so long whose component along the axis is `along_m`.
    bool keeps(double along_m, double rod_m) const {
        return along_m >= least_cosine * rod_m && along_m <= most_cosine * rod_m;
    }
    LimitState state(const Vector& rod, const Vector& axis_there) const;
};

}  // namespace hexscan
