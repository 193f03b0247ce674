#include "tests/support/leg_oracle.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <limits>

#include <gtest/gtest.h>

#include "tests/support/dice.h"
#include "tests/support/random_leg_machines.h"
#include "tests/support/values.h"

// The oracle of slider and rotary legs held against what other people published of their machines, what numpy code that
// shares nothing with it or with hexscan computed of the same, and closed forms of volumes.
namespace leg_oracle {
namespace {

using hexscan_test::Dice;
using hexscan_test::infinity;
using hexscan_test::pi;
using hexscan_test::radians;

double degrees(double angle) { return angle * 180 / pi; }

Point on_circle(double radius, double azimuth_deg) {
    return {radius * std::cos(radians(azimuth_deg)), radius * std::sin(radians(azimuth_deg)), 0};
}

/// An arm that rises out of the horizontal plane, from where it points at angle 0.
Leg arm(const Point& base, const Point& platform, double azimuth_deg, double arm, double rod) {
    Leg leg;
    leg.kind = Kind::rotary;
    leg.base = base;
    leg.platform = platform;
    leg.u = on_circle(1, azimuth_deg);
    leg.w = {0, 0, 1};
    leg.arm = arm;
    leg.rod = rod;
    leg.from = -pi;
    leg.to = pi;
    return leg;
}

Leg slider(const Point& base, const Point& platform, const Point& rail, double rod) {
    Leg leg;
    leg.base = base;
    leg.platform = platform;
    leg.rail = rail;
    leg.rod = rod;
    return leg;
}

Pose at(double x, double y, double z) { return {x, y, z, 0, 0, 0}; }

void expect_values(const Machine& machine, const Pose& pose, const std::array<double, 6>& values, double tolerance) {
    for (int i = 0; i < 6; ++i) {
        const LegState state = leg_state(machine, i, pose);
        EXPECT_TRUE(state.exists) << "leg " << i + 1;
        EXPECT_NEAR(state.value, values[static_cast<std::size_t>(i)], tolerance) << "leg " << i + 1;
    }
}

/// The share of a box that is reachable, and four standard deviations of what was sampled.
struct Share {
    double reachable, doubt;
};

/// Two samples in each of `side` x `side` cells of the unit square: the halves of cells on the border tell the
/// deviation.
Share sampled(int side, const std::function<bool(double, double, Dice&)>& hit) {
    Dice dice(7);
    int hits = 0;
    int halves = 0;
    for (int i = 0; i < side * side; ++i) {
        const auto once = [&] {
            const double first = (i % side + dice.between(0, 1)) / side;
            const double second = (i / side + dice.between(0, 1)) / side;
            return hit(first, second, dice) ? 1 : 0;
        };
        const int first = once();
        const int second = once();
        hits += first + second;
        halves += first != second;
    }
    const double cells = side * side;
    return {hits / (2 * cells), 4 * std::sqrt(halves / 4.0) / cells};
}

/// The part of a box from -half to half that is reachable, in its unit.
Share measured(const Machine& machine, int side, const Point& half, const Point& centre) {
    const Share share = sampled(side, [&](double first, double second, Dice& dice) {
        const double z = centre.z + half.z * dice.between(-1, 1);
        return reachable(machine, at(centre.x + half.x * (2 * first - 1), centre.y + half.y * (2 * second - 1), z));
    });
    const double box = 4 * half.x * half.y * (half.z > 0 ? 2 * half.z : 1);
    return {share.reachable * box, share.doubt * box};
}

void expect_measured(const Share& share, double expected) {
    EXPECT_NEAR(share.reachable, expected, share.doubt);
    EXPECT_LE(share.doubt, 0.06 * expected);
}

// ---- rotary: published machines -------------------------------------------------------------------------

/// StewartOptimizer's jointFixture (tests/fixtures/layout.js): regular hexagons, arms along the circles.
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

/// Its paired and crossed fixtures: joints on two circles, arms where `azimuth_deg` says.
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

/// How far the platform goes along one axis of motion before it is stopped.
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
    // The joints are published to four decimals, which moves the ends by as much.
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
    // Nothing is gained by cells over two of six axes alone, and nothing is lost.
    const Share share = sampled(45, [&](double first, double second, Dice& dice) {
        Offset by{box[0] * (2 * first - 1), box[1] * (2 * second - 1)};
        for (std::size_t axis = 2; axis < 6; ++axis) by[axis] = dice.between(-box[axis], box[axis]);
        return reachable(machine, simulator_pose(by));
    });
    // The recomputed share has a doubt of its own: 20 000 samples.
    const double others_doubt = 4 * std::sqrt(0.065 * 0.935 / 20000);
    EXPECT_NEAR(share.reachable, 0.065, std::hypot(share.doubt, others_doubt));
}

// ---- slider: a machine that was built -------------------------------------------------------------------

/// liujimu/PKM's 6-PUS with upright rails (PKM.m), in millimetres; its bases are also found on a circle of 257 mm.
Machine pkm(double base_radius = 240) {
    constexpr std::array<Point, 6> platform{{{55.999977, 60.03676, 0},
                                             {-55.999977, 60.03676, 0},
                                             {-79.993348, 18.479023, 0},
                                             {-23.993371, -78.515783, 0},
                                             {23.993371, -78.515783, 0},
                                             {79.993348, 18.479023, 0}}};
    constexpr std::array<Point, 6> rails{{{56.000005, 233.375233, -193.787961},
                                          {-56.000005, 233.375233, -193.787961},
                                          {-230.108883, -68.19019, -193.787961},
                                          {-174.108878, -165.185043, -193.787961},
                                          {174.108878, -165.185043, -193.787961},
                                          {230.108883, -68.19019, -193.787961}}};
    Machine machine;
    machine.order = Order::xyz;
    for (std::size_t i = 0; i < 6; ++i) {
        const double larger = base_radius / 240;
        const Point base{rails[i].x * larger, rails[i].y * larger, rails[i].z};
        machine.legs[i] = slider(base, platform[i], {0, 0, 1}, 260);
        machine.legs[i].from = -5;
        machine.legs[i].to = 260;
    }
    return machine;
}

/// The poses that calibrated it (target_pose_mm_deg.txt; the angles are radians, in spite of the name).
constexpr std::array<Pose, 20> calibration{
    {{0, 0, 150, 0, 0, 0},          {50, 0, 100, .08, .12, .10},  {0, 50, 100, .05, .08, .09},
     {0, 0, 150, .14, .1, .07},     {20, 30, 100, .11, .06, .04}, {60, 30, 80, .03, -.06, -.1},
     {0, 0, 150, .15, -.1, .05},    {0, -50, 100, -.05, .1, .05}, {-50, 0, 100, .1, .15, -.15},
     {0, 0, 100, 0, 0, -.1},        {50, 0, 100, 0, 0, 0},        {0, 80, 100, 0, 0, 0},
     {0, 0, 100, -.05, -.08, .09},  {0, 0, 100, 0, .07, -.1},     {20, -30, 40, 0, .06, .04},
     {-60, 0, 110, .06, -.1, -.03}, {0, 0, 150, -.15, -.1, .07},  {0, -50, 100, -.05, 0, .1},
     {-50, 0, 100, -.08, .06, .11}, {0, 0, 30, 0, .04, 0}}};

TEST(LegOracle, TravelsOfThePkmAreTheRecomputed) {
    const Machine machine = pkm();
    expect_values(machine, calibration[1], {99.248315, 123.265485, 156.527971, 158.609734, 58.296981, 67.664938}, 2e-6);
    expect_values(machine, calibration[2], {61.617085, 75.679388, 131.342009, 134.077281, 121.215222, 135.103318},
                  2e-6);
    expect_values(machine, calibration[5], {76.65974, 62.635273, 186.876963, 158.617147, 60.612736, 60.000786}, 2e-6);
}

TEST(LegOracle, PkmReachesThePosesItVisited) {
    Machine machine = pkm();
    for (Leg& leg : machine.legs) leg.to = 200;
    const Machine wider = pkm(257);
    double least = infinity;
    double greatest = -infinity;
    int failures_of_wider = 0;
    for (const Pose& pose : calibration) {
        EXPECT_TRUE(reachable(machine, pose));
        failures_of_wider += !reachable(wider, pose);
        for (int i = 0; i < 6; ++i) {
            least = std::min(least, leg_state(machine, i, pose).value);
            greatest = std::max(greatest, leg_state(machine, i, pose).value);
        }
    }
    EXPECT_NEAR(least, 12.612496, 2e-6);
    EXPECT_NEAR(greatest, 186.876963, 2e-6);
    EXPECT_EQ(failures_of_wider, 1);
}

TEST(LegOracle, PkmsWorkspaceIsAsHighAndAsLargeAsRecomputed) {
    const Machine machine = pkm();
    // Level on the middle all travels are the height; the recomputed columns stand a quarter of a millimetre beside it,
    // on either side, where lowest and highest differ.
    const auto expect_bottom = [&](const Pose& pose) {
        EXPECT_FALSE(reachable(machine, at(pose.x, pose.y, pose.z - 0.01)));
        EXPECT_TRUE(reachable(machine, at(pose.x, pose.y, pose.z + 0.01)));
    };
    const auto expect_top = [&](const Pose& pose) {
        EXPECT_TRUE(reachable(machine, at(pose.x, pose.y, pose.z - 0.01)));
        EXPECT_FALSE(reachable(machine, at(pose.x, pose.y, pose.z + 0.01)));
    };
    expect_bottom(at(0, 0, -5));
    expect_top(at(0, 0, 260));
    expect_bottom(at(0.25, 0.25, -4.78));
    expect_top(at(0.25, -0.25, 259.78));
    const auto slice = [&](double z, double half) { return measured(machine, 40, {half, half, 0}, {0, 0, z}); };
    expect_measured(slice(100, 150), 29513);
    expect_measured(slice(150, 150), 22297.5);
    expect_measured(slice(200, 100), 10791);
    expect_measured(slice(250, 30), 552);
    expect_measured(measured(machine, 60, {126, 126, 133.5}, {0, 0, 127.5}), 4549511);
}

// ---- closed forms of volumes ----------------------------------------------------------------------------

TEST(LegOracle, AnArmWithoutAngleLimitsReachesATorus) {
    const Leg leg = arm({}, {}, 40, 30, 130);
    const Point motor{-leg.u.y, leg.u.x, 0};
    // Cells of equal volume about the motor's axis.
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

/// Two rails along each of the first `directions` axes, all through one point.
Machine crossing_rails(int directions) {
    Machine machine;
    for (std::size_t i = 0; i < 6; ++i) {
        const std::size_t axis = i % static_cast<std::size_t>(directions);
        const Point rail{axis == 0 ? 1. : 0., axis == 1 ? 1. : 0., axis == 2 ? 1. : 0.};
        machine.legs[i] = slider({1, 2, 3}, {1, 2, 3}, rail, 100);
        machine.legs[i].branch = i % 2 == 0 ? Branch::behind : Branch::ahead;
    }
    return machine;
}

TEST(LegOracle, RailsAlongTheAxesReachWhatIsCommonToTheirCylinders) {
    const auto volume = [](const Machine& machine) { return measured(machine, 50, {100, 100, 100}, {}); };
    expect_measured(volume(crossing_rails(3)), 4686291.5010);
    expect_measured(volume(crossing_rails(2)), 16e6 / 3);
    const auto slice = [](double z) { return measured(crossing_rails(3), 35, {100, 100, 0}, {0, 0, z}); };
    expect_measured(slice(0), 31415.9265);
    expect_measured(slice(50), 27792.4836);
    expect_measured(slice(80), 14400);
}

// ---- branches, ranges and ends, from their definitions --------------------------------------------------

TEST(LegOracle, BehindIsWhereTheTipStillComesNearer) {
    Leg rod = slider({0, 0, 0}, {}, {0, 0, 2}, 5);
    EXPECT_NEAR(leg_state(rod, {3, 0, 10}).value, 6, 1e-15);
    rod.branch = Branch::ahead;
    EXPECT_NEAR(leg_state(rod, {3, 0, 10}).value, 14, 1e-15);
    // The platform joint above the motor, as far as arm and rod make a right angle at the motor: the arm points
    // outward behind, inward ahead.
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
    // Too far from the arm, and so near that no arm leads away far enough.
    const Leg crank = arm({}, {}, 0, 2, 10);
    EXPECT_NEAR(leg_state(crank, {15, 0, 0}).margin, -0.3, 1e-15);
    EXPECT_NEAR(leg_state(crank, {0, 0, -7}).margin, -0.1, 1e-15);
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
    // The arm points inward: its angle is half a turn.
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

TEST(LegOracle, TravelsHaveEndsAndMayHaveNone) {
    Leg rod = slider({}, {}, {0, 0, 1}, 5);
    EXPECT_EQ(leg_state(rod, {3, 0, 1e6}).range_slack, infinity);
    rod.from = 4;
    EXPECT_NEAR(leg_state(rod, {3, 0, 10}).range_slack, 0.4, 1e-15);
    rod.to = 5.5;
    EXPECT_NEAR(leg_state(rod, {3, 0, 10}).range_slack, -0.1, 1e-15);
    EXPECT_FALSE(leg_state(rod, {3, 0, 10}).reachable());
}

TEST(LegOracle, RodsTiltFromAxesThatArmsCarry) {
    // Half a turn up from the level the arm points to -x; the rod goes from (-3, 0, 0) to (0, 0, 4).
    Leg crank = arm({}, {}, 0, 3, 5);
    crank.branch = Branch::ahead;
    crank.base_end.axis = {0, 0, 2};
    crank.base_end.max_tilt = radians(100);
    EXPECT_NEAR(leg_state(crank, {0, 0, 4}).base_slack, radians(100) - (pi - std::atan2(3, 4)), 1e-15);
    crank.base_end = {{1, 0, 0}, radians(100), no_limit};
    EXPECT_NEAR(leg_state(crank, {0, 0, 4}).base_slack, radians(100) - (pi - std::atan2(4, 3)), 1e-15);
    EXPECT_EQ(leg_state(crank, {0, 0, 4}).margin, leg_state(crank, {0, 0, 4}).base_slack);
    // A quarter turn takes u to w and w to -u; what lies along the motor's axis stays.
    const Point turned = carried(crank, {1, 2, 3}, pi / 2);
    EXPECT_NEAR(turned.x, -3, 1e-15);
    EXPECT_NEAR(turned.y, 2, 1e-15);
    EXPECT_NEAR(turned.z, 1, 1e-15);
    // A carriage turns nothing, and the platform's axis is given where it is.
    Leg rod = slider({}, {}, {1, 0, 0}, 5);
    rod.base_end.axis = {0, 0, 1};
    rod.base_end.max_tilt = radians(50);
    rod.platform_end.max_tilt = radians(30);
    const LegState state = leg_state(rod, {0, 0, 4}, {1, 0, 0});
    EXPECT_NEAR(state.base_slack, radians(50) - std::atan2(3, 4), 1e-15);
    EXPECT_NEAR(state.platform_slack, radians(30) - std::atan2(4, 3), 1e-15);
    EXPECT_EQ(state.margin, state.platform_slack);
    // Pitched by a quarter turn a platform turns its axis from z to x.
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

// ---- random machines ------------------------------------------------------------------------------------

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

/// What a family's machines and the poses asked of them show, counted leg by leg.
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
