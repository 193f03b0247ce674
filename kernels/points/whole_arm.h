#pragma once

#include "allowed_cones.h"
#include "arm_search.h"
#include "cone_edge.h"
#include "kernels/kernel_tuning.h"
#include "kernels/rotary_clearance.h"
#include "whole_leg.h"

namespace hexscan {

/// A rotary leg at one orientation with all limits of its joints. It tests a position and computes its clearances. Host
/// and device compute the same bits. If the arm is ahead of the rod's end, the leg is described as seen from the other
/// side, where angles decrease.
///
/// The clearance of a joint is a distance from circles, one for every angle of the arm. The rods that have the limit's
/// tilt end on these circles. Only rods with the arm behind them count. A position that violates a joint's limit may
/// violate another limit before it reaches the joint's boundary. So the clearance of a joint counts at most as much as
/// those of the other limits.
struct WholeArm {
    static constexpr int least_blocks = tuning::least_blocks_of_arms;

    RotaryLeg leg;
    bool ahead;
    AllowedCones joints[2];  ///< at the arm, in its orientation at angle 0, and at the platform
    ArmParts parts;          ///< parts of the arm's range

    HEXSCAN_HD_INLINE int limits() const { return rotary_limits + joints[0].limits + joints[1].limits; }

    HEXSCAN_HD_INLINE bool keeps(Vec3<double> l) const {
        if (!exact_rotary_keeps(leg, l)) return false;
        if (joints[0].is_rod_end && joints[1].is_rod_end) return true;
        const ArmDirection<exact::Number> arm = arm_at(leg, rotary_place(leg, l));
        const ExactVector rod = exact_vector(l) - arm_tip(leg, arm);
        return (joints[0].is_rod_end || joints[0].keep(at_angle_0(rod, arm), leg.rod_m)) &&
               (joints[1].is_rod_end || joints[1].keep(rod, leg.rod_m));
    }

    /// Computes a clearance for each limit, in the order of the table of this kind of leg. Only the least of them is
    /// meaningful: no leg vector closer than its magnitude has the other verdict. If `nearer_m` is finite, a joint's
    /// clearance may be any value >= `nearer_m` once it is known to be that large. It may also be any value >= the
    /// least clearance of the other limits.
    HEXSCAN_HD_INLINE void clearances_m(Vec3<double> l, JointSlack slack, exact::Number nearer_m,
                                        double* clearances_m) const {
        const RotaryPlace at = rotary_place(leg, l);
        const RotaryClearances own = rotary_clearances(leg, ahead, at, l);
        double others_m = INFINITY;
        for (int k = 0; k < rotary_limits; ++k) {
            clearances_m[k] = own.m[k].value;
            if (clearances_m[k] < others_m) others_m = clearances_m[k];
        }
        for (int k = rotary_limits; k < limits(); ++k) clearances_m[k] = INFINITY;
        if (!(others_m >= 0)) return;
        if (nearer_m < INFINITY && nearer_m > others_m) nearer_m = others_m;
        add_joint(joints[0], true, at, l, others_m, slack, nearer_m.value, clearances_m + rotary_limits);
        add_joint(joints[1], false, at, l, others_m, slack, nearer_m.value,
                  clearances_m + rotary_limits + joints[0].limits);
    }

    HEXSCAN_HD_INLINE ClearanceSlack slack() const {
        return {rotary_joint_slack.share, rotary_joint_slack.of_rod * leg.rod_m};
    }

    /// Rotates a vector that moves with the arm back to its direction at angle 0.
    HEXSCAN_HD_INLINE ExactVector at_angle_0(const ExactVector& v, const ArmDirection<exact::Number>& arm) const {
        return carried(leg, v, {arm.u, -arm.w});
    }

private:
    HEXSCAN_HD_INLINE void add_joint(const AllowedCones& joint, bool is_carried, const RotaryPlace& at, Vec3<double> l,
                                     double others_m, JointSlack slack, double nearer_m, double* clearances_m) const {
        if (!joint.is_limited()) return;
        const ArmDirection<exact::Number> arm = arm_at(leg, at);
        const ExactVector rod = exact_vector(l) - arm_tip(leg, arm), seen = is_carried ? at_angle_0(rod, arm) : rod;
        for (int k = 0; k < joint.count; ++k) {
            const AllowedCone& cone = joint.cones[k];
            const bool kept = dot(seen, exact_vector(cone.axis)) >= exact::Number(cone.cosine) * leg.rod_m;
            if (kept && nearer_m <= 0) continue;
            const double asked_m = kept ? nearer_m : others_m;
            const double edge_m = distance_from_edge_m(cone, is_carried, at, l, slack,
                                                       asked_m < slack.enough_m ? asked_m : slack.enough_m);
            const double clearance_m = kept ? edge_m : violated_by_m(edge_m < others_m ? edge_m : others_m).value;
            if (clearance_m < clearances_m[cone.limit]) clearances_m[cone.limit] = clearance_m;
        }
    }

    /// Distance from the ends of those rods at the cone's edge that have the arm behind them, over all angles of the
    /// arm's range. Rotating the arm and the axis is equivalent to rotating the position about the motor's axis in the
    /// opposite direction.
    ///
    /// While an arm rotates, the direction in which its tip moves rotates by the same angle. The rod's component along
    /// that direction changes by at most this angle times the rod's length. The joint's axis at the arm rotates with
    /// the arm.
    HEXSCAN_HD_OUTLINE double distance_from_edge_m(const AllowedCone& cone, bool is_carried, const RotaryPlace& at,
                                                   Vec3<double> l, JointSlack slack, double enough_m) const {
        using exact::Number;
        const Number out_m = Number(leg.rod_m) * cone.sine, up_m = Number(leg.rod_m) * cone.cosine;
        const ExactVector axis = exact_vector(cone.axis);
        const Number axis_u = dot(axis, exact_vector(leg.u)), axis_w = dot(axis, exact_vector(leg.w));
        const auto from_edge_m = [&](const ArmDirection<double>& direction, double within_rad) -> ArmValue {
            const ArmDirection<Number> arm = exact_direction(direction);
            const ExactVector rod = exact_vector(l) - arm_tip(leg, arm), seen = is_carried ? at_angle_0(rod, arm) : rod;
            const ExactVector beside = cross(seen, axis);
            const Number along_m = dot(seen, axis), lean = is_carried ? axis_w : axis_w * arm.u - axis_u * arm.w;
            const ConeEdge edge{out_m,          up_m,
                                lean,           sqrt(dot(beside, beside)),
                                along_m - up_m, at.w_m * arm.u - at.u_m * arm.w - lean * along_m};
            const Number from_arc_m = edge.from_arc_m(0);
            if (is_carried || edge.has_nearest(0)) return {from_arc_m, from_arc_m};
            return {from_arc_m, edge.from_arc_m(-(Number(leg.rod_m) * within_rad))};
        };
        const double rate_m = is_carried ? sqrt(at.radius_sq_m2).value : leg.arm_m;
        return ArmSearch(parts, from_edge_m, rate_m, slack.share, slack.of_rod * leg.rod_m).least_value(enough_m);
    }
};

}  // namespace hexscan
