#include "src/machine/pose_clearance.h"

#include <cmath>
#include <limits>
#include <numbers>

#include "src/machine/telescopic_legs.h"

namespace hexscan {
namespace {

TiltLimit<double> tilt_limit(double max_tilt_rad) {
    if (!(max_tilt_rad < std::numbers::pi)) return {0, -1, false};
    return {exact_sin(max_tilt_rad), exact_cos(max_tilt_rad), true};
}

/// A leg that may be 0 long is never too short: every length is infinitely longer than this.
double shortest_limit_m(double min_length_m) {
    return min_length_m > 0 ? min_length_m : -std::numeric_limits<double>::infinity();
}

}  // namespace

std::array<LegLimits<double>, leg_count> leg_limits(const Machine& machine) {
    std::array<LegLimits<double>, leg_count> limits{};
    for (std::size_t i = 0; i < leg_count; ++i)
        limits[i] = {shortest_limit_m(machine.telescopic().min_length[i]), machine.telescopic().max_length[i],
                     tilt_limit(machine.base.max_tilt_rad[i]), tilt_limit(machine.platform.max_tilt_rad[i])};
    return limits;
}

OrientedMachine::OrientedMachine(const Machine& machine, const Orientation& orientation) {
    const Rotation turned = rotation_of(orientation, machine.orientation_order);
    const auto limits = leg_limits(machine);
    for (std::size_t i = 0; i < leg_count; ++i)
        legs_[i] = {limits[i], turned(machine.platform.points_m[i]) - machine.base.points_m[i], machine.base.axes[i],
                    turned(machine.platform.axes[i])};
}

PoseClearance OrientedMachine::clearance(const Vector& position_m) const {
    PoseClearance least{std::numeric_limits<double>::infinity(), LimitId::none};
    for (std::size_t i = 0; i < leg_count; ++i) {
        const OrientedLeg& leg = legs_[i];
        const LegClearances<double> clearances =
            leg_clearances(leg.limits, position_m + leg.offset_m, leg.base_axis, leg.platform_axis);
        for (const LegLimit which : telescopic_limits) {
            const double clearance_m = clearances.m[static_cast<int>(which)];
            if (!(clearance_m >= least.clearance_m)) least = {clearance_m, limit_id(i, which)};
        }
    }
    return least;
}

PoseClearance pose_clearance(const Machine& machine, const Pose& pose) {
    return OrientedMachine(machine, pose.orientation).clearance(pose.position_m);
}

}  // namespace hexscan
