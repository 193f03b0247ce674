#pragma once

#include "allowed_cones.h"
#include "kernels/kernel_tuning.h"
#include "kernels/slider_clearance.h"
#include "whole_leg.h"

namespace hexscan {

/// A slider leg at one orientation with all limits of its joints. It tests a position and computes its clearances. Host
/// and device compute the same bits. If the carriage is ahead of the rod's end, the leg is described with its rail
/// reversed.
struct WholeSlider {
    static constexpr int own_limits = static_cast<int>(SliderLimit::count);
    static constexpr int least_blocks = tuning::least_blocks_of_sliders;

    SliderLeg leg;
    bool ahead;
    AllowedCones joints[2];  ///< at the carriage and at the platform

    HEXSCAN_HD_INLINE int limits() const { return own_limits + joints[0].limits + joints[1].limits; }

    HEXSCAN_HD_INLINE bool keeps(Vec3<double> l) const {
        if (!exact_slider_keeps(leg, l)) return false;
        if (joints[0].is_rod_end && joints[1].is_rod_end) return true;
        const ExactVector rod = slider_rod(leg, slider_place(leg, l));
        for (const AllowedCones& joint : joints)
            if (!joint.is_rod_end && !joint.keep(rod, leg.rod_m)) return false;
        return true;
    }

    /// Computes a clearance for each limit, in the order of the table of this kind of leg. Each is a signed distance.
    /// Let `far` be the smaller of `nearer_m` and `slack.enough_m`. If `far` is finite, a joint's clearance may be any
    /// value >= `far` once it is known to be that large. It may then also be any value >= the least clearance of the
    /// other limits.
    HEXSCAN_HD_INLINE void clearances_m(Vec3<double> l, JointSlack slack, exact::Number nearer_m,
                                        double* clearances_m) const {
        if (slack.enough_m < nearer_m.value) nearer_m = slack.enough_m;
        const SliderPlace at = slider_place(leg, l);
        for (int k = 0; k < own_limits; ++k) {
            clearances_m[k] = slider_clearance_m(leg, ahead, static_cast<SliderLimit>(k), at).value;
            if (nearer_m < INFINITY && clearances_m[k] < nearer_m.value) nearer_m = clearances_m[k];
        }
        int first = own_limits;
        for (const AllowedCones& joint : joints) {
            for (int k = 0; k < joint.limits; ++k) clearances_m[first + k] = INFINITY;
            for (int k = 0; k < joint.count; ++k) {
                const AllowedCone& cone = joint.cones[k];
                const double clearance_m = slider_cone_clearance_m(leg, at, cone.axis, cone.cosine, nearer_m).value;
                double& of_limit = clearances_m[first + cone.limit];
                if (clearance_m < of_limit) of_limit = clearance_m;
            }
            first += joint.limits;
        }
    }

    static HEXSCAN_HD_INLINE ClearanceSlack slack() { return {0, 0}; }
};

}  // namespace hexscan
