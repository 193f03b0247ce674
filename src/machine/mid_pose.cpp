#include "src/machine/mid_pose.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>
#include <vector>

#include "src/machine/home_state.h"
#include "src/machine/legs/posed_leg.h"
#include "src/machine/rods.h"
#include "src/machine/shared/singularity.h"

namespace hexscan {
namespace {

double mid_value(const TelescopicLegs& legs, std::size_t i) { return (legs.min_length[i] + legs.max_length[i]) / 2; }
double mid_value(const SliderLegs& legs, std::size_t i) { return (legs.travel_from[i] + legs.travel_to[i]) / 2; }
double mid_value(const RotaryLegs& legs, std::size_t i) {
    const double from = legs.angle_from[i], to = legs.angle_to[i];
    return from <= 0 && 0 <= to ? 0 : (from + to) / 2;
}

PerLeg mid_values(const Machine& machine) {
    PerLeg middle{};
    for (std::size_t i = 0; i < leg_count; ++i)
        middle[i] = std::visit([&](const auto& legs) { return mid_value(legs, i); }, machine.legs);
    return middle;
}

/// Sets numbers to 0 if they differ from 0 only by rounding.
Pose with_tiny_as_zero(const Pose& pose, double size_m) {
    constexpr double negligible = 1e-11;
    const auto cleaned = [](double value, double scale) { return std::abs(value) <= negligible * scale ? 0 : value; };
    const auto& [p, o] = pose;
    return {{cleaned(p.x, size_m), cleaned(p.y, size_m), cleaned(p.z, size_m)},
            {cleaned(o.roll_rad, 1), cleaned(o.pitch_rad, 1), cleaned(o.yaw_rad, 1)}};
}

/// True if the platform is above the base and each rod is on its branch.
bool is_assembled(const Machine& machine, const PerLeg& middle, const Placed& at, const Pose& pose) {
    constexpr double same = 1e-6;
    if (!(at.position_m.z > 0)) return false;
    const auto shapes = leg_shapes(machine, pose);
    for (std::size_t i = 0; i < leg_count; ++i)
        if (!(std::abs(shapes[i].value - middle[i]) <= same)) return false;
    return true;
}

double tilt_rad(const Rotation& r) { return std::atan2(std::hypot(r.x.z, r.y.z), r.z.z); }
double turn_rad(const Rotation& r) { return std::acos(std::clamp((r.x.x + r.y.y + r.z.z - 1) / 2, -1.0, 1.0)); }

bool is_nearer_to_level(const Rotation& a, const Rotation& b) {
    constexpr double same_rad = 1e-6;
    const double apart_rad = tilt_rad(a) - tilt_rad(b);
    return std::abs(apart_rad) > same_rad ? apart_rad < 0 : turn_rad(a) < turn_rad(b) - same_rad;
}

/// The rotations from which the search starts: level, turned about z, and tilted.
std::vector<Rotation> starts() {
    constexpr double degree = std::numbers::pi / 180;
    std::vector<Rotation> all;
    for (const int yaw_deg : {0, 25, -25, 50, -50})
        all.push_back(rotation_of({0, 0, yaw_deg * degree}, OrientationOrder::zyx));
    for (const int towards_deg : {0, 60, 120, 180, 240, 300}) {
        const double towards = towards_deg * degree, sine = std::sin(45 * degree);
        all.push_back(turned_on(all.front(), {sine * std::cos(towards), sine * std::sin(towards), 0}));
    }
    return all;
}

}  // namespace

MidPose mid_pose(const Machine& machine) {
    constexpr std::array heights{0.6, 0.9, 0.3};
    const PerLeg middle = mid_values(machine);
    const Rods rods = rods_of(machine, middle);
    double size_m = 0;
    for (std::size_t i = 0; i < leg_count; ++i)
        size_m = std::max(
            {size_m, rods.lengths_m[i], length_of(rods.middles.base_m + rods.feet_m[i] - machine.base.points_m[i])});
    std::optional<Placed> best;
    for (const double height : heights)
        for (const Rotation& turned : starts()) {
            const Vector above_m = middle_of(rods.feet_m) + Vector{0, 0, height * size_m};
            const auto found = rods.closed_from({above_m, turned});
            if (!found || (best && !is_nearer_to_level(found->turned, best->turned))) continue;
            if (is_assembled(machine, middle, *found, with_tiny_as_zero(rods.pose_of(*found), size_m))) best = found;
        }
    if (!best) return {std::nullopt, "no pose was found above the base at which all legs are at their middle"};
    const Pose pose = with_tiny_as_zero(rods.pose_of(*best), size_m);
    if (conditioning(machine, pose).rank < leg_count)
        return {std::nullopt,
                "the machine is singular where all legs are at their middle: " + singularity_text(machine, pose)};
    return {pose, ""};
}

}  // namespace hexscan
