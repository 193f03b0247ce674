// The content of machine files, and its alternative forms.

#include "src/scan/platform.h"

#include <array>
#include <cmath>
#include <numbers>
#include <string>

#include <gtest/gtest.h>

#include "tests/support/platform_text.h"
#include "tests/support/values.h"
#include "tests/support/vectors.h"

namespace {

using namespace hexscan;
using namespace hexscan_test;

TEST(ParsePlatform, ReadsEveryPartOfAValidFile) {
    const Platform platform = parsed(valid_text);
    EXPECT_EQ(platform.machine.name, "example");
    EXPECT_EQ(platform.machine.units.length, "m");
    EXPECT_EQ(platform.machine.units.angle, "deg");
    // The file gives no home, so legs are at mid-stroke. They turn by 40 degrees.
    const double across_m = std::sqrt(1 + 0.36 - 1.2 * std::cos(40 * std::numbers::pi / 180));
    EXPECT_NEAR(platform.machine.home.value().position_m.z, std::sqrt(1.55 * 1.55 - across_m * across_m), 1e-12);
    EXPECT_EQ(platform.machine.telescopic().min_length[5], 1.2);
    EXPECT_EQ(platform.machine.telescopic().max_length[0], 1.9);
    EXPECT_EQ(platform.scan.x.count, 11);
    EXPECT_EQ(platform.scan.y.count, 12);
    EXPECT_EQ(platform.scan.z.count, 13);
    EXPECT_EQ(platform.scan.z.from_m, 0.8);
    EXPECT_EQ(platform.scan.z.to_m, 2.0);
    EXPECT_EQ(platform.scan.orientations.first().yaw_rad, 0.0);
}

TEST(ParsePlatform, LeavesTiltUnlimitedAndAxesUpByDefault) {
    const Platform platform = parsed(valid_text);
    for (const JointSet* side : {&platform.machine.base, &platform.machine.platform})
        for (std::size_t i = 0; i < leg_count; ++i) {
            EXPECT_EQ(side->max_tilt_rad[i], std::numeric_limits<double>::infinity());
            expect_near(side->axes[i], {0, 0, 1}, 0);
        }
}

TEST(ParsePlatform, ReadsJson) {
    const Platform platform = parsed(R"({
        "name": "json", "units": {"length": "cm", "angle": "rad"},
        "base": {"radius": 100, "spread": 0.2, "azimuth": 0, "max_tilt": 0.5},
        "platform": {"radius": 60, "spread": 0.2, "azimuth": 1.0471975511965976},
        "legs": {"min": 120, "max": 190},
        "scan": {"x": {"from": 0, "to": 0, "points": 1}, "y": {"from": -1e1, "to": 1E+1, "points": 3},
                 "z": {"from": 80, "to": 200, "slices": 4}}
    })");
    EXPECT_EQ(platform.machine.name, "json");
    EXPECT_EQ(platform.machine.telescopic().max_length[2], 1.9);
    EXPECT_EQ(platform.machine.base.max_tilt_rad[3], 0.5);
    EXPECT_EQ(platform.scan.x.count, 1);
    EXPECT_EQ(platform.scan.y.to_m, 0.1);
}

TEST(ParsePlatform, PutsShorthandJointsInLegOrder) {
    const Platform platform = parsed(with("azimuth: 60", "azimuth: 60\n  height: -0.25"));
    const std::array<double, leg_count> base_deg{-10, 10, 110, 130, 230, 250};
    const std::array<double, leg_count> platform_deg{-50, 50, 70, 170, 190, 290};
    for (std::size_t i = 0; i < leg_count; ++i) {
        const double base_rad = base_deg[i] * pi / 180, platform_rad = platform_deg[i] * pi / 180;
        expect_near(platform.machine.base.points_m[i], {std::cos(base_rad), std::sin(base_rad), 0}, 1e-15);
        expect_near(platform.machine.platform.points_m[i],
                    {0.6 * std::cos(platform_rad), 0.6 * std::sin(platform_rad), -0.25}, 1e-15);
    }
}

TEST(ParsePlatform, ShorthandMeetsLiteralCoordinatesExactly) {
    const Platform platform =
        parsed(replaced(with("spread: 20\n  azimuth: 0", "spread: 60\n  azimuth: 60"), "radius: 1.0", "radius: 2"));
    const double height = 2 * std::sin(pi / 3);
    const std::array<Vector, leg_count> literal{
        {{height, 1, 0}, {0, 2, 0}, {-height, 1, 0}, {-height, -1, 0}, {0, -2, 0}, {height, -1, 0}}};
    for (std::size_t i = 0; i < leg_count; ++i) {
        expect_near(platform.machine.base.points_m[i], literal[i], 1e-15);
        EXPECT_EQ(platform.machine.base.points_m[i].y, literal[i].y);
    }
    EXPECT_EQ(platform.machine.base.points_m[1].x, 0.0);
}

TEST(ParsePlatform, ReadsExplicitJoints) {
    const std::string joints = "joints: [[1, 2, 3], [4, 5, 6], [7, 8, 9], [1, 0, 0], [0, 1, 0], [-1.5, +2e1, .5]]";
    const Platform platform =
        parsed(replaced(with("radius: 1.0\n  spread: 20\n  azimuth: 0", joints), "length: m", "length: mm"));
    expect_near(platform.machine.base.points_m[1], {0.004, 0.005, 0.006}, 0);
    expect_near(platform.machine.base.points_m[5], {-0.0015, 0.02, 0.0005}, 0);
}

TEST(ParsePlatform, ConvertsInchesAndRadians) {
    std::string text = with("length: m, angle: deg", "length: in, angle: rad");
    text = replaced(text, "spread: 20\n  azimuth: 0", "spread: 0.5\n  azimuth: 1\n  max_tilt: 0.75");
    text = replaced(text, "spread: 20\n  azimuth: 60", "spread: 0.5\n  azimuth: 2");
    const Platform platform = parsed(text);
    EXPECT_DOUBLE_EQ(platform.machine.telescopic().max_length[0], 1.9 * 0.0254);
    EXPECT_EQ(platform.machine.base.max_tilt_rad[0], 0.75);
    expect_near(platform.machine.base.points_m[0], {0.0254 * std::cos(0.75), 0.0254 * std::sin(0.75), 0}, 1e-17);
}

TEST(ParsePlatform, ReadsListsOfSix) {
    std::string text = with("min: 1.2", "min: [1.0, 1.1, 1.2, 1.3, 1.4, 1.5]");
    text = replaced(text, "max: 1.9", "max: [2, 2.1, 2.2, 2.3, 2.4, 2.5]");
    text = replaced(text, "azimuth: 0", "azimuth: 0\n  max_tilt: [10, 20, 30, 40, 50, 180]");
    const Platform platform = parsed(text);
    EXPECT_EQ(platform.machine.telescopic().min_length[3], 1.3);
    EXPECT_EQ(platform.machine.telescopic().max_length[5], 2.5);
    EXPECT_DOUBLE_EQ(platform.machine.base.max_tilt_rad[2], pi / 6);
    EXPECT_EQ(platform.machine.base.max_tilt_rad[5], pi);
}

TEST(ParsePlatform, NormalisesExplicitAxes) {
    const Platform platform =
        parsed(with("azimuth: 60",
                    "azimuth: 60\n  axis: [[0, 0, 5], [3, 0, 4], [1e300, 0, 1e300], [5e-324, 0, 0], "
                    "[1e-20, 0, -1], [0, -0.0, 2]]"));
    const auto& axes = platform.machine.platform.axes;
    expect_near(axes[0], {0, 0, 1}, 0);
    expect_near(axes[1], {0.6, 0, 0.8}, 1e-16);
    expect_near(axes[2], {std::sqrt(0.5), 0, std::sqrt(0.5)}, 2e-16);
    expect_near(axes[3], {1, 0, 0}, 0);
    expect_near(axes[4], {0, 0, -1}, 0);
    for (const Vector& axis : platform.machine.base.axes) expect_near(axis, {0, 0, 1}, 0);
}

TEST(ParsePlatform, AxisHomeFollowsTheHomeLegs) {
    std::string text = with("azimuth: 0\n", "azimuth: 0\n  axis: home\n");
    text = replaced(text, "azimuth: 60\n", "azimuth: 60\n  axis: home\n");
    const Platform platform = parsed(text + "home: {x: 0.1, y: -0.2, z: 1.4, roll: 10, pitch: -20, yaw: 30}\n");
    const Pose& home = platform.machine.home.value();
    EXPECT_DOUBLE_EQ(home.orientation.yaw_rad, pi / 6);
    for (std::size_t i = 0; i < leg_count; ++i) {
        const Vector b =
            rotation_of(home.orientation, platform.machine.orientation_order)(platform.machine.platform.points_m[i]);
        const Vector& a = platform.machine.base.points_m[i];
        const Vector leg{0.1 + b.x - a.x, -0.2 + b.y - a.y, 1.4 + b.z - a.z};
        const double length = std::hypot(leg.x, leg.y, leg.z);
        const Vector direction{leg.x / length, leg.y / length, leg.z / length};
        expect_near(platform.machine.base.axes[i], direction, 1e-15);
        expect_near(
            rotation_of(home.orientation, platform.machine.orientation_order)(platform.machine.platform.axes[i]),
            direction, 1e-15);
    }
}

TEST(ParsePlatform, HomeAndOrientationDefaultToZero) {
    const Platform platform = parsed(replaced(valid_text, "scan:\n",
                                              "home: {z: 1.5}\nscan:\n"
                                              "  orientation: {pitch: 90}\n"));
    EXPECT_EQ(platform.machine.home.value().position_m.x, 0.0);
    EXPECT_EQ(platform.machine.home.value().position_m.z, 1.5);
    EXPECT_EQ(platform.machine.home.value().orientation.roll_rad, 0.0);
    EXPECT_DOUBLE_EQ(platform.scan.orientations.first().pitch_rad, pi / 2);
    EXPECT_EQ(platform.scan.orientations.first().roll_rad, 0.0);
}

TEST(ParsePlatform, KeepsTextAsItStands) {
    EXPECT_EQ(parsed(with("example", "'Größe 7'")).machine.name, "Größe 7");
    EXPECT_EQ(parsed(with("example", "42")).machine.name, "42");
}

/// `azimuth` may name any pair. The joints are the same, and so is the machine.
TEST(ParsePlatform, TheSameJointsMakeTheSameMachine) {
    const Machine machine = parsed(valid_text).machine;
    for (const char* azimuth : {"azimuth: 180", "azimuth: 300", "azimuth: -60", "azimuth: -180"}) {
        const Machine same = parsed(with("azimuth: 60", azimuth)).machine;
        for (std::size_t i = 0; i < leg_count; ++i)
            expect_near(same.platform.points_m[i], machine.platform.points_m[i], 1e-15);
    }
    // If the other side lists its joints, pairs follow that order.
    const Machine mixed =
        parsed(with("radius: 1.0\n  spread: 20\n  azimuth: 0",
                    "joints: [[0, 1, 0], [-1, 0.5, 0], [-1, -0.5, 0], [0, -1, 0], [1, -0.5, 0], [1, 0.5, 0]]"))
            .machine;
    for (std::size_t i = 0; i < leg_count; ++i) {
        const Vector &a = mixed.base.points_m[i], &b = mixed.platform.points_m[i];
        EXPECT_GT(a.x * b.x + a.y * b.y, 0) << "leg " << i << " is turned by more than a right angle";
    }
}

/// PyYAML writes a list that is used twice like this.
TEST(ParsePlatform, AcceptsAliases) {
    const Platform plain = parsed(with("legs:\n  min: 1.2\n", "legs:\n  min: [1.2, 1.2, 1.2, 1.2, 1.2, 1.2]\n"));
    const Platform aliased =
        parsed(replaced(with("legs:\n  min: 1.2\n", "legs:\n  min: &id001 [1.2, 1.2, 1.2, 1.2, 1.2, 1.2]\n"),
                        "max: 1.9", "max: *id001"));
    EXPECT_EQ(aliased.machine.telescopic().min_length, plain.machine.telescopic().min_length);
    EXPECT_EQ(aliased.machine.telescopic().max_length, plain.machine.telescopic().min_length);
}

/// Ranges that the scan leaves out stay open, with the case study's number of points.
TEST(ParsePlatform, RangesMayBeLeftOut) {
    const ScanRequest scan = parsed(with("  y: {from: -1, to: 1, points: 12}\n", "  y: {points: 12}\n")).scan;
    EXPECT_TRUE(scan.y.open);
    EXPECT_EQ(scan.y.count, 12);
    EXPECT_FALSE(scan.x.open || scan.z.open);
    const std::string all(valid_text);
    const ScanRequest none = parsed(all.substr(0, all.find("scan:"))).scan;
    EXPECT_EQ(none, ScanRequest{});
    EXPECT_TRUE(none.x.open && none.y.open && none.z.open);
    EXPECT_EQ(none.z.count, 350);
}

TEST(ParsePlatform, AStrokeStandsInPlaceOfTheLongestLengthAndAnAzimuthMayBeLeftOut) {
    const auto machine_of = [](const std::string& platform, const std::string& legs) {
        return parse_platform("name: a\nunits: {length: mm, angle: deg}\nbase: {radius: 1000, spread: 20" + platform +
                                  "}\nplatform: {radius: 700, spread: 20, azimuth: 60}\nlegs: " + legs + "\n",
                              "test.yaml")
            .machine;
    };
    const Machine plain = machine_of(", azimuth: 0", "{min: 1200, max: 2000}");
    const Machine stroke = machine_of("", "{min: 1200, stroke: 800}");
    EXPECT_EQ(stroke.telescopic().max_length, plain.telescopic().max_length);
    for (std::size_t i = 0; i < leg_count; ++i) {
        EXPECT_EQ(stroke.base.points_m[i].x, plain.base.points_m[i].x);
        EXPECT_EQ(stroke.base.points_m[i].y, plain.base.points_m[i].y);
    }
    EXPECT_THROW(machine_of("", "{min: 1200, max: 2000, stroke: 800}"), InputError);
    EXPECT_THROW(machine_of("", "{min: 1200, stroke: -800}"), InputError);
}

}  // namespace
