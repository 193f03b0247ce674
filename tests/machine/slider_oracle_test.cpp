#include "tests/support/oracles/leg_oracle_cases.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>

#include <gtest/gtest.h>

#include "tests/support/values.h"

// Compares the oracle of slider legs with an independent program in numpy for a machine that was built, and with closed
// forms.
namespace leg_oracle {
namespace {

using hexscan_test::infinity;

/// liujimu/PKM's 6-PUS with vertical rails (PKM.m), in millimetres. Other sources give a base circle of 257 mm.
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

/// The poses of its calibration (target_pose_mm_deg.txt). The angles are in radians, despite the file's name.
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
    // On the vertical centre line of a level platform all travels equal the height. The recomputed columns are a
    // quarter of a millimetre beside it, on either side, which makes lowest and highest differ.
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

TEST(LegOracle, TravelsHaveEndsAndMayHaveNone) {
    Leg rod = slider({}, {}, {0, 0, 1}, 5);
    EXPECT_EQ(leg_state(rod, {3, 0, 1e6}).range_slack, infinity);
    rod.from = 4;
    EXPECT_NEAR(leg_state(rod, {3, 0, 10}).range_slack, 0.4, 1e-15);
    rod.to = 5.5;
    EXPECT_NEAR(leg_state(rod, {3, 0, 10}).range_slack, -0.1, 1e-15);
    EXPECT_FALSE(leg_state(rod, {3, 0, 10}).reachable());
}

}  // namespace
}  // namespace leg_oracle
