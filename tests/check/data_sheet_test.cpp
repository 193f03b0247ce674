#include "src/check/data_sheet.h"

#include <cmath>
#include <limits>
#include <numbers>

#include <gtest/gtest.h>

#include "src/files/platform_file.h"
#include "src/machine/limits.h"
#include "src/scan/platform.h"
#include "tests/support/oracles/oracle.h"
#include "tests/support/random/random_boxes.h"
#include "tests/support/shell.h"

namespace hexscan {
namespace {

using namespace hexscan_test;

double oracle_margin(Platform& platform, const HalfWidths& at) {
    platform.scan.orientations = Orientation{at[3], at[4], at[5]};
    return hexscan_oracle::margin(platform, at[0], at[1], at[2]);
}

/// All legs connect the same two points, so the workspace is a ball of radius 2 around the base point at any
/// orientation.
TEST(DataSheet, OfABallIsItsInscribedBox) {
    Machine machine = shell_machine(0, 2);
    machine.home = Pose{{0, 0, 1}, {}};
    const HalfWidths proportions{1, 1, 1, 0.3, 0.3, 0.3};
    const DataSheet sheet = data_sheet(ProvenMachine(machine), *machine.home, proportions);
    EXPECT_NEAR(sheet.travel[0].to.at, std::sqrt(3.0), 1e-15);
    EXPECT_NEAR(sheet.travel[2].from.at, -2, 1e-15);
    // The farthest corner: f^2 + f^2 + (1 + f)^2 = 4.
    const double factor = (std::sqrt(40.0) - 2) / 6;
    EXPECT_LE(sheet.growth.kept_to, factor);
    EXPECT_GE(sheet.growth.kept_to, factor * (1 - 2e-3));
    EXPECT_EQ(sheet.proved[3], sheet.growth.kept_to * 0.3);
}

TEST(DataSheet, ProportionsAreTheSmallerTravelsAndAtMostHalfATurn) {
    Machine machine = shell_machine(0, 2);
    machine.home = Pose{{0, 0, 1}, {}};
    const HalfWidths widths = data_sheet(ProvenMachine(machine), *machine.home, {}).proportions;
    EXPECT_NEAR(widths[2], 1, 1e-15);
    EXPECT_EQ(widths[5], std::numbers::pi);
}

/// For two parallel semi-regular hexagons the determinant is home's times the cosine of yaw.
TEST(DataSheet, TravelEndsAtSingularitiesThatAreAvoided) {
    Machine machine = built_in_platform().machine;
    for (JointSet* const side : {&machine.base, &machine.platform})
        side->max_tilt_rad.fill(std::numeric_limits<double>::infinity());
    machine.telescopic().min_length.fill(0.1);
    machine.telescopic().max_length.fill(10);
    EXPECT_FALSE(travel_kept(ProvenMachine(machine), *machine.home)[5].to.limit);
    machine.singularity.emplace().avoid = true;
    const AxisTravel yaw = travel_kept(ProvenMachine(machine), *machine.home)[5];
    ASSERT_TRUE(yaw.from.limit && yaw.to.limit);
    EXPECT_EQ(limits_of(machine)[*yaw.to.limit].kind, &singularity_limit);
    EXPECT_NEAR(yaw.to.at, std::numbers::pi / 2, 1e-6);
    EXPECT_NEAR(yaw.from.at, -std::numbers::pi / 2, 1e-6);
}

/// For two parallel semi-regular hexagons the determinant is home's times the cosine of yaw and the cube of the height.
TEST(DataSheet, TellsSingularitiesOnTheWayToEndsThatAreKept) {
    Machine machine = built_in_platform().machine;
    for (JointSet* const side : {&machine.base, &machine.platform})
        side->max_tilt_rad.fill(std::numeric_limits<double>::infinity());
    machine.telescopic().min_length.fill(0.1);
    machine.telescopic().max_length.fill(10);
    const DataSheet sheet = data_sheet(ProvenMachine(machine), *machine.home, {});
    ASSERT_TRUE(sheet.ways);
    const std::array<WayToEnd, 2>& yaw = (*sheet.ways)[5];
    for (const std::size_t end : {0, 1}) {
        EXPECT_EQ(yaw[end].singular, WayToEnd::Singular::crossed);
        EXPECT_NEAR(yaw[end].at, (end == 0 ? -1 : 1) * std::numbers::pi / 2, 1e-6);
        EXPECT_EQ((*sheet.ways)[0][end].singular, WayToEnd::Singular::none);
    }
    // Downwards through the base, and not upwards.
    EXPECT_EQ((*sheet.ways)[2][0].singular, WayToEnd::Singular::crossed);
    EXPECT_NEAR((*sheet.ways)[2][0].at, 0, 1e-6);
    EXPECT_EQ((*sheet.ways)[2][1].singular, WayToEnd::Singular::none);
    machine.singularity.emplace().avoid = true;
    EXPECT_FALSE(data_sheet(ProvenMachine(machine), *machine.home, {}).ways);
    machine.singularity.reset();
    machine.home->orientation.yaw_rad = std::numbers::pi / 2;
    EXPECT_FALSE(data_sheet(ProvenMachine(machine), *machine.home, {}).ways) << "home is singular";
}

/// The oracle reaches all corners and random poses of the proved box, but not all poses slightly beyond it.
TEST(DataSheet, IsProvedAndAsLargeAsItSays) {
    int sheets = 0;
    for (std::uint64_t seed = 0; seed < 120; ++seed) {
        BoxDice dice(seed);
        const Machine& machine = dice.machine();
        if (!machine.home || !(pose_clearance(machine, *machine.home).clearance_m > 0)) continue;
        const DataSheet sheet = data_sheet(ProvenMachine(machine), *machine.home, {});
        Platform platform{machine, {}};
        const auto home = coordinates_of(*machine.home);
        PoseBox box{home, home};
        for (std::size_t k = 0; k < home.size(); ++k) {
            box.low[k] -= sheet.proved[k];
            box.high[k] += sheet.proved[k];
        }
        for (int i = 0; i < 300; ++i) EXPECT_GE(oracle_margin(platform, dice.inside(box)), -1e-12) << "seed " << seed;
        EXPECT_LE(sheet.growth.kept_to, 1);
        sheets += sheet.growth.kept_to > 0 ? 1 : 0;
    }
    EXPECT_GT(sheets, 40);
}

}  // namespace
}  // namespace hexscan
