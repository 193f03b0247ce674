#include "src/machine/rods.h"

#include <algorithm>
#include <cmath>

#include "kernels/poses/close_rods.h"
#include "src/machine/machine.h"
#include "src/machine/orientation_of.h"

namespace hexscan {
namespace {

LegRod rod_numbers(const TelescopicLegs&, std::size_t) { return {}; }
LegRod rod_numbers(const SliderLegs& legs, std::size_t i) {
    LegRod leg{};
    leg.along = {legs.rail_x[i], legs.rail_y[i], legs.rail_z[i]};
    leg.rod_m = legs.rod[i];
    leg.ahead = legs.branch[i] != 0;
    return leg;
}
LegRod rod_numbers(const RotaryLegs& legs, std::size_t i) {
    LegRod leg{};
    leg.along = {legs.zero_x[i], legs.zero_y[i], legs.zero_z[i]};
    leg.up = {legs.up_x[i], legs.up_y[i], legs.up_z[i]};
    leg.rod_m = legs.rod[i];
    leg.arm_m = legs.arm[i];
    leg.ahead = legs.branch[i] != 0;
    return leg;
}

RotationRows rows_of(const Rotation& r) { return {r.x, r.y, r.z}; }

double size_of(const Vector6& step) { return std::max(step.head<3>().norm(), step.tail<3>().norm()); }

}  // namespace

Vector middle_of(std::span<const Vector, leg_count> points) {
    Vector sum{0, 0, 0};
    for (const Vector& point : points) sum = sum + point;
    return scaled(sum, 1.0 / leg_count);
}

RodPose rod_pose(const Placed& at) { return {at.position_m, rows_of(at.turned)}; }
Placed placed(const RodPose& at) { return {at.position_m, {at.turned.x, at.turned.y, at.turned.z}}; }

Rotation turned_on(const Rotation& rotation, const Vector& sine) {
    const RotationRows r = turned_on(rows_of(rotation), sine);
    return {r.x, r.y, r.z};
}

double angle_between(const Rotation& a, const Rotation& b) {
    // The trace gives the cosine of the angle, and the antisymmetric part gives its sine. The sine is accurate for
    // small angles.
    const Vector ax{a.x.x, a.y.x, a.z.x}, ay{a.x.y, a.y.y, a.z.y}, az{a.x.z, a.y.z, a.z.z};
    const Vector bx{b.x.x, b.y.x, b.z.x}, by{b.x.y, b.y.y, b.z.y}, bz{b.x.z, b.y.z, b.z.z};
    const Vector twice_sine = cross(ax, bx) + cross(ay, by) + cross(az, bz);
    return std::atan2(length_of(twice_sine), dot(ax, bx) + dot(ay, by) + dot(az, bz) - 1);
}

double distance_m(const Placed& a, const Placed& b, double size_m) {
    return length_of(a.position_m - b.position_m) + size_m * angle_between(a.turned, b.turned);
}

Placed Rods::placed(const Pose& pose) const {
    return hexscan::placed(between_middles(middles, {pose.position_m, rows_of(rotation_of(pose.orientation, order))}));
}

Pose Rods::pose_of(const Placed& at) const {
    return {between_origins(middles, rod_pose(at)).position_m, orientation_of(at.turned, order)};
}

Closing Rods::closing_at(const Placed& at) const {
    const RodPose pose = rod_pose(at);
    Closing closing;
    for (int i = 0; i < leg_count; ++i) {
        const RodEquation equation = rod_equation(*this, i, pose);
        double row[leg_count];
        set_slopes(equation, size_m, row);
        closing.off_m2(i) = equation.off_m2;
        closing.slopes.row(i) = Eigen::Map<const Eigen::Matrix<double, 1, leg_count>>(row);
    }
    return closing;
}

double Rods::residual_m(const Placed& at) const { return hexscan::residual_m(*this, rod_pose(at)); }

bool Rods::close_at(const Placed& at) const {
    constexpr double rounding = 1e-11;
    return residual_m(at) <= rounding * *std::ranges::max_element(lengths_m);
}

Placed moved(const Placed& at, const Motion& by) { return {at.position_m + by.moved_m, turned_on(at.turned, by.sine)}; }

Motion Rods::motion(const Vector6& step) const {
    return {scaled(Vector{step(0), step(1), step(2)}, size_m), {step(3), step(4), step(5)}};
}

std::optional<Placed> Rods::closed_from(const Placed& start) const {
    RodPose at = rod_pose(start);
    const RodsClose close = close_rods(*this, at);
    if (close == RodsClose::yes) return hexscan::placed(at);
    if (close == RodsClose::no) return std::nullopt;
    // Damped steps can cross singular poses.
    const Placed fitted = fitted_from(start);
    return close_at(fitted) ? std::optional(fitted) : std::nullopt;
}

Placed Rods::fitted_from(const Placed& start) const {
    constexpr int most_steps = 200;
    constexpr double finest = 1e-15, least_damping = 1e-12, most_damping = 1e12;
    // The closing equations use half the squared lengths. Converts the equations and their derivatives to lengths.
    const auto lengths_at = [&](const Placed& at) {
        Closing closing = closing_at(at);
        for (std::size_t i = 0; i < leg_count; ++i) {
            const auto row = static_cast<Eigen::Index>(i);
            const double length = std::sqrt(std::max(0.0, 2 * closing.off_m2(row) + lengths_m[i] * lengths_m[i]));
            closing.off_m2(row) *= 2 / (length + lengths_m[i]);
            closing.slopes.row(row) /= std::max(length, shortest_leg_m);
        }
        return closing;
    };
    Placed at = start;
    Closing closing = lengths_at(at);
    double damping = 1e-3;
    for (int step = 0; step < most_steps && damping < most_damping; ++step) {
        const Matrix6 square = closing.slopes.transpose() * closing.slopes;
        const double scale = damping * square.trace() / leg_count;
        const Vector6 by = solution(square + scale * Matrix6::Identity(), -closing.slopes.transpose() * closing.off_m2);
        if (!by.allFinite()) return at;
        const double share = std::min(1.0, most_sine / std::max(by.tail<3>().norm(), most_sine));
        const Placed next = moved(at, motion(share * by));
        const Closing there = lengths_at(next);
        const bool is_better = there.off_m2.squaredNorm() < closing.off_m2.squaredNorm();
        damping = is_better ? std::max(least_damping, damping / 10) : damping * 10;
        if (!is_better) continue;
        at = next;
        closing = there;
        if (size_of(by) < finest) break;
    }
    return at;
}

RodMachine rod_machine(const Machine& machine) {
    RodMachine rods{};
    rods.middles = {middle_of(machine.base.points_m), middle_of(machine.platform.points_m)};
    double squares_m2 = 0;
    for (std::size_t i = 0; i < leg_count; ++i) {
        LegRod& leg = rods.legs[i] = std::visit([&](const auto& legs) { return rod_numbers(legs, i); }, machine.legs);
        leg.base_m = machine.base.points_m[i] - rods.middles.base_m;
        leg.joint_m = machine.platform.points_m[i] - rods.middles.platform_m;
        squares_m2 += dot(leg.joint_m, leg.joint_m);
    }
    rods.kind = machine.is_telescopic()   ? RodKind::telescopic
                : have_arms(machine.legs) ? RodKind::rotary
                                          : RodKind::slider;
    // If all platform joints coincide, the rods resist no rotation, so any size will do.
    rods.size_m = squares_m2 > 0 ? std::sqrt(squares_m2 / leg_count) : 1;
    rods.zyx = machine.orientation_order == OrientationOrder::zyx;
    return rods;
}

Rods rods_of(const RodMachine& machine, const PerLeg& joint_values) {
    return {rods_of(machine, joint_values.data()), machine.middles,
            machine.zyx ? OrientationOrder::zyx : OrientationOrder::xyz};
}

Rods rods_of(const Machine& machine, const PerLeg& joint_values) { return rods_of(rod_machine(machine), joint_values); }

}  // namespace hexscan
