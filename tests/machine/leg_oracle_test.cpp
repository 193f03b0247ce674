#include "tests/support/oracles/leg_oracle_cases.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>

#include <gtest/gtest.h>

#include "tests/support/random/dice.h"
#include "tests/support/random/random_leg_machines.h"
#include "tests/support/values.h"

// Compares the oracle of slider and rotary legs with the definitions of branches, ranges and ends, by hand and for
// random machines.
namespace leg_oracle {
namespace {

using hexscan_test::Dice;
using hexscan_test::infinity;
using hexscan_test::pi;
using hexscan_test::radians;

TEST(LegOracle, BehindIsWhereTheTipStillComesNearer) {
    Leg rod = slider({0, 0, 0}, {}, {0, 0, 2}, 5);
    EXPECT_NEAR(leg_state(rod, {3, 0, 10}).value, 6, 1e-15);
    rod.branch = Branch::ahead;
    EXPECT_NEAR(leg_state(rod, {3, 0, 10}).value, 14, 1e-15);
    // The platform joint is above the motor, where arm and rod form a right angle at the motor. The arm points outward
    // on the branch behind and inward on the branch ahead.
    Leg crank = arm({}, {}, 0, 3, 5);
    EXPECT_NEAR(leg_state(crank, {0, 0, 4}).value, 0, 1e-15);
    crank.branch = Branch::ahead;
    EXPECT_LE(angle_apart(leg_state(crank, {0, 0, 4}).value, pi), 1e-15);
}

TEST(LegOracle, WhereThereIsNoJointValueTheGapSaysBySoMuch) {
    const LegState beside = leg_state(slider({}, {}, {0, 0, 1}, 4), {3, 4, 10});
    EXPECT_FALSE(beside.exists);
    EXPECT_FALSE(beside.reachable());
    EXPECT_TRUE(std::isnan(beside.value));
    EXPECT_NEAR(beside.margin, -0.25, 1e-15);
    EXPECT_NEAR(leg_state(slider({}, {}, {0, 0, 1}, 10), {3, 4, 10}).gap_slack, 0.5, 1e-15);
    // The joint is too far from the arm, or so near that no direction of the arm leads far enough away.
    const Leg crank = arm({}, {}, 0, 2, 10);
    EXPECT_NEAR(leg_state(crank, {15, 0, 0}).margin, -0.3, 1e-15);
    EXPECT_NEAR(leg_state(crank, {0, 0, -7}).margin, -0.1, 1e-15);
}

TEST(LegOracle, RodsTiltFromAxesThatArmsCarry) {
    // Half a turn above level, the arm points to -x. The rod goes from (-3, 0, 0) to (0, 0, 4).
    Leg crank = arm({}, {}, 0, 3, 5);
    crank.branch = Branch::ahead;
    crank.base_end.axis = {0, 0, 2};
    crank.base_end.max_tilt = radians(100);
    EXPECT_NEAR(leg_state(crank, {0, 0, 4}).base_slack, radians(100) - (pi - std::atan2(3, 4)), 1e-15);
    crank.base_end = {{1, 0, 0}, radians(100), no_limit};
    EXPECT_NEAR(leg_state(crank, {0, 0, 4}).base_slack, radians(100) - (pi - std::atan2(4, 3)), 1e-15);
    EXPECT_EQ(leg_state(crank, {0, 0, 4}).margin, leg_state(crank, {0, 0, 4}).base_slack);
    // A quarter turn takes u to w and w to -u. Vectors along the motor's axis stay.
    const Point turned = carried(crank, {1, 2, 3}, pi / 2);
    EXPECT_NEAR(turned.x, -3, 1e-15);
    EXPECT_NEAR(turned.y, 2, 1e-15);
    EXPECT_NEAR(turned.z, 1, 1e-15);
    // A carriage turns nothing, and the platform's axis is given at the pose.
    Leg rod = slider({}, {}, {1, 0, 0}, 5);
    rod.base_end.axis = {0, 0, 1};
    rod.base_end.max_tilt = radians(50);
    rod.platform_end.max_tilt = radians(30);
    const LegState state = leg_state(rod, {0, 0, 4}, {1, 0, 0});
    EXPECT_NEAR(state.base_slack, radians(50) - std::atan2(3, 4), 1e-15);
    EXPECT_NEAR(state.platform_slack, radians(30) - std::atan2(4, 3), 1e-15);
    EXPECT_EQ(state.margin, state.platform_slack);
    // With a pitch of a quarter turn, the platform turns its axis from z to x.
    Machine machine;
    machine.legs.fill(rod);
    EXPECT_NEAR(leg_state(machine, 5, {0, 0, 4, 0, pi / 2, 0}).platform_slack, state.platform_slack, 1e-15);
}

TEST(LegOracle, RodEndsAskHowFarTheRodLeavesThePlaneSquareToTheBolt) {
    Leg rod = slider({}, {}, {1, 0, 0}, 5);
    rod.base_end = {{0, 0, -3}, no_limit, radians(60)};
    EXPECT_NEAR(leg_state(rod, {0, 0, 4}).base_slack, radians(60) - std::atan2(4, 3), 1e-15);
    rod.platform_end = {{0, 1, 0}, no_limit, radians(20)};
    EXPECT_NEAR(leg_state(rod, {0, 0, 4}, {0, 1, 0}).platform_slack, radians(20), 1e-15);
    rod.base_end.max_misalignment = pi / 2;
    EXPECT_EQ(leg_state(rod, {0, 0, 4}).base_slack, infinity);
}

TEST(LegOracle, TurnsAreRightHandedInEitherOrder) {
    const Pose quarter_turns{0, 0, 0, pi / 2, pi / 2, 0};
    const Point zyx = rotated({0, 1, 0}, quarter_turns);  // roll takes y to z, pitch z to x
    EXPECT_NEAR(zyx.x, 1, 1e-15);
    const Point xyz = rotated({0, 1, 0}, quarter_turns, Order::xyz);  // pitch keeps y, roll takes it to z
    EXPECT_NEAR(xyz.z, 1, 1e-15);
    const Point yawed = rotated({1, 0, 0}, {0, 0, 0, 0, 0, pi / 2});
    EXPECT_NEAR(yawed.y, 1, 1e-15);
    const Pose any{0, 0, 0, 0.3, -0.7, 1.9};
    for (const Order order : {Order::zyx, Order::xyz}) {
        const Point back = rotated_back(rotated({1, 2, 3}, any, order), any, order);
        EXPECT_NEAR(back.x, 1, 1e-15);
        EXPECT_NEAR(back.y, 2, 1e-15);
        EXPECT_NEAR(back.z, 3, 2e-15);
    }
}

double distance(const Point& a, const Point& b) { return std::hypot(a.x - b.x, a.y - b.y, a.z - b.z); }

Point joint_at(const Machine& machine, int leg, const Pose& pose) {
    const Point joint = rotated(machine.legs[static_cast<std::size_t>(leg)].platform, pose, machine.order);
    return {pose.x + joint.x, pose.y + joint.y, pose.z + joint.z};
}

Point tip_at(const Leg& leg, double value) {
    const double rail = std::hypot(leg.rail.x, leg.rail.y, leg.rail.z);
    const double c = leg.arm * std::cos(value);
    const double s = leg.arm * std::sin(value);
    if (leg.kind == Kind::slider)
        return {leg.base.x + value / rail * leg.rail.x, leg.base.y + value / rail * leg.rail.y,
                leg.base.z + value / rail * leg.rail.z};
    return {leg.base.x + c * leg.u.x + s * leg.w.x, leg.base.y + c * leg.u.y + s * leg.w.y,
            leg.base.z + c * leg.u.z + s * leg.w.z};
}

using Generator = hexscan_test::RandomLegMachine (*)(Kind, std::uint64_t);

struct Family {
    const char* name;
    Generator machine;
};

constexpr std::array<Family, 3> families{{{"ordinary", hexscan_test::random_leg_machine},
                                          {"integer", hexscan_test::integer_leg_machine},
                                          {"edge", hexscan_test::edge_leg_machine}}};

TEST(LegOracle, TipsOfRandomMachinesAreARodFromTheirJointsOnTheirBranch) {
    for (const Family& family : families) {
        for (std::uint64_t seed = 0; seed < 100; ++seed) {
            const auto random = family.machine(seed % 2 == 0 ? Kind::slider : Kind::rotary, seed);
            Dice dice(seed);
            const Pose pose = hexscan_test::pose_near_home(random, dice);
            for (int i = 0; i < 6; ++i) {
                const Leg& leg = random.machine.legs[static_cast<std::size_t>(i)];
                const LegState state = leg_state(random.machine, i, pose);
                if (!state.exists) continue;
                const Point joint = joint_at(random.machine, i, pose);
                const double scale = leg.rod + leg.arm + distance(joint, leg.base);
                EXPECT_NEAR(distance(tip_at(leg, state.value), joint), leg.rod, 1e-14 * scale);
                EXPECT_NEAR(distance(tip_at(leg, state.value), state.tip), 0, 1e-14 * scale);
                if (!(state.gap_slack >= 1e-3)) continue;
                const double step = leg.kind == Kind::slider ? 1e-6 * scale : 1e-6;
                const double ahead = distance(tip_at(leg, state.value + step), joint);
                EXPECT_EQ(ahead < leg.rod, leg.branch == Branch::behind) << family.name << " " << seed << " " << i;
            }
        }
    }
}

/// Counts, per leg, of the cases that a family's machines and test poses cover.
struct Coverage {
    int reachable = 0, no_value = 0, out_of_range = 0, base_end = 0, platform_end = 0, tangent = 0, end_of_range = 0;
    int behind = 0, ahead = 0, across_half_turn = 0, tilted_rails = 0, endless = 0, home = 0;
    int as_long_as_rod = 0, on_motor_axis = 0;
};

void count_machine(Coverage& seen, const hexscan_test::RandomLegMachine& random) {
    for (int i = 0; i < 6; ++i) {
        const Leg& leg = random.machine.legs[static_cast<std::size_t>(i)];
        ++(leg.branch == Branch::behind ? seen.behind : seen.ahead);
        const bool across = leg.to - leg.from < 6.28 && (leg.to > pi + 0.01 || leg.from < -pi - 0.01);
        seen.across_half_turn += leg.kind == Kind::rotary && across;
        seen.tilted_rails += (leg.rail.x != 0 || leg.rail.y != 0) && leg.rail.z != 0;
        seen.endless += std::isinf(leg.from) || std::isinf(leg.to);
        seen.as_long_as_rod += leg.arm == leg.rod;
        const Point joint = joint_at(random.machine, i, random.home);
        const Point l{joint.x - leg.base.x, joint.y - leg.base.y, joint.z - leg.base.z};
        const double along_u = l.x * leg.u.x + l.y * leg.u.y + l.z * leg.u.z;
        const double along_w = l.x * leg.w.x + l.y * leg.w.y + l.z * leg.w.z;
        seen.on_motor_axis += std::hypot(along_u, along_w) < 1e-12 * leg.rod;
    }
    seen.home += reachable(random.machine, random.home);
}

void count_pose(Coverage& seen, const Machine& machine, const Pose& pose) {
    const MachineState state = machine_state(machine, pose);
    EXPECT_EQ(state.reachable, reachable(machine, pose));
    seen.reachable += state.reachable;
    for (int i = 0; i < 6; ++i) {
        const LegState leg = leg_state(machine, i, pose);
        EXPECT_GE(leg.margin, state.margin);
        seen.no_value += !leg.exists;
        seen.out_of_range += leg.range_slack < 0;
        seen.base_end += leg.base_slack < 0;
        seen.platform_end += leg.platform_slack < 0;
        seen.tangent += std::abs(leg.gap_slack) < 1e-12;
        seen.end_of_range += std::abs(leg.range_slack) < 1e-12;
    }
}

Coverage coverage(Kind kind, Generator machine) {
    Coverage seen;
    for (std::uint64_t seed = 0; seed < 40; ++seed) {
        const auto random = machine(kind, seed);
        count_machine(seen, random);
        Dice dice(seed);
        for (int i = 0; i < 5; ++i) count_pose(seen, random.machine, hexscan_test::pose_near_home(random, dice));
    }
    return seen;
}

TEST(LegOracle, RandomMachinesCoverWhatTheySay) {
    for (const Kind kind : {Kind::slider, Kind::rotary}) {
        for (const Family& family : families) {
            const bool arms = kind == Kind::rotary;
            SCOPED_TRACE(testing::Message() << family.name << (arms ? " arms" : " sliders"));
            const Coverage seen = coverage(kind, family.machine);
            const bool whole = family.machine == hexscan_test::integer_leg_machine;
            const bool edges = family.machine == hexscan_test::edge_leg_machine;
            for (const int count : {seen.reachable, seen.no_value, seen.out_of_range, seen.base_end, seen.platform_end,
                                    seen.behind, seen.ahead, seen.home})
                EXPECT_GE(count, 5);
            EXPECT_GE(arms ? seen.across_half_turn : seen.tilted_rails, 20);
            EXPECT_GE(seen.tangent, whole || edges ? 5 : 0);
            EXPECT_GE(seen.end_of_range, whole ? 5 : 0);
            EXPECT_GE(seen.endless, whole || arms ? 0 : 5);
            EXPECT_GE(std::min(seen.as_long_as_rod, seen.on_motor_axis), edges && arms ? 5 : 0);
        }
    }
}

}  // namespace
}  // namespace leg_oracle
