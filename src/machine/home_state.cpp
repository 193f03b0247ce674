#include "src/machine/home_state.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

namespace hexscan {
namespace {

double angle_between_rad(const Vector& l, const Vector& axis) {
    const Vector across = cross(l, axis);
    const double beside = std::sqrt(dot(across, across)), along = dot(l, axis);
    return beside == 0 && along == 0 ? 0 : std::atan2(beside, along);
}

double limit_rad(double max_tilt_rad) {
    return max_tilt_rad < std::numbers::pi ? max_tilt_rad : std::numeric_limits<double>::infinity();
}

}  // namespace

double longest_leg_m(const Machine& machine) {
    return *std::max_element(machine.max_length_m.begin(), machine.max_length_m.end());
}

HomeState state_at(const Machine& machine, const Pose& pose) {
    HomeState state;
    state.pose = pose;
    state.clearance = pose_clearance(machine, state.pose);
    state.reachable = true;
    const Rotation turned = rotation_of(state.pose.orientation, machine.orientation_order);
    const double rounding_m = home_rounding * longest_leg_m(machine);
    for (std::size_t i = 0; i < leg_count; ++i) {
        const Vector l = state.pose.position_m + turned(machine.platform.points_m[i]) - machine.base.points_m[i];
        LegAtHome& leg = state.legs[i];
        leg = {std::sqrt(dot(l, l)),
               machine.min_length_m[i],
               machine.max_length_m[i],
               {angle_between_rad(l, machine.base.axes[i]), limit_rad(machine.base.max_tilt_rad[i])},
               {angle_between_rad(l, turned(machine.platform.axes[i])), limit_rad(machine.platform.max_tilt_rad[i])}};
        const auto left = leg.left();
        for (std::size_t k = 0; k < left.size(); ++k)
            if (!(left[k] >= (k < 2 ? -rounding_m : -home_rounding))) state.reachable = false;
    }
    return state;
}

std::optional<HomeState> home_state(const Machine& machine) {
    if (!machine.home) return std::nullopt;
    return state_at(machine, *machine.home);
}

}  // namespace hexscan
