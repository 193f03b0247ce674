// Places at which rods on a leg's own branch are at a joint's limit. These are parts of ellipses and circles, from
// which clearances of sliders and arms are distances. Compares them with dense samples.

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <numbers>
#include <variant>

#include <gtest/gtest.h>

#include "kernels/exact_distance.h"
#include "kernels/points/whole_arm.h"
#include "kernels/slider_clearance.h"
#include "src/machine/legs/leg_forms.h"
#include "src/machine/legs/posed_leg.h"
#include "tests/support/random/dice.h"
#include "tests/support/random/how_many.h"
#include "tests/support/random/random_leg_machines.h"
#include "tests/support/random/random_vector.h"
#include "tests/support/rod_machine.h"

namespace {

using namespace hexscan;
using namespace hexscan_test;
using leg_oracle::Kind;

/// An ellipse and a point. Many points are on an axis, and many ellipses are circles or flat.
struct EllipseCase {
    double a, b, x, y;

    EllipseCase(Dice& dice, int k)
        : a(dice.magnitude(0.1, 10)),
          b(a * (k % 5 == 0   ? 1
                 : k % 7 == 0 ? 0
                              : dice.magnitude(1e-7, 1))),
          x(k % 11 == 0 ? 0 : dice.between(-2, 2) * a),
          y(k % 13 == 0 ? 0 : dice.between(-2, 2) * a) {}

    /// The smallest distance from sampled points that are not above `most_y`.
    double sampled_distance(double most_y) const {
        constexpr int parts = 20000;
        double least = std::numeric_limits<double>::infinity();
        for (int i = 0; i < parts; ++i) {
            const double t = 6.283185307179586 * i / parts, height = b * std::sin(t);
            if (height <= most_y) least = std::min(least, std::hypot(x - a * std::cos(t), y - height));
        }
        return least;
    }
};

TEST(Ellipse, HasItsDistanceFromAnyPoint) {
    Dice dice(3);
    for (int k = 0; k < 1000; ++k) {
        const EllipseCase of(dice, k);
        const double found = exact::distance_from_ellipse(of.a, of.b, of.x, of.y).value;
        const double least = of.sampled_distance(INFINITY);
        ASSERT_TRUE(std::abs(found - least) <= 2e-4 * of.a) << of.a << " " << of.b << " " << of.x << " " << of.y;
        ASSERT_LE(found, least + 1e-9 * of.a) << of.a << " " << of.b << " " << of.x << " " << of.y;
    }
}

TEST(Ellipse, HasItsDistanceBelowAnyHeight) {
    Dice dice(4);
    int cut = 0, none = 0;
    for (int k = 0; k < how_many(1500); ++k) {
        EllipseCase of(dice, k);
        if (k % 3 == 0) {  // within the evolute, where two points are nearer than their neighbours
            of.x *= 0.1;
            of.y *= 0.1;
        }
        const double most_y = of.b * dice.between(-1.1, 1.1);
        const double found = exact::distance_from_ellipse_below(of.a, of.b, of.x, of.y, most_y).value;
        const double least = of.sampled_distance(most_y), whole = of.sampled_distance(INFINITY);
        cut += least > 1.01 * whole ? 1 : 0;
        if (most_y < -of.b) {
            ASSERT_TRUE(std::isinf(found));
            ++none;
            continue;
        }
        if (of.b <= 1e-9 * of.a) {  // the whole ellipse is used
            ASSERT_TRUE(std::abs(found - whole) <= 2e-4 * of.a);
            continue;
        }
        // The ends of a part lie between samples. Near the lowest point, samples are far apart in relation to their
        // height.
        const double between_samples = 4e-4 * of.a;
        ASSERT_LE(found, least + 1e-9 * of.a)
            << k << ": " << of.a << " " << of.b << " " << of.x << " " << of.y << " " << most_y;
        if (std::isfinite(least)) {
            ASSERT_LE(least - found, between_samples)
                << k << ": " << of.a << " " << of.b << " " << of.x << " " << of.y << " " << most_y;
        }
    }
    EXPECT_GT(cut, how_many(1500) / 10);
    EXPECT_GT(none, 0);
}

/// Two unit vectors perpendicular to `axis` and to each other.
std::array<Vector, 2> square_to(const Vector& axis) {
    const Vector beside = std::abs(axis.z) < 0.6 ? Vector{axis.y, -axis.x, 0} : Vector{0, axis.z, -axis.y};
    const Vector first = scaled(beside, 1 / length_of(beside));
    return {first, cross(axis, first)};
}

TEST(RodEdges, OfSlidersAreClearOfWhereRodsOfTheirOwnSideAreAtTheLimit) {
    Dice dice(11);
    int of_both_sides = 0, of_none = 0;
    for (int k = 0; k < how_many(4000); ++k) {
        SliderLeg leg{};
        leg.rail = k % 5 == 0 ? Vector{0, 0, 1} : random_direction(dice);
        leg.rod_m = dice.magnitude(0.1, 10);
        const Vector axis = k % 17 == 0   ? leg.rail
                            : k % 19 == 0 ? scaled(leg.rail, -1)
                            : k % 7 == 0  ? square_to(leg.rail)[0]
                                          : random_direction(dice);
        const double tilt_rad = dice.between(0.02, 3.1), cosine = std::cos(tilt_rad), sine = std::sin(tilt_rad);
        const auto [first, second] = square_to(axis);
        const Vector l =
            scaled(random_direction(dice), dice.between(0, 1) * leg.rod_m) + scaled(leg.rail, dice.between(-3, 3));
        const SliderPlace at = slider_place(leg, l);
        const Vector across{at.across_m.x.value, at.across_m.y.value, at.across_m.z.value};
        double least = std::numeric_limits<double>::infinity(), any_side = least;
        constexpr int parts = 20000;
        for (int i = 0; i < parts; ++i) {
            const double turn = 2 * std::numbers::pi * i / parts;
            const Vector rod =
                scaled(axis, cosine) + scaled(first, sine * std::cos(turn)) + scaled(second, sine * std::sin(turn));
            const double along = dot(rod, leg.rail);
            const double away = length_of(across - scaled(rod - scaled(leg.rail, along), leg.rod_m));
            any_side = std::min(any_side, away);
            if (along >= -1e-9) least = std::min(least, away);
        }
        const bool kept =
            dot(across + scaled(leg.rail, std::sqrt(std::max(0.0, leg.rod_m * leg.rod_m - dot(across, across)))),
                axis) >= cosine * leg.rod_m;
        const double found = slider_cone_clearance_m(leg, at, axis, cosine).value;
        ASSERT_TRUE(kept ? found >= 0 : found <= 0) << k << ": " << found;
        if (std::isinf(least)) {
            ++of_none;
            ASSERT_EQ(std::abs(found), kept ? least : 2 * leg.rod_m) << k;
            continue;
        }
        of_both_sides += least > 1.2 * any_side ? 1 : 0;
        // If a circle barely touches the other side, its remaining part may lie between samples.
        ASSERT_LE(std::abs(found), least + 1e-7 * leg.rod_m) << k;
        ASSERT_LE(least - std::abs(found), 1e-3 * leg.rod_m) << k;
    }
    EXPECT_GT(of_both_sides, how_many(4000) / 10);
    EXPECT_GT(of_none, how_many(4000) / 100);
}

/// Only a joint's cone limits the arm or the rod.
TEST(RodEdges, OfArmsAreClearOfWhereRodsOfTheirOwnSideAreAtTheLimit) {
    Dice dice(12);
    int asked = 0, of_both_sides = 0, bounded = 0;
    // Few machines have such a rod, so a share of the usual number may have none.
    const std::uint64_t machines = std::max<std::uint64_t>(400, how_many_seeds(400));
    for (std::uint64_t seed = 0; seed < machines; ++seed) {
        const RandomLegMachine random = random_leg_machine(Kind::rotary, seed);
        const Machine machine = rod_machine(random.machine, random.home);
        const PosedLegs legs =
            posed_legs(machine, rotation_of(pose_of(random.home).orientation, machine.orientation_order));
        const auto i = static_cast<std::size_t>(dice.whole(0, 5));
        WholeArm arm = std::get<WholeArm>(legs.legs[i]->whole());
        const RotaryLeg& leg = arm.leg;
        // The parts of a range exist only for joints with limits.
        if (!arm.joints[0].is_limited() && !arm.joints[1].is_limited()) continue;
        const bool is_carried = dice.chance(0.5);
        const double tilt_rad = dice.between(0.1, 2.5);
        arm.joints[0] = arm.joints[1] = AllowedCones{};
        const AllowedCone cone{random_direction(dice), std::sin(tilt_rad), std::cos(tilt_rad)};
        AllowedCones& joint = arm.joints[is_carried ? 0 : 1];
        joint.cones[0] = cone;
        joint.count = 1;
        joint.is_rod_end = false;
        const Vector l = pose_of(random.home).position_m + legs.offset_m[i] +
                         scaled(random_direction(dice), dice.magnitude(1e-2, 0.5) * leg.rod_m);
        if (!arm.keeps(l)) continue;
        std::array<double, most_leg_limits> clearances{};
        arm.clearances_m(l, rotary_joint_slack, INFINITY, clearances.data());
        const double own = *std::min_element(clearances.begin(), clearances.begin() + rotary_limits);
        const double found = *std::min_element(clearances.begin(), clearances.begin() + arm.limits());
        constexpr int parts = 300;
        const double half_range_rad = arm.parts.half_rad * ArmParts::first_parts;
        const double from_rad = std::atan2(arm.parts.middles[0].w, arm.parts.middles[0].u) - arm.parts.half_rad;
        const auto [first, second] = square_to(cone.axis);
        double least = INFINITY, any_side = INFINITY;
        for (int a = 0; a <= parts; ++a) {
            const double angle_rad = from_rad + 2 * half_range_rad * a / parts, c = std::cos(angle_rad),
                         s = std::sin(angle_rad);
            const Vector along = scaled(leg.u, c) + scaled(leg.w, s), motion = scaled(leg.w, c) - scaled(leg.u, s);
            for (int k = 0; k < parts; ++k) {
                const double turn = 2 * std::numbers::pi * k / parts;
                Vector rod = scaled(cone.axis, cone.cosine) + scaled(first, cone.sine * std::cos(turn)) +
                             scaled(second, cone.sine * std::sin(turn));
                if (is_carried)
                    rod = scaled(along, dot(rod, leg.u)) + scaled(motion, dot(rod, leg.w)) +
                          scaled(leg.axis, dot(rod, leg.axis));
                const double away = length_of(l - scaled(along, leg.arm_m) - scaled(rod, leg.rod_m));
                any_side = std::min(any_side, away);
                if (dot(rod, motion) >= 0) least = std::min(least, away);
            }
        }
        ++asked;
        of_both_sides += least > 1.2 * any_side && own > 1.2 * any_side ? 1 : 0;
        bounded += least < own ? 1 : 0;
        const double between_samples =
            (half_range_rad * (leg.arm_m + (is_carried ? leg.rod_m : 0)) + 2 * std::numbers::pi * leg.rod_m) / parts;
        const double right = std::min(own, least);
        ASSERT_LE(found, right * (1 + 1e-9) + 1e-9 * leg.rod_m) << "seed " << seed;
        ASSERT_GE((1 + rotary_joint_slack.share) * found + rotary_joint_slack.of_rod * leg.rod_m,
                  right - between_samples)
            << "seed " << seed << " own " << own;
    }
    EXPECT_GT(asked, how_many(400) / 20);
    EXPECT_GT(bounded, asked / 10);
    EXPECT_GT(of_both_sides, asked / 20);
}

}  // namespace
