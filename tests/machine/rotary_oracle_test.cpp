#include "tests/support/oracles/leg_oracle_cases.h"

#include <array>
#include <cmath>
#include <cstddef>
#include <functional>
#include <limits>

#include <gtest/gtest.h>

#include "tests/support/random/dice.h"
#include "tests/support/values.h"

// Compares the oracle of rotary legs with published data of machines, with an independent program in numpy, and with
// closed forms.
namespace leg_oracle {
namespace {

using hexscan_test::Dice;
using hexscan_test::infinity;
using hexscan_test::pi;
using hexscan_test::radians;

/// StewartOptimizer's jointFixture (tests/fixtures/layout.js): regular hexagons, with arms along the circles.
Machine joint_fixture() {
    Machine machine;
    for (int i = 0; i < 6; ++i) {
        const double azimuth_deg = 60 * i;
        machine.legs[static_cast<std::size_t>(i)] =
            arm(on_circle(100, azimuth_deg), on_circle(50, azimuth_deg), azimuth_deg + 90, 50, 200);
    }
    return machine;
}

TEST(LegOracle, AnglesOfStewartOptimizersFixtureAreThePublished) {
    const Machine machine = joint_fixture();
    const Pose pose{5, 0, 200, 0, 0.1, 0};
    expect_values(machine, pose,
                  {.13247338763231745, .21431303806126306, .33753301058349977, .3784542083022661, .29370416346427347,
                   .17156638385886466},
                  1e-10);
    const Point tip = leg_state(machine, 0, pose).tip;
    EXPECT_NEAR(tip.x, 100, 1e-10);
    EXPECT_NEAR(tip.y, 49.561911277283016, 1e-10);
    EXPECT_NEAR(tip.z, 6.604313025798117, 1e-10);
    const Point joint = rotated(machine.legs[0].platform, pose);
    EXPECT_NEAR(joint.x + 5 - tip.x, -45.249791736098715, 1e-10);
    EXPECT_NEAR(joint.y - tip.y, -49.561911277283016, 1e-10);
    EXPECT_NEAR(joint.z + 200 - tip.z, 188.40401614186047, 1e-10);
    for (const double x : {-10., 0., 10.})
        for (const double pitch_deg : {-5., 0., 5.})
            EXPECT_TRUE(reachable(machine, {x, 0, 200, 0, radians(pitch_deg), 0})) << x << ", " << pitch_deg;
}

/// StewartOptimizer's paired and crossed fixtures: joints on two circles, with arms in the directions `azimuth_deg`.
Machine paired_fixture(const std::function<double(int pair, int side)>& azimuth_deg) {
    Machine machine;
    for (int i = 0; i < 6; ++i) {
        const int pair = i / 2;
        const int side = i % 2 == 0 ? -1 : 1;
        machine.legs[static_cast<std::size_t>(i)] =
            arm(on_circle(100, 120 * pair + 15 * side), on_circle(50, 120 * pair + 45 * side), azimuth_deg(pair, side),
                50, 200);
    }
    return machine;
}

TEST(LegOracle, AnglesOfPairedAndCrossedArmsAreTheRecomputed) {
    const Machine paired = paired_fixture([](int pair, int side) { return 120 * pair + 15 * side; });
    const Machine crossed = paired_fixture([](int pair, int side) { return 120 * pair - 75 * side; });
    for (int i = 0; i < 6; ++i) {
        EXPECT_NEAR(degrees(leg_state(paired, i, at(0, 0, 200)).value), 33.5840028141, 1e-9) << i;
        EXPECT_NEAR(degrees(leg_state(crossed, i, at(0, 0, 200)).value), 25.4580314046, 1e-9) << i;
    }
}

constexpr double simulator_home_z = 25.5170749;

/// knaufinator's 6DOF-Rotary-Stewart-Motion-Simulator (helpers.h), in inches.
Machine simulator() {
    constexpr std::array<Point, 6> platform{{{12.0652, 10.1239, 0},
                                             {14.8002, 5.3868, 0},
                                             {2.735, -15.5107, 0},
                                             {-2.735, -15.5107, 0},
                                             {-14.8002, 5.3868, 0},
                                             {-12.0652, 10.1239, 0}}};
    constexpr std::array<Point, 6> base{
        {{8, 13.8564, 0}, {16, 0, 0}, {8, -13.8564, 0}, {-8, -13.8564, 0}, {-16, 0, 0}, {-8, 13.8564, 0}}};
    constexpr std::array<double, 6> azimuth_deg{150, -90, 30, 150, -90, 30};
    Machine machine;
    for (std::size_t i = 0; i < 6; ++i) {
        machine.legs[i] = arm(base[i], platform[i], azimuth_deg[i], 7.25, 28.5);
        machine.legs[i].from = radians(-60);
        machine.legs[i].to = radians(60);
    }
    return machine;
}

using Offset = std::array<double, 6>;

Pose simulator_pose(const Offset& by) { return {by[0], by[1], simulator_home_z + by[2], by[3], by[4], by[5]}; }

TEST(LegOracle, SimulatorsArmsAreLevelAtHomeAndRiseAsPublished) {
    expect_values(simulator(), simulator_pose({}), {}, radians(0.001));
    const double raised = radians(36.7342);
    expect_values(simulator(), simulator_pose({0, 0, 5, 0, 0, 0}), {raised, raised, raised, raised, raised, raised},
                  radians(0.001));
}

/// Distance that the platform moves along one axis of motion before it meets a limit.
double end_along(const Machine& machine, std::size_t axis, double direction, double farthest) {
    const auto goes = [&](double way) {
        Offset by{};
        by[axis] = direction * way;
        return reachable(machine, simulator_pose(by));
    };
    constexpr int steps = 32;
    int step = 1;
    while (step <= steps && goes(farthest * step / steps)) ++step;
    if (step > steps) return std::numeric_limits<double>::quiet_NaN();
    double inside = farthest * (step - 1) / steps;
    double outside = farthest * step / steps;
    for (int halving = 0; halving < 24; ++halving) {
        const double middle = (inside + outside) / 2;
        (goes(middle) ? inside : outside) = middle;
    }
    return direction * inside;
}

TEST(LegOracle, SimulatorGoesAsFarAsRecomputed) {
    const Machine machine = simulator();
    // The joints are published to four decimals, which shifts the ends by about as much.
    constexpr double tolerance = 1.2e-4;
    constexpr std::array<std::array<double, 2>, 6> ends{{{-12.3348, 12.3348},
                                                         {-14.2092, 11.9809},
                                                         {-4.7847, 7.7727},
                                                         {-30.2855, 17.6429},
                                                         {-19.0594, 19.0594},
                                                         {-48.8818, 48.8818}}};
    for (std::size_t axis = 0; axis < 6; ++axis) {
        const double unit = axis < 3 ? 1 : radians(1);
        const double farthest = (axis < 3 ? 20 : 60) * unit;
        EXPECT_NEAR(end_along(machine, axis, -1, farthest) / unit, ends[axis][0], tolerance) << axis;
        EXPECT_NEAR(end_along(machine, axis, 1, farthest) / unit, ends[axis][1], tolerance) << axis;
    }
}

TEST(LegOracle, SimulatorsFirmwareCommandsABoxOfWhichNoCornerAndAFifteenthIsReachable) {
    const Machine machine = simulator();
    const Offset box{8, 8, 7, radians(30), radians(30), radians(30)};
    for (int corner = 0; corner < 64; ++corner) {
        Offset by = box;
        for (std::size_t axis = 0; axis < 6; ++axis)
            if ((corner >> axis) % 2 == 0) by[axis] = -by[axis];
        EXPECT_FALSE(reachable(machine, simulator_pose(by))) << corner;
    }
    // Cells over two of six axes give no advantage and no disadvantage.
    const Share share = sampled(45, [&](double first, double second, Dice& dice) {
        Offset by{box[0] * (2 * first - 1), box[1] * (2 * second - 1)};
        for (std::size_t axis = 2; axis < 6; ++axis) by[axis] = dice.between(-box[axis], box[axis]);
        return reachable(machine, simulator_pose(by));
    });
    // The recomputed share has its own uncertainty, from 20 000 samples.
    const double others_doubt = 4 * std::sqrt(0.065 * 0.935 / 20000);
    EXPECT_NEAR(share.reachable, 0.065, std::hypot(share.doubt, others_doubt));
}

TEST(LegOracle, AnArmWithoutAngleLimitsReachesATorus) {
    const Leg leg = arm({}, {}, 40, 30, 130);
    const Point motor{-leg.u.y, leg.u.x, 0};
    // Cells have equal volume about the motor's axis.
    const Share share = sampled(60, [&](double area, double along, Dice& dice) {
        const double radius = 160 * std::sqrt(area);
        const double angle = dice.between(-pi, pi);
        const double out = radius * std::cos(angle);
        const double side = 130 * (2 * along - 1);
        return leg_state(leg,
                         {out * leg.u.x + side * motor.x, out * leg.u.y + side * motor.y, radius * std::sin(angle)})
            .reachable();
    });
    const double cylinder = pi * 160 * 160 * 260;
    expect_measured({share.reachable * cylinder, share.doubt * cylinder}, 10007778.863);
    const Share slice = sampled(40, [&](double first, double second, Dice&) {
        return leg_state(leg, {160 * (2 * first - 1), 160 * (2 * second - 1), 0}).reachable();
    });
    expect_measured({slice.reachable * 320 * 320, slice.doubt * 320 * 320}, 30920.822);
}

TEST(LegOracle, WithTheJointOnTheMotorsAxisEveryAngleWillDoOrNone) {
    const Leg crank = arm({}, {}, 0, 3, 5);
    EXPECT_LE(std::abs(leg_state(crank, {0, 4, 0}).margin), 1e-18);
    EXPECT_NEAR(leg_state(crank, {0, 3, 0}).margin, (std::sqrt(18.) - 5) / 5, 1e-15);
    EXPECT_NEAR(leg_state(crank, {0, 5, 0}).margin, (5 - std::sqrt(34.)) / 5, 1e-15);
}

TEST(LegOracle, AngleRangesLieOnTheCircle) {
    Leg crank = arm({}, {}, 0, 3, 5);
    crank.branch = Branch::ahead;
    const auto slack_deg = [&](double from_deg, double to_deg, double z) {
        crank.from = radians(from_deg);
        crank.to = radians(to_deg);
        return degrees(leg_state(crank, {0, 0, z}).range_slack);
    };
    // The arm points inward, so its angle is half a turn.
    EXPECT_NEAR(slack_deg(150, 200, 4), 20, 1e-12);
    EXPECT_NEAR(slack_deg(-200, -170, 4), 10, 1e-12);
    EXPECT_NEAR(slack_deg(-170, 170, 4), -10, 1e-12);
    EXPECT_NEAR(slack_deg(-100, 100, 4), -80, 1e-12);
    EXPECT_NEAR(slack_deg(520, 560, 4), 20, 1e-12);
    EXPECT_EQ(slack_deg(-180, 180, 4), infinity);
    EXPECT_EQ(slack_deg(-90, 270, 4), infinity);
    // A motion across half a turn stays within a range across it.
    for (const double z : {3.5, 3.9, 4.1, 4.5}) EXPECT_GT(slack_deg(150, 210, z), 0) << z;
}

}  // namespace
}  // namespace leg_oracle
