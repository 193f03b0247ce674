#include "src/machine/telescopic_legs.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

namespace hexscan {
namespace {

constexpr double boundless = std::numeric_limits<double>::infinity();

/// A colour's hue is the kind of limit (violet, pink, green, yellow), its lightness the leg. They were found by a
/// search for the largest least difference (CIEDE2000) of any two, for usual and for colour-blind eyes; the test of the
/// page's modules holds them to it.
constexpr std::array<LimitKind, limits_per_leg> limit_kinds{{
    {.name = "shortest length",
     .plural = "shortest lengths",
     .as_limit = "shortest lengths",
     .heading = "shortest length",
     .json = "shortest",
     .key = "legs.min",
     .side = "",
     .quantity = "length",
     .bound = "shortest",
     .fault = "be too short",
     .dimension = Dimension::length,
     .keeps = LimitKind::Bound::at_least,
     .rgb = {0x432b76, 0x4400d6, 0x8549f5, 0x907fb1, 0x9190ff, 0xcac0fe}},
    {.name = "longest length",
     .plural = "longest lengths",
     .as_limit = "longest lengths",
     .heading = "longest length",
     .json = "longest",
     .key = "legs.max",
     .side = "",
     .quantity = "length",
     .bound = "longest",
     .fault = "be too long",
     .dimension = Dimension::length,
     .keeps = LimitKind::Bound::at_most,
     .rgb = {0x421538, 0x5f4353, 0x934d84, 0x9a7885, 0xce9dbb, 0xfdd6ea}},
    {.name = "base joint's tilt",
     .plural = "base joints' tilts",
     .as_limit = "base joints' tilt limits",
     .heading = "base joint",
     .json = "base_joint",
     .key = "base.max_tilt",
     .side = "base",
     .quantity = "tilt",
     .bound = "limit",
     .fault = "tilt too far at the base",
     .dimension = Dimension::angle,
     .keeps = LimitKind::Bound::at_most,
     .rgb = {0x123020, 0x325d3f, 0x538257, 0x3eb070, 0xa3c4ac, 0xcdffd9}},
    {.name = "platform joint's tilt",
     .plural = "platform joints' tilts",
     .as_limit = "platform joints' tilt limits",
     .heading = "platform joint",
     .json = "platform_joint",
     .key = "platform.max_tilt",
     .side = "platform",
     .quantity = "tilt",
     .bound = "limit",
     .fault = "tilt too far at the platform",
     .dimension = Dimension::angle,
     .keeps = LimitKind::Bound::at_most,
     .rgb = {0x343d00, 0x616303, 0x788900, 0xb3b005, 0xd8dc8c, 0xddfe14}},
}};

double angle_between_rad(const Vector& l, const Vector& axis) {
    const Vector across = cross(l, axis);
    const double beside = std::sqrt(dot(across, across)), along = dot(l, axis);
    return beside == 0 && along == 0 ? 0 : std::atan2(beside, along);
}

LimitState tilt_state(const Vector& l, const Vector& axis, double max_tilt_rad) {
    const double tilt_rad = angle_between_rad(l, axis);
    const double most_rad = max_tilt_rad < std::numbers::pi ? max_tilt_rad : boundless;
    return {tilt_rad, most_rad, most_rad - tilt_rad};
}

/// A length that a leg of the machine never has, wherever it reaches.
double beyond_reach_m(const Machine& machine) {
    double extent_m = *std::max_element(machine.max_length_m.begin(), machine.max_length_m.end());
    for (const Vector& point : machine.base.points_m)
        extent_m += std::abs(point.x) + std::abs(point.y) + std::abs(point.z);
    return 10 * extent_m;
}

}  // namespace

std::span<const LimitKind> telescopic_limit_kinds() { return limit_kinds; }

std::vector<LimitState> telescopic_limit_states(const Machine& machine, const Pose& pose) {
    std::vector<LimitState> states;
    const Rotation turned = rotation_of(pose.orientation, machine.orientation_order);
    for (std::size_t i = 0; i < leg_count; ++i) {
        const Vector l = pose.position_m + turned(machine.platform.points_m[i]) - machine.base.points_m[i];
        const double length_m = std::sqrt(dot(l, l));
        const double least_m = machine.min_length_m[i], most_m = machine.max_length_m[i];
        // A leg that may be 0 long is never too short.
        states.push_back({length_m, least_m, least_m > 0 ? length_m - least_m : boundless});
        states.push_back({length_m, most_m, most_m - length_m});
        states.push_back(tilt_state(l, machine.base.axes[i], machine.base.max_tilt_rad[i]));
        states.push_back(tilt_state(l, turned(machine.platform.axes[i]), machine.platform.max_tilt_rad[i]));
    }
    return states;
}

Machine without_telescopic_limits(const Machine& machine, std::span<const LimitId> limits) {
    Machine freed = machine;
    const double beyond_m = beyond_reach_m(machine);
    for (const LimitId limit : limits) {
        const std::size_t leg = leg_of(limit);
        switch (which_of(limit)) {
            case LegLimit::shortest: freed.min_length_m[leg] = 0; break;
            case LegLimit::longest: freed.max_length_m[leg] = beyond_m; break;
            case LegLimit::base_joint: freed.base.max_tilt_rad[leg] = boundless; break;
            case LegLimit::platform_joint: freed.platform.max_tilt_rad[leg] = boundless; break;
        }
    }
    return freed;
}

}  // namespace hexscan
