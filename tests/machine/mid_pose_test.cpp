#include "src/machine/mid_pose.h"

#include <cmath>
#include <string>

#include <gtest/gtest.h>

#include "hexscan/errors.h"
#include "src/machine/legs/posed_leg.h"
#include "tests/support/platform_text.h"
#include "tests/support/values.h"

namespace hexscan {
namespace {

using namespace hexscan_test;

std::string description_error(const std::string& text) {
    try {
        (void)description_in_mm(text);
    } catch (const InputError& error) {
        return error.what();
    }
    return "accepted";
}

/// Distance in the plane between a joint on one circle and a joint on another circle, `apart_deg` farther.
double across_mm(double radius_mm, double other_mm, double apart_deg) {
    return std::sqrt(radius_mm * radius_mm + other_mm * other_mm -
                     2 * radius_mm * other_mm * std::cos(apart_deg * degree));
}

void expect_level_at(const MachineDescription& description, double z_mm) {
    ASSERT_TRUE(description.home);
    const HomeDescription& home = *description.home;
    EXPECT_NEAR(home.z, z_mm, 1e-9);
    for (const double number : {home.x, home.y, home.roll, home.pitch, home.yaw}) EXPECT_EQ(number, 0);
}

const std::string usual_sides = "base: {radius: 1000, spread: 20}\nplatform: {radius: 600, spread: 20, azimuth: 60}\n";

/// Legs turn by 40 degrees from base to platform.
TEST(MidPose, OfTelescopicLegsIsAtMidStroke) {
    const double z_mm = std::sqrt(1550.0 * 1550 - std::pow(across_mm(1000, 600, 40), 2));
    for (const char* const home : {"home: mid\n", ""})
        expect_level_at(description_in_mm(usual_sides + "legs: {min: 1200, max: 1900}\n" + home), z_mm);
    expect_level_at(description_in_mm(usual_sides + "legs: {min: 1200, max: 1900}\ntool: {z: 100}\nhome: mid\n"),
                    z_mm + 100);
}

TEST(MidPose, OfSlidersIsAtMidTravel) {
    const std::string legs = "legs: {kind: slider, rod: 900, rail: [0, 0, 2], travel: [-50, 350]}\nhome: mid\n";
    expect_level_at(description_in_mm(usual_sides + legs),
                    150 + std::sqrt(900.0 * 900 - std::pow(across_mm(1000, 600, 40), 2)));
}

TEST(MidPose, OfArmsIsAtAngle0) {
    const std::string legs =
        "legs: {kind: rotary, arm: 100, rod: 900, azimuth: [-10, 10, 110, 130, -130, -110], angle: [-30, 60]}\n";
    expect_level_at(description_in_mm(usual_sides + legs + "home: mid\n"),
                    std::sqrt(900.0 * 900 - std::pow(across_mm(1100, 600, 40), 2)));
}

/// Six different legs are each at their middle, to a billionth, for both orders of the angles.
TEST(MidPose, OfUnequalLegsIsWhereEachIsAtItsMiddle) {
    for (const char* const order : {"zyx", "xyz"}) {
        const MachineDescription description = description_in_mm(
            usual_sides + "legs: {min: 1200, max: [1900, 1950, 1910, 1870, 1930, 1880]}\norientation_order: " + order +
            "\nhome: mid\n");
        const Machine machine = build_machine(description);
        EXPECT_GT(std::abs(description.home->roll), 0.1);
        const Rotation turned = rotation_of(machine.home->orientation, machine.orientation_order);
        for (std::size_t i = 0; i < leg_count; ++i) {
            const Vector leg =
                machine.home->position_m + turned(machine.platform.points_m[i]) - machine.base.points_m[i];
            EXPECT_NEAR(length_of(leg), (1.2 + machine.telescopic().max_length[i]) / 2, 1e-9) << order << i;
        }
    }
}

TEST(MidPose, IsRefusedWhereThereIsNone) {
    EXPECT_EQ(description_error(usual_sides + "legs: {min: 100, max: 300}\nhome: mid\n"),
              "test.yaml:6: home: is mid, but no pose was found above the base at which all legs are at their middle; "
              "give home: {x, y, z, roll, pitch, yaw}");
    EXPECT_FALSE(description_in_mm(usual_sides + "legs: {min: 100, max: 300}\n").home);
    EXPECT_EQ(description_error(usual_sides + "legs: {min: 1200, max: 1900}\nhome: middle\n"),
              "test.yaml:6: home: is \"middle\"; must be mid, where all legs are at their middle, or {x, y, z, roll, "
              "pitch, yaw}");
}

/// If the file requests this home, the violation is a fault of the machine; otherwise the file has no home.
TEST(MidPose, IsNoHomeThatNobodyAskedForWhereLimitsAreNotKept) {
    const std::string tight =
        "base: {radius: 1000, spread: 20, max_tilt: 5}\nplatform: {radius: 600, spread: 20, "
        "azimuth: 60}\nlegs: {min: 1200, max: 1900}\n";
    EXPECT_FALSE(description_in_mm(tight).home);
    EXPECT_TRUE(description_in_mm(tight + "home: mid\n").home);
}

/// Similar hexagons make the machine singular.
TEST(MidPose, IsRefusedWhereTheMachineIsSingular) {
    const std::string similar =
        "base: {radius: 1000, spread: 20}\nplatform: {radius: 600, spread: 20}\nlegs: {min: 1200, max: 1900}\n";
    const std::string error = description_error(similar + "home: mid\n");
    EXPECT_NE(error.find("home: is mid, but the machine is singular where all legs are at their middle"),
              std::string::npos)
        << error;
    EXPECT_FALSE(description_in_mm(similar).home);
}

}  // namespace
}  // namespace hexscan
