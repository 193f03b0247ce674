#pragma once

#include "kernels/rod_end.h"

namespace hexscan {

/// A cone of vectors v that a joint allows: v . axis >= cosine |v|.
struct AllowedCone {
    Vec3<double> axis;    ///< unit vector
    double sine, cosine;  ///< sine and cosine of the largest angle to the axis
    int limit = 0;        ///< which of the joint's limits this is, in the order of joint_limits.h
};

/// All vectors that a joint allows (src/machine/legs/leg_joint.h): the intersection of cones.
struct AllowedCones {
    static constexpr int most = 4;

    AllowedCone cones[most];
    int count = 0;   ///< number of cones; 0 if nothing is limited
    int limits = 1;  ///< number of limits of the joint
    /// True if the closed forms' RodEnd describes the same joint. Then RodEnd's test is the reference test; otherwise
    /// the test of the cones is.
    bool is_rod_end = true;

    HEXSCAN_HD_INLINE bool is_limited() const { return count > 0; }
    /// True if the joint allows the vector `v`, which has the length `length_m`.
    HEXSCAN_HD_INLINE bool keep(const ExactVector& v, exact::Number length_m) const {
        for (int k = 0; k < count; ++k)
            if (!(dot(v, exact_vector(cones[k].axis)) >= length_m * cones[k].cosine)) return false;
        return true;
    }
};

}  // namespace hexscan
