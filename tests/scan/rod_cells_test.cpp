// Limits that sliders and arms keep at all orientations of a cell. Every limit that is reported as kept must be kept at
// every sample and column. For single positions nearly all kept limits must be reported.

#include "kernels/sets/rotary_cells.h"
#include "kernels/sets/slider_cells.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <numbers>
#include <vector>

#include <gtest/gtest.h>

#include "src/machine/rotation.h"
#include "tests/support/random/dice.h"

namespace {

using namespace hexscan;
using hexscan_test::Dice;

Vector any_direction(Dice& dice) {
    const double x = dice.between(-1, 1), y = dice.between(-1, 1), z = dice.between(-1, 1);
    return direction({x, y, z});
}

ArmDirection<double> arm_at_angle(double angle_rad) { return {std::cos(angle_rad), std::sin(angle_rad)}; }

/// A leg without joint limits and with any range of angles.
RotaryLeg random_arm(Dice& dice) {
    RotaryLeg leg{};
    leg.u = any_direction(dice);
    const Vector up = any_direction(dice);
    leg.w = direction(up - scaled(leg.u, dot(up, leg.u)));
    leg.axis = cross(leg.u, leg.w);
    leg.arm_m = dice.between(0.2, 1.2);
    leg.rod_m = dice.chance(0.1) ? leg.arm_m : dice.between(0.2, 2.2);
    const double from_rad = dice.between(-4, 4), width_rad = dice.between(0.1, 6.2);
    leg.from = arm_at_angle(from_rad);
    leg.to = arm_at_angle(from_rad + width_rad);
    leg.range = dice.chance(0.2)               ? ArmRange::any
                : width_rad > std::numbers::pi ? ArmRange::beyond_half_turn
                                               : ArmRange::to_half_turn;
    return leg;
}

SliderLeg random_slider(Dice& dice) {
    SliderLeg leg{};
    leg.rail = any_direction(dice);
    leg.rod_m = dice.between(0.2, 2.2);
    leg.from_m = dice.chance(0.1) ? -1e6 : dice.between(-2, 1);
    leg.to_m = dice.chance(0.1) ? 1e6 : std::max(leg.from_m, -2.0) + dice.between(0.1, 3);
    return leg;
}

bool leg_keeps(const RotaryLeg& leg, const Vector& l_m) { return exact_rotary_keeps(leg, l_m); }
bool leg_keeps(const SliderLeg& leg, const Vector& l_m) { return exact_slider_keeps(leg, l_m); }
double reach_m(const RotaryLeg& leg) { return leg.arm_m + leg.rod_m; }
double reach_m(const SliderLeg& leg) { return leg.rod_m + 1; }

template <class Leg>
auto bound_of(const Leg& leg, const Vector& platform_point_m) {
    RodBound<decltype(feet_of<double>(leg))> bound{feet_of<double>(leg), {}};
    bound.sphere.platform_reach_sq_m2 = dot(platform_point_m, platform_point_m);
    bound.sphere.min_length_sq_m2 = bound.sphere.max_length_sq_m2 = leg.rod_m * leg.rod_m;
    bound.sphere.margin_m2 = 1e-12;
    bound.sphere.margin_m = 1e-6;
    bound.sphere.typical_length_m = leg.rod_m;
    bound.sphere.inverse_typical_length = 1 / leg.rod_m;
    return bound;
}

template <class RandomLeg>
void expect_to_be_said_what_is_kept(RandomLeg random_leg) {
    std::int64_t kept = 0, said = 0;
    constexpr int positions = 300'000;
    for (std::uint64_t seed = 0; seed < positions; ++seed) {
        Dice dice(seed);
        const auto leg = random_leg(dice);
        const double far_m = dice.between(0, 1.1 * reach_m(leg));
        const Vector l_m = scaled(any_direction(dice), far_m);
        const bool is_kept = leg_keeps(leg, l_m);
        const bool is_said =
            keeps_in_cell(bound_of(leg, {0, 0, 0}), RodCell<double>{}, PieceOfRow<double>{l_m.x, l_m.x, l_m.y, l_m.z});
        ASSERT_TRUE(is_kept || !is_said) << "seed " << seed;
        kept += is_kept ? 1 : 0;
        said += is_said ? 1 : 0;
    }
    EXPECT_GT(kept, positions / 6);
    EXPECT_GT(said, kept - kept / 1000);
}

TEST(RodCells, SayOfSinglePositionsWhatArmsKeep) { expect_to_be_said_what_is_kept(random_arm); }
TEST(RodCells, SayOfSinglePositionsWhatSlidersKeep) { expect_to_be_said_what_is_kept(random_slider); }

template <class RandomLeg>
void expect_every_orientation_to_keep_what_is_said(RandomLeg random_leg) {
    int said = 0;
    for (std::uint64_t seed = 0; seed < 20'000; ++seed) {
        Dice dice(seed);
        const auto leg = random_leg(dice);
        const Vector joint_m = scaled(any_direction(dice), dice.between(0, 1));
        std::array<std::vector<AngleSample>, 3> samples;
        OrientationTables set{OrientationLayout::angles, {}, {}, dice.chance(0.5)};
        IndexBox box{};
        for (int axis = 0; axis < 3; ++axis) {
            const double from_rad = dice.between(-1, 1), step_rad = dice.magnitude(0.001, 0.1);
            for (int k = 0; k < 3; ++k) {
                const double angle_rad = from_rad + k * step_rad;
                samples[static_cast<std::size_t>(axis)].push_back(
                    {angle_rad, std::sin(angle_rad), std::cos(angle_rad)});
            }
            set.counts[axis] = box.end[axis] = 3;
            set.samples[axis] = samples[static_cast<std::size_t>(axis)].data();
        }
        const RodCell<double> cell = rod_cell<double>(set, 1, box, joint_m);
        const double far_m = reach_m(leg);
        const double x_m = dice.between(-far_m, far_m), long_m = dice.magnitude(0.01, 1);
        const double y_m = dice.between(-far_m, far_m), z_m = dice.between(-far_m, far_m);
        const auto bound = bound_of(leg, joint_m);
        if (!keeps_in_cell(bound, cell, PieceOfRow<double>{x_m, x_m + long_m, y_m, z_m})) continue;
        ++said;
        for (int k = 0; k < samples_in(box); ++k) {
            const Vector turned = exact::turn(exact::rotation_at(set, sample_in(box, k)), joint_m);
            for (int c = 0; c <= 20; ++c)
                ASSERT_TRUE(leg_keeps(leg, Vector{x_m + c * long_m / 20, y_m, z_m} + turned)) << seed;
        }
    }
    EXPECT_GT(said, 500);
}

TEST(RodCells, SayOfPiecesWhatEveryOrientationOfArmsKeeps) {
    expect_every_orientation_to_keep_what_is_said(random_arm);
}
TEST(RodCells, SayOfPiecesWhatEveryOrientationOfSlidersKeeps) {
    expect_every_orientation_to_keep_what_is_said(random_slider);
}

}  // namespace
