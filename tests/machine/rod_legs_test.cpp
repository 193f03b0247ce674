// Slider and rotary legs, and joints of all kinds. Compares verdicts with an independent oracle, and checks their
// clearances.

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>
#include <numbers>
#include <vector>

#include <gtest/gtest.h>

#include "kernels/points/whole_leg.h"
#include "src/machine/description/machine_problem.h"
#include "src/machine/legs/posed_leg.h"
#include "src/machine/legs/posed_rotary.h"
#include "tests/support/oracles/leg_oracle.h"
#include "tests/support/random/dice.h"
#include "tests/support/random/how_many.h"
#include "tests/support/random/random_leg_machines.h"
#include "tests/support/random/random_vector.h"
#include "tests/support/rod_machine.h"

namespace {

using namespace hexscan;
using namespace hexscan_test;
using leg_oracle::Kind;

/// If the oracle's slack is smaller, rounding may decide.
constexpr double surely = 1e-7;

RandomLegMachine machine_of_kind(Kind kind, std::uint64_t seed) {
    switch (seed % 4) {
        case 0: return integer_leg_machine(kind, seed);
        case 1: return edge_leg_machine(kind, seed);
        default: return random_leg_machine(kind, seed);
    }
}

using AnyMachine = RandomLegMachine (*)(Kind, std::uint64_t);

void expect_the_oracles_verdicts(Kind kind, AnyMachine machine_of = machine_of_kind) {
    std::int64_t asked = 0, reachable = 0;
    const auto machines = how_many_seeds(kind == Kind::rotary ? 150 : 400);
    for (std::uint64_t seed = 0; seed < machines; ++seed) {
        const RandomLegMachine random = machine_of(kind, seed);
        const Machine machine = rod_machine(random.machine, random.home);
        ASSERT_EQ(machine_problem(machine), "");
        Dice dice(seed + 77);
        for (int k = 0; k < 25; ++k) {
            const leg_oracle::Pose pose = k == 0 ? random.home : pose_near_home(random, dice);
            const PosedLegs legs =
                posed_legs(machine, rotation_of(pose_of(pose).orientation, machine.orientation_order));
            for (int i = 0; i < leg_count; ++i) {
                const leg_oracle::LegState expected = leg_oracle::leg_state(random.machine, i, pose);
                const auto leg = static_cast<std::size_t>(i);
                const Vector l = pose_of(pose).position_m + legs.offset_m[leg];
                if (!(std::abs(expected.margin) > surely)) continue;
                // On the motor's axis either every angle closes the leg or none does.
                const leg_oracle::Leg& asked_leg = random.machine.legs[leg];
                const Vector u{asked_leg.u.x, asked_leg.u.y, asked_leg.u.z};
                const Vector w{asked_leg.w.x, asked_leg.w.y, asked_leg.w.z};
                if (kind == Kind::rotary && std::hypot(dot(l, u), dot(l, w)) < 1e-9 * asked_leg.rod) continue;
                ++asked;
                reachable += expected.reachable();
                ASSERT_EQ(legs.legs[leg]->keeps(l), expected.reachable())
                    << "seed " << seed << " pose " << k << " leg " << i << " margin " << expected.margin;
                const LegShape shape = legs.legs[leg]->shape(l);
                if (!(std::abs(expected.gap_slack) > surely)) continue;
                ASSERT_EQ(shape.closes, expected.exists);
                if (!expected.exists) continue;
                const double off = kind == Kind::rotary
                                       ? leg_oracle::angle_apart(shape.value, expected.value)
                                       : std::abs(shape.value - expected.value) / random.machine.legs[leg].rod;
                ASSERT_LT(off, 1e-7) << "seed " << seed << " pose " << k << " leg " << i;
                const bool in_range = std::ranges::all_of(legs.legs[leg]->states(l),
                                                          [](const LimitState& state) { return state.left >= 0; });
                ASSERT_EQ(in_range, expected.reachable()) << "seed " << seed << " pose " << k << " leg " << i;
            }
        }
    }
    if (asks_few()) return;
    EXPECT_GT(asked, 15'000);
    EXPECT_GT(reachable, asked / 10);
    EXPECT_LT(reachable, asked - asked / 10);
}

TEST(RodLegs, OfSlidersHaveTheOraclesVerdictsAndValues) { expect_the_oracles_verdicts(Kind::slider); }
TEST(RodLegs, OfArmsHaveTheOraclesVerdictsAndValues) { expect_the_oracles_verdicts(Kind::rotary); }
TEST(UniversalJoints, OfSlidersHaveTheOraclesVerdicts) {
    expect_the_oracles_verdicts(Kind::slider, universal_leg_machine);
}
TEST(UniversalJoints, OfArmsHaveTheOraclesVerdicts) {
    expect_the_oracles_verdicts(Kind::rotary, universal_leg_machine);
}
TEST(UniversalJoints, OfTelescopesHaveTheOraclesVerdicts) {
    expect_the_oracles_verdicts(Kind::telescopic, universal_leg_machine);
}

/// Small integers touch limits exactly, and touching is reachable. Only differences of squares decide there.
void expect_touching_is_reachable(Kind kind) {
    std::int64_t touching = 0;
    const auto machines = how_many_seeds(kind == Kind::slider ? 3000 : 500);
    for (std::uint64_t seed = 0; seed < machines; ++seed) {
        const RandomLegMachine random = integer_leg_machine(kind, seed);
        const Machine machine = rod_machine(random.machine, random.home);
        Dice dice(seed);
        for (int k = 0; k < 10; ++k) {
            const leg_oracle::Pose pose = pose_near_home(random, dice);
            const PosedLegs legs =
                posed_legs(machine, rotation_of(pose_of(pose).orientation, machine.orientation_order));
            for (std::size_t i = 0; i < leg_count; ++i) {
                // Joints' cosines are rarely whole numbers.
                if (std::isfinite(machine.base.max_tilt_rad[i]) || std::isfinite(machine.platform.max_tilt_rad[i]) ||
                    std::isfinite(machine.base.max_misalignment_rad[i]) ||
                    std::isfinite(machine.platform.max_misalignment_rad[i]))
                    continue;
                const double rod = random.machine.legs[i].rod;
                const leg_oracle::Point& rail = random.machine.legs[i].rail;
                // Rods and rails that are not whole numbers are rounded.
                if (rod != std::round(rod) || (rail.x != 0) + (rail.y != 0) + (rail.z != 0) != 1) continue;
                const leg_oracle::LegState state = leg_oracle::leg_state(random.machine, static_cast<int>(i), pose);
                if (!(std::abs(state.margin) < 1e-9)) continue;
                // If the rod barely reaches, the oracle may have no joint value.
                const Vector l = pose_of(pose).position_m + legs.offset_m[i];
                if (!std::ranges::all_of(legs.legs[i]->states(l),
                                         [](const LimitState& limit) { return limit.left >= -1e-9; }))
                    continue;
                ++touching;
                ASSERT_TRUE(legs.legs[i]->keeps(l)) << "seed " << seed << " pose " << k << " leg " << i;
            }
        }
    }
    if (asks_few()) return;
    EXPECT_GT(touching, kind == Kind::slider ? 100 : 25);
}

TEST(RodLegs, OfSlidersThatTouchALimitKeepIt) { expect_touching_is_reachable(Kind::slider); }
TEST(RodLegs, OfArmsThatTouchALimitKeepIt) { expect_touching_is_reachable(Kind::rotary); }

/// An arm in the plane of x and y whose angle ends at `to_rad`.
std::shared_ptr<const PosedLeg> arm_between(double from_rad, double to_rad, double arm_m, double rod_m, bool ahead) {
    JointSet joints;
    joints.max_tilt_rad = joints.max_misalignment_rad = no_joint_limit;
    const LegJoint free(joints, 0);
    return posed_rotary({{1, 0, 0}, {0, 1, 0}, {0, 0, 1}, arm_m, rod_m, from_rad, to_rad, ahead, free, free});
}

TEST(RodLegs, OfArmsThatCannotTurnReachOneSphereAndThereTheSideOfTheirBranch) {
    for (const bool ahead : {false, true}) {
        const double forward = ahead ? -1 : 1;
        const auto locked = arm_between(0, 0, 3, 5, ahead);
        EXPECT_TRUE(locked->keeps({3, 4 * forward, 3}));
        EXPECT_FALSE(locked->keeps({3, -4 * forward, 3})) << "the other branch";
        EXPECT_TRUE(locked->keeps({8, 0, 0})) << "stretched";
        EXPECT_TRUE(locked->keeps({-2, 0, 0})) << "folded";
        for (const double x : {7.5, 4.0, 0.5, -0.5, -1.5, -2.5, -4.0, -7.0, -7.5})
            EXPECT_FALSE(locked->keeps({x, 0, 0})) << x << ": along the arm, but not at the rod's end";
        for (const double y : {-4.0, -2.0, 2.0, 4.5}) EXPECT_FALSE(locked->keeps({3, y * forward, 3})) << y;
    }
}

/// For arms that hardly turn: far ends along the arm and its reverse, where the direction does not determine the side.
TEST(RodLegs, OfArmsThatHardlyTurnReachNothingFarFromTheirOneSphere) {
    Dice dice(1971);
    std::int64_t asked = 0;
    for (int k = 0; k < 20000; ++k) {
        const double from_rad = dice.chance(0.3) ? dice.whole(-8, 8) * std::numbers::pi / 4 : dice.between(-7, 7);
        const double turn_rad = dice.one_of({0.0, 0.0, 1e-300, 1e-17, 1e-16, 3e-16, 1e-15, 1e-12, 1e-9, 1e-6});
        const double arm_m = dice.whole(1, 9), rod_m = dice.whole(1, 9), out_m = dice.between(-18, 18);
        const auto leg = arm_between(from_rad, from_rad + turn_rad, arm_m, rod_m, dice.chance(0.5));
        const Vector l{out_m * std::cos(from_rad), out_m * std::sin(from_rad), dice.whole(0, 2) * 1.5};
        if (!(std::abs(std::hypot(out_m - arm_m, l.z) - rod_m) > 1e-4)) continue;
        ++asked;
        ASSERT_FALSE(leg->keeps(l)) << "arm " << arm_m << " rod " << rod_m << " from " << from_rad << " by " << turn_rad
                                    << " at " << out_m << ", " << l.z;
    }
    EXPECT_GT(asked, 15000);
}

/// No position within the smallest clearance has the other verdict, and the clearance has the verdict's sign.
void expect_honest_clearances(Kind kind, AnyMachine machine_of = machine_of_kind) {
    std::int64_t sure = 0, close = 0, kept = 0;
    const auto machines = how_many_seeds(600);
    for (std::uint64_t seed = 0; seed < machines; ++seed) {
        const RandomLegMachine random = machine_of(kind, seed);
        const Machine machine = rod_machine(random.machine, random.home);
        Dice dice(seed + 5);
        const leg_oracle::Pose pose = pose_near_home(random, dice);
        const PosedLegs legs = posed_legs(machine, rotation_of(pose_of(pose).orientation, machine.orientation_order));
        std::vector<double> clearances(legs.limits), room(legs.limits);
        for (int k = 0; k < 60; ++k) {
            const auto i = static_cast<std::size_t>(dice.whole(0, 5));
            const PosedLeg& leg = *legs.legs[i];
            const Vector home_l = pose_of(random.home).position_m + legs.offset_m[i];
            const double size = random.machine.legs[i].rod + random.machine.legs[i].arm;
            const double far = dice.magnitude(1e-3, 2) * size;
            const Vector l = home_l + scaled(random_direction(dice), far);
            leg.clearances_m(l, clearances);
            const double clearance = *std::ranges::min_element(clearances);
            const double doubt = leg.doubt_m(std::sqrt(dot(l, l)));
            if (!(std::abs(clearance) > doubt)) {
                ++close;
                continue;
            }
            ++sure;
            const bool keeps = leg.keeps(l);
            kept += keeps;
            ASSERT_EQ(keeps, clearance > 0) << "seed " << seed << " sample " << k << " clearance " << clearance;
            const double rough = leg.rough_clearance_m(l, room, INFINITY), rod_m = random.machine.legs[i].rod;
            const double most =
                (1 + rotary_joint_slack.share) * std::abs(clearance) + rotary_joint_slack.of_rod * rod_m;
            const double least = std::abs(clearance) / (1 + rough_joint_slack.share) - rough_joint_slack.of_rod * rod_m;
            ASSERT_LE(std::abs(rough), most + doubt) << "seed " << seed << " sample " << k;
            ASSERT_GE(std::abs(rough), least - doubt) << "seed " << seed << " sample " << k;
            if (std::abs(rough) > doubt) {
                ASSERT_EQ(keeps, rough > 0) << "seed " << seed << " sample " << k << " rough " << rough;
            }
            const double enough = dice.between(0, 2) * std::abs(clearance);
            const double roughly = leg.rough_clearance_m(l, room, enough);
            ASSERT_LE(std::abs(roughly), most + doubt) << "seed " << seed << " sample " << k;
            ASSERT_GE(std::abs(roughly), std::min(least, enough) - doubt) << "seed " << seed << " sample " << k;
            if (std::abs(roughly) > doubt) {
                ASSERT_EQ(keeps, roughly > 0) << "seed " << seed << " sample " << k << " enough " << enough;
            }
            const double nearer = dice.between(-1.5, 2) * std::abs(clearance);
            leg.near_clearances_m(l, nearer, room);
            ASSERT_EQ(std::min(*std::min_element(room.begin(), room.end()), nearer), std::min(clearance, nearer))
                << "seed " << seed << " sample " << k << " of " << clearance;
            for (int way = 0; way < 30; ++way) {
                const double by = std::abs(clearance) * (way < 20 ? 0.999 : dice.between(0, 1)) - doubt;
                const Vector there = l + scaled(random_direction(dice), std::max(0.0, by));
                ASSERT_EQ(leg.keeps(there), keeps)
                    << "seed " << seed << " sample " << k << " way " << way << " clearance " << clearance;
            }
        }
    }
    EXPECT_GT(sure, 9 * close);
    EXPECT_GT(kept, sure / 20);
}

TEST(RodLegs, OfSlidersHaveClearancesThatHold) { expect_honest_clearances(Kind::slider); }
TEST(RodLegs, OfArmsHaveClearancesThatHold) { expect_honest_clearances(Kind::rotary); }
TEST(UniversalJoints, OfSlidersHaveClearancesThatHold) {
    expect_honest_clearances(Kind::slider, universal_leg_machine);
}
TEST(UniversalJoints, OfArmsHaveClearancesThatHold) { expect_honest_clearances(Kind::rotary, universal_leg_machine); }
TEST(UniversalJoints, OfTelescopesHaveClearancesThatHold) {
    expect_honest_clearances(Kind::telescopic, universal_leg_machine);
}

}  // namespace
