#pragma once

#include "close_rods.h"

/// Machines whose joint values determine the feet of six rods, for host and device.
namespace hexscan {

enum class RodKind { telescopic, slider, rotary };

/// The numbers of a leg that determine its rod from a joint value. Numbers that its kind of leg does not have are 0.
struct LegRod {
    Vec3<double> base_m;   ///< base joint, relative to the middle of all base joints
    Vec3<double> joint_m;  ///< platform joint, relative to the middle of all platform joints
    Vec3<double> along;    ///< direction of the rail, or of the arm at angle 0
    Vec3<double> up;       ///< direction of the arm at 90 degrees
    double rod_m, arm_m;
    bool ahead;  ///< true if the foot is ahead of the rod's other end, so that the rod points against the foot's motion
};

/// The middles of the joints. Equations use the pose from one middle to the other. If a tool point or the base's origin
/// is far from the joints, rotations about it are nearly equal to translations, which would increase rounding errors.
struct RodMiddles {
    Vec3<double> base_m, platform_m;  ///< in the base frame and in the platform frame
};

struct RodMachine {
    LegRod legs[leg_count];
    RodMiddles middles;
    RodKind kind;
    double size_m;  ///< of RodSet
    bool zyx;       ///< true: R = Rz Ry Rx; false: R = Rx Ry Rz
};

/// Converts a pose between the origins to the pose between the joints' middles.
HEXSCAN_HD_INLINE RodPose between_middles(const RodMiddles& middles, const RodPose& at) {
    return {at.position_m - middles.base_m + times(at.turned, middles.platform_m), at.turned};
}

/// The inverse of between_middles().
HEXSCAN_HD_INLINE RodPose between_origins(const RodMiddles& middles, const RodPose& at) {
    return {at.position_m + middles.base_m - times(at.turned, middles.platform_m), at.turned};
}

/// The position of a rod's foot, and the direction in which it moves as the joint value increases.
struct RodFoot {
    Vec3<double> place_m, motion;
};

HEXSCAN_HD_INLINE RodFoot foot_of(const LegRod& leg, RodKind kind, double value) {
    using std::cos;
    using std::sin;
    if (kind == RodKind::telescopic) return {leg.base_m, {0, 0, 0}};
    if (kind == RodKind::slider) return {leg.base_m + scaled(leg.along, value), leg.along};
    const double sine = sin(value), cosine = cos(value);
    return {leg.base_m + scaled(scaled(leg.along, cosine) + scaled(leg.up, sine), leg.arm_m),
            scaled(leg.up, cosine) - scaled(leg.along, sine)};
}

HEXSCAN_HD_INLINE RodSet rods_of(const RodMachine& machine, const double* values) {
    RodSet rods;
    HEXSCAN_UNROLL
    for (int i = 0; i < leg_count; ++i) {
        const LegRod& leg = machine.legs[i];
        rods.feet_m[i] = foot_of(leg, machine.kind, values[i]).place_m;
        rods.joints_m[i] = leg.joint_m;
        rods.lengths_m[i] = machine.kind == RodKind::telescopic ? values[i] : leg.rod_m;
    }
    rods.size_m = machine.size_m;
    return rods;
}

/// True if a leg is on the machine's branch at a pose in which its rod closes. The two branches meet where the rod is
/// perpendicular to the foot's motion.
HEXSCAN_HD_INLINE bool on_branch(const LegRod& leg, RodKind kind, double value, const RodPose& at) {
    constexpr double perpendicular = 5e-7;
    if (kind == RodKind::telescopic) return true;
    const RodFoot foot = foot_of(leg, kind, value);
    const double along_m = dot(at.position_m + times(at.turned, leg.joint_m) - foot.place_m, foot.motion);
    return (leg.ahead ? -along_m : along_m) >= -perpendicular * leg.rod_m;
}

HEXSCAN_HD_INLINE bool on_branches(const RodMachine& machine, const double* values, const RodPose& at) {
    bool all = true;
    HEXSCAN_UNROLL
    for (int i = 0; i < leg_count; ++i) all &= on_branch(machine.legs[i], machine.kind, values[i], at);
    return all;
}

}  // namespace hexscan
