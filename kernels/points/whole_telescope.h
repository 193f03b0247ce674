#pragma once

#include "allowed_cones.h"
#include "kernels/clearance.h"
#include "kernels/kernel_tuning.h"
#include "kernels/kinematics.h"
#include "whole_leg.h"

namespace hexscan {

/// A telescopic leg at one orientation with joints of any sort. It is equivalent to several legs, its parts, whose
/// joints only limit a tilt: the leg satisfies its limits if all parts satisfy theirs
/// (src/machine/legs/telescope_parts.h). The reference test is the test of all parts. The parts take leg vectors, so
/// their offsets are 0.
struct WholeTelescope {
    static constexpr int own_limits = 2, most_parts = AllowedCones::most;
    static constexpr int least_blocks = tuning::least_blocks_of_telescopes;

    double shortest_m, longest_m;  ///< shortest_m: 0 if there is no shortest length
    AllowedCones joints[2];        ///< at the base and at the platform
    Leg<double> parts[most_parts];
    int part_count;

    HEXSCAN_HD_INLINE int limits() const { return own_limits + joints[0].limits + joints[1].limits; }

    HEXSCAN_HD_INLINE bool keeps(Vec3<double> l) const {
        for (int k = 0; k < part_count; ++k)
            if (!exact_leg_within_limits(parts[k], exact_leg_row(parts[k], l.y, l.z), l.x)) return false;
        return true;
    }

    /// Computes a clearance for each limit, in the order of the table of this kind of leg (kernels/clearance.h). Each
    /// is a signed distance.
    HEXSCAN_HD_INLINE void clearances_m(Vec3<double> l_m, JointSlack, exact::Number, double* clearances_m) const {
        using exact::Number;
        const ExactVector l = exact_vector(l_m);
        const Number length_m = sqrt(dot(l, l));
        clearances_m[0] = shortest_m > 0 ? clearance_outside_sphere_m(Number(shortest_m), length_m).value : INFINITY;
        clearances_m[1] = clearance_inside_sphere_m(Number(longest_m), length_m).value;
        int first = own_limits;
        for (const AllowedCones& joint : joints) {
            for (int k = 0; k < joint.limits; ++k) clearances_m[first + k] = INFINITY;
            for (int k = 0; k < joint.count; ++k) {
                const AllowedCone& cone = joint.cones[k];
                const ExactVector axis = exact_vector(cone.axis), beside = cross(l, axis);
                const TiltLimit<Number> limit{cone.sine, cone.cosine, true};
                const Number clearance_m = joint_clearance_m(limit, dot(l, axis), sqrt(dot(beside, beside)), length_m);
                double& of_limit = clearances_m[first + cone.limit];
                if (clearance_m.value < of_limit) of_limit = clearance_m.value;
            }
            first += joint.limits;
        }
    }

    static HEXSCAN_HD_INLINE ClearanceSlack slack() { return {0, 0}; }
};

}  // namespace hexscan
