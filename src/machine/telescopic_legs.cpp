#include "src/machine/telescopic_legs.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

#include <fmt/format.h>

#include "src/machine/joint_limits.h"
#include "src/machine/limit_colours.h"
#include "src/machine/machine.h"

namespace hexscan {
namespace {

constexpr double boundless = std::numeric_limits<double>::infinity();

constexpr std::array<LimitKind, telescopic_limit_count> telescopic_limit_kinds{{
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
     .rgb = limit_colours::violet},
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
     .rgb = limit_colours::pink},
    base_joint_limit,
    platform_joint_limit,
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
    const PerLeg& longest_m = machine.telescopic().max_length;
    double extent_m = *std::max_element(longest_m.begin(), longest_m.end());
    for (const Vector& point : machine.base.points_m)
        extent_m += std::abs(point.x) + std::abs(point.y) + std::abs(point.z);
    return 10 * extent_m;
}

}  // namespace

std::span<const LegNumber<TelescopicLegs>> TelescopicLegs::numbers() {
    static constexpr std::array rows{LegNumber<TelescopicLegs>{.key = "min",
                                                               .record = "min_length_m",
                                                               .words = "the shortest leg length",
                                                               .dimension = Dimension::length,
                                                               .values = &TelescopicLegs::min_length,
                                                               .of_joint_value = true},
                                     LegNumber<TelescopicLegs>{.key = "max",
                                                               .record = "max_length_m",
                                                               .words = "the longest leg length",
                                                               .dimension = Dimension::length,
                                                               .values = &TelescopicLegs::max_length,
                                                               .of_joint_value = true,
                                                               .span_key = "stroke",
                                                               .above = &TelescopicLegs::min_length}};
    return rows;
}

std::span<const LimitKind> TelescopicLegs::limit_kinds() { return telescopic_limit_kinds; }

std::optional<LegProblem> TelescopicLegs::problem(std::size_t leg, const Units& units) const {
    const double shortest_m = units.metres(min_length[leg]), longest_m = units.metres(max_length[leg]);
    if (!(longest_m >= shortest_leg_m))
        return LegProblem{"max",
                          fmt::format("is {} {}; must be at least {}", max_length[leg], units.length,
                                      units.length_text(shortest_leg_m)),
                          "has no length"};
    if (!(shortest_m <= longest_m))
        return LegProblem{
            "min", fmt::format("is above legs.max[{}]; must be at most {} {}", leg, max_length[leg], units.length),
            "has a shortest length above its longest"};
    return std::nullopt;
}

std::vector<LimitState> TelescopicLegs::limit_states(const Machine& machine, const Pose& pose) const {
    std::vector<LimitState> states;
    const Rotation turned = rotation_of(pose.orientation, machine.orientation_order);
    for (std::size_t i = 0; i < leg_count; ++i) {
        const Vector l = pose.position_m + turned(machine.platform.points_m[i]) - machine.base.points_m[i];
        const double length_m = std::sqrt(dot(l, l));
        const double least_m = min_length[i], most_m = max_length[i];
        // A leg that may be 0 long is never too short.
        states.push_back({length_m, least_m, least_m > 0 ? length_m - least_m : boundless});
        states.push_back({length_m, most_m, most_m - length_m});
        states.push_back(tilt_state(l, machine.base.axes[i], machine.base.max_tilt_rad[i]));
        states.push_back(tilt_state(l, turned(machine.platform.axes[i]), machine.platform.max_tilt_rad[i]));
    }
    return states;
}

Machine TelescopicLegs::without_limits(const Machine& machine, std::span<const LimitId> limits) const {
    Machine freed = machine;
    TelescopicLegs& legs = freed.telescopic();
    const double beyond_m = beyond_reach_m(machine);
    for (const LimitId limit : limits) {
        const std::size_t leg = leg_of(limit);
        switch (which_of(limit)) {
            case LegLimit::shortest: legs.min_length[leg] = 0; break;
            case LegLimit::longest: legs.max_length[leg] = beyond_m; break;
            case LegLimit::base_joint: freed.base.max_tilt_rad[leg] = boundless; break;
            case LegLimit::platform_joint: freed.platform.max_tilt_rad[leg] = boundless; break;
        }
    }
    return freed;
}

}  // namespace hexscan
