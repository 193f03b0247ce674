#pragma once

#include "kernels/rod_end.h"

namespace hexscan {

/// What a joint allows are the vectors v with v . axis >= cosine |v|.
struct AllowedCone {
    Vec3<double> axis;    ///< unit vector
    double sine, cosine;  ///< of the largest angle to it
    int limit = 0;        ///< of the joint's limits, in the order of joint_limits.h, the one that it is of
};

/// All that a joint allows (src/machine/legs/leg_joint.h).
struct AllowedCones {
    static constexpr int most = 4;

    AllowedCone cones[most];
    int count = 0;   ///< of the cones; 0 where nothing is limited
    int limits = 1;  ///< that the joint has
    /// Whether the closed forms' RodEnd says the same: then its test is THE reference test, else that of the cones is.
    bool is_rod_end = true;

    HEXSCAN_HD_INLINE bool is_limited() const { return count > 0; }
    /// Of a vector so long.
    HEXSCAN_HD_INLINE bool keep(const ExactVector& v, exact::Number length_m) const {
        for (int k = 0; k < count; ++k)
            if (!(dot(v, exact_vector(cones[k].axis)) >= length_m * cones[k].cosine)) return false;
        return true;
    }
};

}  // namespace hexscan
