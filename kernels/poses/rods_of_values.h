#pragma once

#include "close_rods.h"

/// Machines whose joint values fix the feet of six rods, for host and device.
namespace hexscan {

enum class RodKind { telescopic, slider, rotary };

/// The numbers of a leg that give its rod for a joint value. Those that its kind has not are 0.
struct LegRod {
    Vec3<double> base_m;   ///< base joint, base frame
    Vec3<double> joint_m;  ///< platform joint, platform frame
    Vec3<double> along;    ///< direction of the rail, or of the arm at angle 0
    Vec3<double> up;       ///< direction of the arm at 90 degrees
    double rod_m, arm_m;
    bool ahead;  ///< the foot is ahead of the rod's other end, so that the rod points against the foot's motion
};

struct RodMachine {
    LegRod legs[leg_count];
    RodKind kind;
    double size_m;  ///< of RodSet
    bool zyx;       ///< R = Rz Ry Rx
};

/// Where the foot of a rod is, and in which direction it moves as the joint value increases.
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

/// True if all legs are on the machine's branches at a pose in which their rods close.
HEXSCAN_HD_INLINE bool on_branches(const RodMachine& machine, const double* values, const RodPose& at) {
    if (machine.kind == RodKind::telescopic) return true;
    bool all = true;
    HEXSCAN_UNROLL
    for (int i = 0; i < leg_count; ++i) {
        const RodFoot foot = foot_of(machine.legs[i], machine.kind, values[i]);
        const double along = dot(at.position_m + times(at.turned, machine.legs[i].joint_m) - foot.place_m, foot.motion);
        all &= machine.legs[i].ahead ? along <= 0 : along >= 0;
    }
    return all;
}

}  // namespace hexscan
