#include "src/machine/mid_pose.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <numbers>
#include <vector>

#include "src/machine/home_state.h"
#include "src/machine/legs/posed_leg.h"
#include "src/machine/orientation_of.h"
#include "src/machine/shared/matrix6.h"
#include "src/machine/shared/singularity.h"

namespace hexscan {
namespace {

/// The lower end of a leg's rod relative to the base joint, the rod's length, and the joint value there.
struct MidLeg {
    Vector foot_m;
    double length_m, value;
};

MidLeg mid_leg(const TelescopicLegs& legs, std::size_t i) {
    const double length_m = (legs.min_length[i] + legs.max_length[i]) / 2;
    return {{0, 0, 0}, length_m, length_m};
}
MidLeg mid_leg(const SliderLegs& legs, std::size_t i) {
    const double travel_m = (legs.travel_from[i] + legs.travel_to[i]) / 2;
    return {scaled(Vector{legs.rail_x[i], legs.rail_y[i], legs.rail_z[i]}, travel_m), legs.rod[i], travel_m};
}
MidLeg mid_leg(const RotaryLegs& legs, std::size_t i) {
    const double from = legs.angle_from[i], to = legs.angle_to[i], angle = from <= 0 && 0 <= to ? 0 : (from + to) / 2;
    const Vector arm = scaled(Vector{legs.zero_x[i], legs.zero_y[i], legs.zero_z[i]}, std::cos(angle)) +
                       scaled(Vector{legs.up_x[i], legs.up_y[i], legs.up_z[i]}, std::sin(angle));
    return {scaled(arm, legs.arm[i]), legs.rod[i], angle};
}

std::array<MidLeg, leg_count> mid_legs(const Machine& machine) {
    std::array<MidLeg, leg_count> middle{};
    for (std::size_t i = 0; i < leg_count; ++i)
        middle[i] = std::visit([&](const auto& legs) { return mid_leg(legs, i); }, machine.legs);
    return middle;
}

Vector middle_of(const std::array<Vector, leg_count>& points) {
    Vector sum{0, 0, 0};
    for (const Vector& point : points) sum = sum + point;
    return scaled(sum, 1.0 / leg_count);
}

/// A position and a rotation.
struct Placed {
    Vector position_m;
    Rotation turned;
};

/// The rotation followed by a small rotation vector about fixed axes.
Rotation turned_on(const Rotation& r, const Vector& by) {
    const double angle = length_of(by);
    if (!(angle > 0)) return r;
    const Vector axis = scaled(by, 1 / angle);
    const double sine = std::sin(angle), versine = 1 - std::cos(angle);
    const auto on = [&](const Vector& v) {
        return v + scaled(cross(axis, v), sine) + scaled(cross(axis, cross(axis, v)), versine);
    };
    const Vector x = on({r.x.x, r.y.x, r.z.x}), y = on({r.x.y, r.y.y, r.z.y}), z = on({r.x.z, r.y.z, r.z.z});
    return {{x.x, y.x, z.x}, {x.y, y.y, z.y}, {x.z, y.z, z.z}};
}

/// Errors of the rods' lengths, and their derivatives by the platform's motion and by its rotation times `radius_m`.
struct Closing {
    Vector6 off_m;
    Matrix6 slopes;
};

Closing closing_at(const Machine& machine, const std::array<MidLeg, leg_count>& middle, const Placed& at,
                   double radius_m) {
    Closing closing;
    for (std::size_t i = 0; i < leg_count; ++i) {
        const Vector arm = at.turned(machine.platform.points_m[i]);
        const Vector rod = at.position_m + arm - machine.base.points_m[i] - middle[i].foot_m;
        const Vector along = scaled(rod, 1 / std::max(length_of(rod), shortest_leg_m));
        closing.off_m(static_cast<Eigen::Index>(i)) = length_of(rod) - middle[i].length_m;
        set_row(closing.slopes, i, along, scaled(cross(arm, along), 1 / radius_m));
    }
    return closing;
}

/// Newton's method with Levenberg-Marquardt damping, which converges at singular poses too. Nullopt if the rods do not
/// close.
std::optional<Placed> closed_from(const Machine& machine, const std::array<MidLeg, leg_count>& middle, Placed at,
                                  double size_m) {
    constexpr int most_steps = 60;
    constexpr double closed = 1e-14;
    double damping = 1e-3;
    Closing closing = closing_at(machine, middle, at, size_m);
    for (int step = 0; step < most_steps && !(closing.off_m.cwiseAbs().maxCoeff() <= closed * size_m); ++step) {
        const Matrix6 square = closing.slopes.transpose() * closing.slopes + damping * Matrix6::Identity();
        const Vector6 by = solution(square, -closing.slopes.transpose() * closing.off_m);
        const Placed next{at.position_m + Vector{by(0), by(1), by(2)},
                          turned_on(at.turned, scaled(Vector{by(3), by(4), by(5)}, 1 / size_m))};
        const Closing there = closing_at(machine, middle, next, size_m);
        const bool nearer = there.off_m.norm() < closing.off_m.norm();
        damping = nearer ? damping / 10 : damping * 10;
        if (!nearer) continue;
        at = next;
        closing = there;
    }
    constexpr double rounding = 1e-11;
    return closing.off_m.cwiseAbs().maxCoeff() <= rounding * size_m ? std::optional(at) : std::nullopt;
}

/// Sets numbers to 0 that are meant to be 0 and differ by rounding.
Pose without_dust(const Placed& at, double size_m, OrientationOrder order) {
    constexpr double dust = 1e-11;
    const auto cleaned = [](double value, double scale) { return std::abs(value) <= dust * scale ? 0 : value; };
    const auto [p, turned] = at;
    const Orientation o = orientation_of(turned, order);
    return {{cleaned(p.x, size_m), cleaned(p.y, size_m), cleaned(p.z, size_m)},
            {cleaned(o.roll_rad, 1), cleaned(o.pitch_rad, 1), cleaned(o.yaw_rad, 1)}};
}

/// True if the platform is above the base and the rods are on their own branch.
bool is_assembled(const Machine& machine, const std::array<MidLeg, leg_count>& middle, const Placed& at,
                  const Pose& pose) {
    constexpr double same = 1e-6;
    const double above_m = (at.position_m + at.turned(middle_of(machine.platform.points_m))).z;
    if (!(above_m > middle_of(machine.base.points_m).z)) return false;
    const auto shapes = leg_shapes(machine, pose);
    for (std::size_t i = 0; i < leg_count; ++i)
        if (!(std::abs(shapes[i].value - middle[i].value) <= same)) return false;
    return true;
}

double tilt_rad(const Rotation& r) { return std::atan2(std::hypot(r.x.z, r.y.z), r.z.z); }
double turn_rad(const Rotation& r) { return std::acos(std::clamp((r.x.x + r.y.y + r.z.z - 1) / 2, -1.0, 1.0)); }

bool is_nearer_to_level(const Rotation& a, const Rotation& b) {
    constexpr double same_rad = 1e-6;
    const double apart_rad = tilt_rad(a) - tilt_rad(b);
    return std::abs(apart_rad) > same_rad ? apart_rad < 0 : turn_rad(a) < turn_rad(b) - same_rad;
}

/// Start rotations: level platforms, turned and not, and tilted ones.
std::vector<Rotation> starts() {
    constexpr double degree = std::numbers::pi / 180;
    std::vector<Rotation> all;
    for (const int yaw_deg : {0, 25, -25, 50, -50})
        all.push_back(rotation_of({0, 0, yaw_deg * degree}, OrientationOrder::zyx));
    for (const int towards_deg : {0, 60, 120, 180, 240, 300}) {
        const double towards = towards_deg * degree, tilt = 45 * degree;
        all.push_back(turned_on(all.front(), {tilt * std::cos(towards), tilt * std::sin(towards), 0}));
    }
    return all;
}

}  // namespace

MidPose mid_pose(const Machine& machine) {
    constexpr std::array heights{0.6, 0.9, 0.3};
    const auto middle = mid_legs(machine);
    double size_m = 0;
    for (const MidLeg& leg : middle) size_m = std::max({size_m, leg.length_m, length_of(leg.foot_m)});
    std::array<Vector, leg_count> feet_m = machine.base.points_m;
    for (std::size_t i = 0; i < leg_count; ++i) feet_m[i] = feet_m[i] + middle[i].foot_m;
    std::optional<Placed> best;
    for (const double height : heights)
        for (const Rotation& turned : starts()) {
            const Vector above = middle_of(feet_m) + Vector{0, 0, height * size_m};
            const auto found =
                closed_from(machine, middle, {above - turned(middle_of(machine.platform.points_m)), turned}, size_m);
            if (!found || (best && !is_nearer_to_level(found->turned, best->turned))) continue;
            if (is_assembled(machine, middle, *found, without_dust(*found, size_m, machine.orientation_order)))
                best = found;
        }
    if (!best) return {std::nullopt, "no pose was found above the base at which all legs are at their middle"};
    const Pose pose = without_dust(*best, size_m, machine.orientation_order);
    if (conditioning(machine, pose).rank < leg_count)
        return {std::nullopt,
                "the machine is singular where all legs are at their middle: " + singularity_text(machine, pose)};
    return {pose, ""};
}

}  // namespace hexscan
