#include "src/scan/platform.h"

#include "src/base/errors.h"

#include <array>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <limits>
#include <numbers>
#include <string>

#include <gtest/gtest.h>

namespace hexscan {
namespace {

constexpr double pi = std::numbers::pi;

/// A valid file, one key a line, for tests that change a single thing.
const std::string valid_text = R"(name: example
units: {length: m, angle: deg}
base:
  radius: 1.0
  spread: 20
  azimuth: 0
platform:
  radius: 0.6
  spread: 20
  azimuth: 60
legs:
  min: 1.2
  max: 1.9
scan:
  x: {from: -1, to: 1, points: 11}
  y: {from: -1, to: 1, points: 12}
  z: {from: 0.8, to: 2, slices: 13}
)";

std::string replaced(std::string text, const std::string& old_part, const std::string& new_part) {
    const auto at = text.find(old_part);
    EXPECT_NE(at, std::string::npos) << old_part;
    return at == std::string::npos ? text : text.replace(at, old_part.size(), new_part);
}

std::string with(const std::string& old_part, const std::string& new_part) {
    return replaced(valid_text, old_part, new_part);
}

Platform parsed(const std::string& text) { return parse_platform(text, "test.yaml"); }

std::string error_of(const std::string& text) {
    try {
        parsed(text);
    } catch (const InputError& error) {
        return error.what();
    }
    return "accepted";
}

std::string six(const std::string& item) {
    return "[" + item + ", " + item + ", " + item + ", " + item + ", " + item + ", " + item + "]";
}

void expect_near(const Vector& actual, const Vector& expected, double tolerance) {
    EXPECT_NEAR(actual.x, expected.x, tolerance);
    EXPECT_NEAR(actual.y, expected.y, tolerance);
    EXPECT_NEAR(actual.z, expected.z, tolerance);
}

std::array<Vector, leg_count> legs_m(const Platform& platform, const Vector& position_m) {
    std::array<Vector, leg_count> legs{};
    for (std::size_t i = 0; i < legs.size(); ++i) {
        const Vector& a = platform.machine.base.points_m[i];
        const Vector& b = platform.machine.platform.points_m[i];
        legs[i] = {position_m.x + b.x - a.x, position_m.y + b.y - a.y, position_m.z + b.z - a.z};
    }
    return legs;
}

bool within_stroke(const Platform& platform, const Vector& position_m) {
    const auto legs = legs_m(platform, position_m);
    for (std::size_t i = 0; i < legs.size(); ++i) {
        const double length_m = std::hypot(legs[i].x, legs[i].y, legs[i].z);
        if (!(length_m >= platform.machine.min_length_m[i] && length_m <= platform.machine.max_length_m[i]))
            return false;
    }
    return true;
}

std::filesystem::path platform_file(const std::string& name) {
    return std::filesystem::path(HEXSCAN_SOURCE_DIR) / "platforms" / name;
}

TEST(ParsePlatform, ReadsEveryPartOfAValidFile) {
    const Platform platform = parsed(valid_text);
    EXPECT_EQ(platform.machine.name, "example");
    EXPECT_EQ(platform.machine.units.length, "m");
    EXPECT_EQ(platform.machine.units.angle, "deg");
    EXPECT_FALSE(platform.machine.home.has_value());
    EXPECT_EQ(platform.machine.min_length_m[5], 1.2);
    EXPECT_EQ(platform.machine.max_length_m[0], 1.9);
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
    EXPECT_EQ(platform.machine.max_length_m[2], 1.9);
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
    EXPECT_DOUBLE_EQ(platform.machine.max_length_m[0], 1.9 * 0.0254);
    EXPECT_EQ(platform.machine.base.max_tilt_rad[0], 0.75);
    expect_near(platform.machine.base.points_m[0], {0.0254 * std::cos(0.75), 0.0254 * std::sin(0.75), 0}, 1e-17);
}

TEST(ParsePlatform, ReadsListsOfSix) {
    std::string text = with("min: 1.2", "min: [1.0, 1.1, 1.2, 1.3, 1.4, 1.5]");
    text = replaced(text, "max: 1.9", "max: [2, 2.1, 2.2, 2.3, 2.4, 2.5]");
    text = replaced(text, "azimuth: 0", "azimuth: 0\n  max_tilt: [10, 20, 30, 40, 50, 180]");
    const Platform platform = parsed(text);
    EXPECT_EQ(platform.machine.min_length_m[3], 1.3);
    EXPECT_EQ(platform.machine.max_length_m[5], 2.5);
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
        const Vector b = rotation_of(home.orientation)(platform.machine.platform.points_m[i]);
        const Vector& a = platform.machine.base.points_m[i];
        const Vector leg{0.1 + b.x - a.x, -0.2 + b.y - a.y, 1.4 + b.z - a.z};
        const double length = std::hypot(leg.x, leg.y, leg.z);
        const Vector direction{leg.x / length, leg.y / length, leg.z / length};
        expect_near(platform.machine.base.axes[i], direction, 1e-15);
        expect_near(rotation_of(home.orientation)(platform.machine.platform.axes[i]), direction, 1e-15);
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

/// What is changed in the valid file and the start of the error it must cause.
struct WrongFile {
    std::string old_part, new_part, message;
};

class RejectedFile : public testing::TestWithParam<WrongFile> {};

TEST_P(RejectedFile, NamesFileLineKeyAndWhatIsAllowed) {
    const auto& [old_part, new_part, message] = GetParam();
    EXPECT_EQ(error_of(with(old_part, new_part)), "test.yaml:" + message);
}

const std::string side_keys = "joints, radius, spread, azimuth, height, axis, max_tilt";

INSTANTIATE_TEST_SUITE_P(
    Keys, RejectedFile,
    testing::Values(
        WrongFile{"name: example", "nome: example",
                  "1: nome: unknown key; did you mean name? known keys are name, units, base, platform, legs, "
                  "home, scan, requirements"},
        WrongFile{"  spread: 20", "  Spread: 20",
                  "5: base.Spread: unknown key; did you mean spread? known keys are " + side_keys},
        WrongFile{"  spread: 20", "  wobble: 20", "5: base.wobble: unknown key; known keys are " + side_keys},
        WrongFile{"slices", "points", "17: scan.z.points: unknown key; known keys are from, to, slices"},
        WrongFile{"  spread: 20", "  spread: 20\n  radius: 2",
                  "6: base.radius: stands here again after line 4; each key may stand once"},
        WrongFile{"name: example", "? [a]\n: b",
                  "1: document: has a key that is no plain word; known keys are name, units, base, platform, "
                  "legs, home, scan, requirements"},
        WrongFile{"  spread: 20", "  ? {a: b}\n  : c",
                  "5: base: has a key that is no plain word; known keys are " + side_keys},
        WrongFile{"name: example", "units2: {}",
                  "1: units2: unknown key; did you mean units? known keys are name, units, base, platform, legs, "
                  "home, scan, requirements"},
        WrongFile{"name: example", "\"\\u0007\": 1",
                  "1: \\x07: unknown key; known keys are name, units, base, platform, legs, home, scan, requirements"},
        WrongFile{"name: example", "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa\u00e9aaaaa: 1",
                  "1: aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa\u00e9...: unknown key; known keys are name, units, base, "
                  "platform, legs, home, scan, requirements"},
        WrongFile{"name: example", "", "2: name: is missing; must be the name of the hexapod"},
        WrongFile{"units: {length: m, angle: deg}", "",
                  "1: units: is missing; must be {length: m|cm|mm|in, angle: deg|rad}"},
        WrongFile{", angle: deg", "", "2: units.angle: is missing; must be deg or rad"},
        WrongFile{"length: m, ", "", "2: units.length: is missing; must be m, cm, mm or in"},
        WrongFile{"length: m", "length: ft", "2: units.length: is \"ft\"; must be m, cm, mm or in"},
        WrongFile{"angle: deg", "angle: grad", "2: units.angle: is \"grad\"; must be deg or rad"},
        WrongFile{"units: {length: m, angle: deg}", "units: mm",
                  "2: units: is \"mm\"; must be a map with the keys length, angle"},
        WrongFile{"  min: 1.2\n", "", "11: legs.min: is missing; must be the shortest leg length, or a list of six"},
        WrongFile{"  max: 1.9\n", "", "11: legs.max: is missing; must be the longest leg length, or a list of six"},
        WrongFile{"from: -1, ", "", "15: scan.x.from: is missing; must be a coordinate, as to is"},
        WrongFile{", to: 2", "", "17: scan.z.to: is missing; must be a coordinate, as from is"}));

INSTANTIATE_TEST_SUITE_P(
    Types, RejectedFile,
    testing::Values(
        WrongFile{"radius: 1.0", "radius: ten", "4: base.radius: is \"ten\"; must be a finite number"},
        WrongFile{"radius: 1.0", "radius: \"1.0\"",
                  "4: base.radius: is the quoted text \"1.0\"; must be a finite number"},
        WrongFile{"radius: 1.0", "radius:", "4: base.radius: is empty; must be a finite number"},
        WrongFile{"radius: 1.0", "radius: [1]", "4: base.radius: is a list; must be a finite number"},
        WrongFile{"radius: 1.0", "radius: {a: 1}", "4: base.radius: is a map; must be a finite number"},
        WrongFile{"radius: 1.0", "radius: 0x10", "4: base.radius: is \"0x10\"; must be a finite number"},
        WrongFile{"radius: 1.0", "radius: 1,0", "4: base.radius: is \"1,0\"; must be a finite number"},
        WrongFile{"radius: 1.0", "radius: +-1", "4: base.radius: is \"+-1\"; must be a finite number"},
        WrongFile{"radius: 1.0", "radius: .nan", "4: base.radius: is \".nan\"; must be a finite number"},
        WrongFile{"radius: 1.0", "radius: NaN", "4: base.radius: is \"NaN\"; must be a finite number"},
        WrongFile{"radius: 1.0", "radius: -.inf", "4: base.radius: is \"-.inf\"; must be a finite number"},
        WrongFile{"radius: 1.0", "radius: inf", "4: base.radius: is \"inf\"; must be a finite number"},
        WrongFile{"radius: 1.0", "radius: 1e999",
                  "4: base.radius: is \"1e999\", beyond double precision; must be a finite number"},
        WrongFile{"points: 11", "points: 0", "15: scan.x.points: is \"0\"; must be a whole number from 1 to 16777216"},
        WrongFile{"points: 11", "points: -3",
                  "15: scan.x.points: is \"-3\"; must be a whole number from 1 to 16777216"},
        WrongFile{"points: 11", "points: 1e3",
                  "15: scan.x.points: is \"1e3\"; must be a whole number from 1 to 16777216"},
        WrongFile{"points: 11", "points: 10.5",
                  "15: scan.x.points: is \"10.5\"; must be a whole number from 1 to 16777216"},
        WrongFile{"points: 11", "points: ten",
                  "15: scan.x.points: is \"ten\"; must be a whole number from 1 to 16777216"},
        WrongFile{"points: 11", "points: '11'",
                  "15: scan.x.points: is the quoted text \"11\"; must be a whole number from 1 to 16777216"},
        WrongFile{"points: 11", "points: [11]",
                  "15: scan.x.points: is a list; must be a whole number from 1 to 16777216"},
        WrongFile{"slices: 13", "slices: 16777217",
                  "17: scan.z.slices: is \"16777217\"; must be a whole number from 1 to 16777216"},
        WrongFile{"slices: 13", "slices: 99999999999999999999",
                  "17: scan.z.slices: is \"99999999999999999999\"; must be a whole number from 1 to 16777216"},
        WrongFile{"name: example", "name:", "1: name: is empty; must be text"},
        WrongFile{"name: example", "name: ''", "1: name: is empty; must be text"},
        WrongFile{"name: example", "name: [a]", "1: name: is a list; must be text"},
        WrongFile{"name: example", "name: \"a\\nb\"",
                  "1: name: holds line breaks or control characters; must be one line of text"},
        WrongFile{"name: example", "name: \"\\e[31m\"",
                  "1: name: holds line breaks or control characters; must be one line of text"},
        WrongFile{"  x: {from: -1, to: 1, points: 11}", "  x: 3",
                  "15: scan.x: is \"3\"; must be a map with the keys from, to, points"},
        WrongFile{
            "scan:", "home:\nscan:", "14: home: is empty; must be a map with the keys x, y, z, roll, pitch, yaw"}));

const std::string shorthand = "radius: 1.0\n  spread: 20\n  azimuth: 0";

INSTANTIATE_TEST_SUITE_P(
    Joints, RejectedFile,
    testing::Values(
        WrongFile{shorthand, "joints: [[1, 0, 0]]",
                  "4: base.joints: is a list of 1; must be a list of 6 joints, each [x, y, z]"},
        WrongFile{shorthand, "joints: 6", "4: base.joints: is \"6\"; must be a list of 6 joints, each [x, y, z]"},
        WrongFile{shorthand, "joints: " + six("[1, 2]"),
                  "4: base.joints[0]: is a list of 2; must be a list of 3 coordinates"},
        WrongFile{shorthand, "joints: [[1, 0, 0], [1, 0, 0],\n [1, x, 0], [1, 0, 0], [1, 0, 0], [1, 0, 0]]",
                  "5: base.joints[2][1]: is \"x\"; must be a finite number"},
        WrongFile{shorthand, "joints: [[1, 0, 0], [1, 0, 0], [1, 0, 2e6], [1, 0, 0], [1, 0, 0], [1, 0, 0]]",
                  "4: base.joints[2][2]: is 2000000 m; must lie between -1000000 and 1000000 m"},
        WrongFile{"radius: 1.0", "radius: 1.0\n  joints: " + six("[1, 0, 0]"),
                  "4: base.radius: stands beside joints; give either joints or radius, spread, azimuth and "
                  "height"},
        WrongFile{shorthand, "joints: " + six("[1, 0, 0]") + "\n  height: 1",
                  "5: base.height: stands beside joints; give either joints or radius, spread, azimuth and "
                  "height"},
        WrongFile{"radius: 1.0\n", "height: 0\n",
                  "3: base: has neither joints nor radius; must have six joints, or radius, spread and azimuth"},
        WrongFile{"  spread: 20\n", "", "3: base.spread: is missing; must be the angle between the joints of a pair"},
        WrongFile{"  azimuth: 60\n", "", "7: platform.azimuth: is missing; must be the angle of the first pair"},
        WrongFile{"radius: 1.0", "radius: -1", "4: base.radius: is -1 m; must lie between 0 and 1000000 m"},
        WrongFile{"radius: 1.0", "radius: 1e7", "4: base.radius: is 10000000 m; must lie between 0 and 1000000 m"},
        WrongFile{"spread: 20", "spread: -1", "5: base.spread: is -1 deg; must lie between 0 and 120 deg"},
        WrongFile{"spread: 20", "spread: 121", "5: base.spread: is 121 deg; must lie between 0 and 120 deg"},
        WrongFile{"azimuth: 0", "azimuth: 361", "6: base.azimuth: is 361 deg; must lie between -360 and 360 deg"},
        WrongFile{"azimuth: 0", "azimuth: 0\n  axis: sideways",
                  "7: base.axis: is \"sideways\"; must be up, home or a list of six [x, y, z]"},
        WrongFile{"azimuth: 0", "azimuth: 0\n  axis: [0, 0, 1]",
                  "7: base.axis: is a list of 3; must be a list of 6 axes, each [x, y, z]"},
        WrongFile{"azimuth: 0", "azimuth: 0\n  axis: [[0,0,1],[0,0,1],[0,0,1],[0,-0.0,0],[0,0,1],[0,0,1]]",
                  "7: base.axis[3]: has length 0; must be a vector with a direction"},
        WrongFile{"azimuth: 0", "azimuth: 0\n  axis: home",
                  "7: base.axis: is home, but the file has no home; give home: {x, y, z, roll, pitch, yaw}"},
        WrongFile{"azimuth: 60", "azimuth: 60\n  max_tilt: 0",
                  "11: platform.max_tilt: is 0 deg; must be above 0 and at most 180 deg"},
        WrongFile{"azimuth: 60", "azimuth: 60\n  max_tilt: 180.5",
                  "11: platform.max_tilt: is 180.5 deg; must be above 0 and at most 180 deg"},
        WrongFile{"azimuth: 60", "azimuth: 60\n  max_tilt: [1, 2, 3, 4, -5, 6]",
                  "11: platform.max_tilt[4]: is -5 deg; must be above 0 and at most 180 deg"},
        WrongFile{"azimuth: 60", "azimuth: 60\n  max_tilt: [1, 2]",
                  "11: platform.max_tilt: is a list of 2; must be a list of 6 values, one per leg"},
        WrongFile{"base:\n  " + shorthand, "base: 3", "3: base: is \"3\"; must be a map with the keys " + side_keys}));

INSTANTIATE_TEST_SUITE_P(
    LegsAndScan, RejectedFile,
    testing::Values(
        WrongFile{"min: 1.2", "min: -1", "12: legs.min: is -1 m; must lie between 0 and 1000000 m"},
        WrongFile{"min: 1.2", "min: 2", "12: legs.min: is above legs.max[0]; must be at most 1.9 m"},
        WrongFile{"min: 1.2", "min: [1, 1, 1, 3, 1, 1]",
                  "12: legs.min[3]: is above legs.max[3]; must be at most 1.9 m"},
        WrongFile{"min: 1.2", "min: [1, 1, 1]",
                  "12: legs.min: is a list of 3; must be a list of 6 values, one per leg"},
        WrongFile{"min: 1.2", "min: [1, 1, 1, .inf, 1, 1]", "12: legs.min[3]: is \".inf\"; must be a finite number"},
        WrongFile{"max: 1.9", "max: 0", "13: legs.max: is 0 m; must be at least 1e-09 m"},
        WrongFile{"max: 1.9", "max: [2, 2, 2, 2, 2, 9e-10]", "13: legs.max[5]: is 9e-10 m; must be at least 1e-09 m"},
        WrongFile{"max: 1.9", "max: 2e6", "13: legs.max: is 2000000 m; must lie between 0 and 1000000 m"},
        WrongFile{"from: -1, to: 1, points: 11", "from: 1, to: -1, points: 11",
                  "15: scan.x: runs from 1 m to -1 m; from must be below to, or equal to it for a single point"},
        WrongFile{"from: -1, to: 1, points: 11", "from: 1, to: 1, points: 11",
                  "15: scan.x: has 11 points on the range 1 m to 1 m; several points need a range long enough "
                  "to tell them apart"},
        WrongFile{"from: -1, to: 1, points: 11", "from: -1, to: 1, points: 1",
                  "15: scan.x: has one point on the range -1 m to 1 m; both ends are grid points, so a single "
                  "point needs from equal to to"},
        WrongFile{"to: 1, points: 11", "to: 3e6, points: 11",
                  "15: scan.x.to: is 3000000 m; must lie between -1000000 and 1000000 m"},
        WrongFile{"scan:", "home: {roll: 400}\nscan:", "14: home.roll: is 400 deg; must lie between -360 and 360 deg"},
        WrongFile{"scan:", "scan:\n  orientation: {heave: 4}",
                  "15: scan.orientation.heave: unknown key; known keys are roll, pitch, yaw, tilt"}));

/// The valid file's scan asks for a cone of tilts, a map of it, and `tilt_inside`.
std::string with_region(const std::string& region, const std::string& map = "tilt") {
    return with("scan:",
                "scan:\n  orientation: {tilt: {to: 10, rings: 4, directions: 8}}\n  workspace: inclusive\n  map: " +
                    map + "\n  tilt_inside: " + region);
}

TEST(ParsePlatform, ReadsMapsCertificateAndRegion) {
    const ScanRequest plain = parsed(valid_text).scan;
    EXPECT_TRUE(plain.maps.empty());
    EXPECT_FALSE(plain.certified);
    EXPECT_FALSE(plain.tilt_inside);
    const ScanRequest box = parsed(with_region("{x: [-0.1, 0.2], y: 0.5, z: [1, 1.5]}", "[share, tilt]")).scan;
    EXPECT_EQ(box.maps, (std::vector{MapKind::share, MapKind::tilt}));
    EXPECT_EQ(box.tilt_inside, Region(PositionBox{{-0.1, 0.5, 1}, {0.2, 0.5, 1.5}}));
    const std::string in_mm = replaced(with_region("{x: 100, y: -5, z: 1e3, radius: 50}"), "length: m", "length: mm");
    const ScanRequest ball = parsed(in_mm).scan;
    EXPECT_EQ(ball.maps, std::vector{MapKind::tilt});
    EXPECT_EQ(ball.tilt_inside, Region(PositionBall{{0.1, -0.005, 1}, 0.05}));
    const std::string set =
        "scan:\n  orientation: {roll: {from: -1, to: 1, points: 3}}\n  workspace: total\n  certified: ";
    EXPECT_TRUE(parsed(with("scan:", set + "true")).scan.certified);
    EXPECT_FALSE(parsed(with("scan:", set + "false")).scan.certified);
}

TEST(ParsePlatform, RejectsMapsCertificatesAndRegionsThatSayNothing) {
    const std::string known = "; must be clearance, limit, tilt or share, or a list of them";
    for (const auto& [text, message] : std::vector<std::pair<std::string, std::string>>{
             {with("scan:", "scan:\n  map: depth"), "15: scan.map: is \"depth\"" + known},
             {with("scan:", "scan:\n  map: [limit, 3]"), "15: scan.map[1]: is \"3\"" + known},
             {with("scan:", "scan:\n  map: [limit, limit]"),
              "15: scan.map[1]: stands twice in the list; name each map once"},
             {with("scan:", "scan:\n  map: tilt"),
              "15: scan.map: tilt: asks how far every direction can be tilted to, which needs a cone of tilts"},
             {with("scan:", "scan:\n  certified: true"),
              "15: scan.certified: there is one orientation, and nothing between"},
             {with("scan:", "scan:\n  certified: 1"), "15: scan.certified: is \"1\"; must be true or false"},
             {with("scan:", "scan:\n  tilt_inside: {x: 0, y: 0, z: 1, radius: 1}"),
              "15: scan.tilt_inside: asks for the least number of the tilt map in a region, which needs the map tilt "
              "and a cone "
              "of tilts; add map: tilt beside it"},
             {with_region("{x: 0, y: 0, z: 1, radius: 1}", "share"),
              "18: scan.tilt_inside: asks for the least number of the tilt map in a region, which needs the map tilt "
              "and a cone "
              "of tilts; add map: tilt beside it"},
             {with_region("{x: [2, 1], y: 0, z: 1}"),
              "18: scan.tilt_inside.x: runs from 2 to 1; the first must be the smaller"},
             {with_region("{x: [1, 2, 3], y: 0, z: 1}"),
              "18: scan.tilt_inside.x: is a list of 3; must be a list of 2 numbers, from and to"},
             {with_region("{x: 0, y: [0, 1], z: 1, radius: 1}"),
              "18: scan.tilt_inside.y: is a list; must be a finite number"},
             {with_region("{x: 0, y: 0, z: .nan}"), "18: scan.tilt_inside.z: is \".nan\"; must be a finite number"},
             {with_region("{x: 0, y: 0, z: [0, .inf]}"),
              "18: scan.tilt_inside.z[1]: is \".inf\"; must be a finite number"},
             {with_region("{x: 0, y: 0, z: 1, radius: -1}"),
              "18: scan.tilt_inside.radius: is -1 m; must lie between 0 and 1000000 m"},
             {with_region("{x: 9e5, y: 0, z: 1, radius: 9e5}"),
              "18: scan.tilt_inside: reaches to x = 1800000 m; must lie within -1000000 and 1000000 m"},
             {with_region("{x: 0, y: 0}"),
              "18: scan.tilt_inside.z: is missing; must be a number or [from, to], or with radius a centre"},
             {with_region("{x: 0, y: 0, z: 1, r: 1}"),
              "18: scan.tilt_inside.r: unknown key; known keys are x, y, z, radius"},
             {with_region("3"), "18: scan.tilt_inside: is \"3\"; must be a map with the keys x, y, z, radius"}})
        EXPECT_EQ(error_of(text), "test.yaml:" + message);
}

TEST(ParsePlatform, RejectsHomeAxisOfALegWithoutLength) {
    const std::string joints = "joints: " + six("[1, 0, 0]") + "\n  axis: home\n";
    std::string text = with(shorthand + "\n", joints);
    text = replaced(text, "radius: 0.6\n  spread: 20\n  azimuth: 60\n", joints);
    EXPECT_EQ(error_of(text + "home: {}\n"),
              "test.yaml:5: base.axis: is home, but leg 0 has no length at the home pose; move home or the joints, "
              "or give the axes as six [x, y, z]");
    EXPECT_EQ(error_of(text + "home: {z: 1}\n"), "accepted");
}

TEST(ParsePlatform, RejectsMorePointsThanCanBeIndexed) {
    std::string text = valid_text;
    for (const char* count : {"points: 11", "points: 12", "slices: 13"})
        text = replaced(text, count, std::string(count).substr(0, 8) + "16777216");
    EXPECT_EQ(error_of(text),
              "test.yaml:14: scan: has 16777216 x 16777216 x 16777216 points; at most "
              "9223372036854775807 in all can be indexed");
}

TEST(ParsePlatform, SaysTheLimitInTheUnitsOfTheFile) {
    EXPECT_EQ(error_of(replaced(with("length: m", "length: mm"), "radius: 1.0", "radius: 2e9")),
              "test.yaml:4: base.radius: is 2000000000 mm; must lie between 0 and 1000000000 mm");
    EXPECT_EQ(error_of(replaced(with("angle: deg", "angle: rad"), "spread: 20", "spread: 3")),
              "test.yaml:5: base.spread: is 3 rad; must lie between 0 and 2.0943951023931953 rad");
}

TEST(ParsePlatform, RejectsWhatIsNoSingleMap) {
    EXPECT_EQ(error_of(""), "test.yaml:1: document: is empty; it must describe something");
    EXPECT_EQ(error_of("# only a comment\n"), "test.yaml:1: document: is empty; it must describe something");
    const std::string keys = "must be a map with the keys name, units, base, platform, legs, home, scan, requirements";
    EXPECT_EQ(error_of("---\n"), "test.yaml:2: document: is empty; " + keys);
    EXPECT_EQ(error_of("\n- 1\n- 2\n"), "test.yaml:2: document: is a list; " + keys);
    EXPECT_EQ(error_of("hello"), "test.yaml:1: document: is \"hello\"; " + keys);
    EXPECT_EQ(error_of(valid_text + "---\nname: second\n"),
              "test.yaml:18: document: a second document or stray text starts here; the file must hold one "
              "document");
}

/// Every pair may be the one that azimuth names: the joints are the same, and so is the machine.
TEST(ParsePlatform, TheSameJointsMakeTheSameMachine) {
    const Machine machine = parsed(valid_text).machine;
    for (const char* azimuth : {"azimuth: 180", "azimuth: 300", "azimuth: -60", "azimuth: -180"}) {
        const Machine same = parsed(with("azimuth: 60", azimuth)).machine;
        for (std::size_t i = 0; i < leg_count; ++i)
            expect_near(same.platform.points_m[i], machine.platform.points_m[i], 1e-15);
    }
    // Beside listed joints the pairs follow their order.
    const Machine mixed =
        parsed(with("radius: 1.0\n  spread: 20\n  azimuth: 0",
                    "joints: [[0, 1, 0], [-1, 0.5, 0], [-1, -0.5, 0], [0, -1, 0], [1, -0.5, 0], [1, 0.5, 0]]"))
            .machine;
    for (std::size_t i = 0; i < leg_count; ++i) {
        const Vector &a = mixed.base.points_m[i], &b = mixed.platform.points_m[i];
        EXPECT_GT(a.x * b.x + a.y * b.y, 0) << "leg " << i << " is turned by more than a right angle";
    }
}

TEST(ParsePlatform, AnOrderThatNobodyCanTellIsAnError) {
    std::string text = with("spread: 20\n  azimuth: 0", "spread: 60\n  azimuth: 0");
    text = replaced(text, "spread: 20\n  azimuth: 60", "spread: 60\n  azimuth: 30");
    EXPECT_NE(error_of(text).find("platform: its joints lie half-way"), std::string::npos) << error_of(text);
}

/// As PyYAML writes a list that stands at two places.
TEST(ParsePlatform, AcceptsAliases) {
    const Platform plain = parsed(with("legs:\n  min: 1.2\n", "legs:\n  min: [1.2, 1.2, 1.2, 1.2, 1.2, 1.2]\n"));
    const Platform aliased =
        parsed(replaced(with("legs:\n  min: 1.2\n", "legs:\n  min: &id001 [1.2, 1.2, 1.2, 1.2, 1.2, 1.2]\n"),
                        "max: 1.9", "max: *id001"));
    EXPECT_EQ(aliased.machine.min_length_m, plain.machine.min_length_m);
    EXPECT_EQ(aliased.machine.max_length_m, plain.machine.min_length_m);
}

/// What is left out of the scan is left to the machine, at the density of the case study.
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

TEST(ParsePlatform, TranslatesSyntaxErrors) {
    EXPECT_EQ(error_of("name: a\nunits: {length: m\n"),
              "test.yaml:3: syntax: end of map flow not found; the file must be valid YAML or JSON");
    EXPECT_EQ(error_of("name: a\n\tunits: b\n").substr(0, 19), "test.yaml:2: syntax");
    EXPECT_EQ(error_of("name: [a\n").substr(0, 19), "test.yaml:2: syntax");
}

TEST(ParsePlatform, RejectsWhatCouldBeAbused) {
    EXPECT_EQ(error_of("a: &a [1, *a]\n"),
              "test.yaml:1: document: is an alias of a value that it is itself part of; write the value out");
    std::string bomb = "a0: &a0 [1, 1, 1, 1, 1, 1, 1, 1]\n";
    for (int i = 1; i < 10; ++i)
        bomb += "a" + std::to_string(i) + ": &a" + std::to_string(i) + " [" + "*a" + std::to_string(i - 1) + ", *a" +
                std::to_string(i - 1) + ", *a" + std::to_string(i - 1) + ", *a" + std::to_string(i - 1) + ", *a" +
                std::to_string(i - 1) + "]\n";
    EXPECT_NE(error_of(bomb).find("holds too many values, aliases written out"), std::string::npos) << error_of(bomb);
    std::string deep = "a0: &a0 [1]\n";
    for (int i = 1; i < 20; ++i)
        deep += "a" + std::to_string(i) + ": &a" + std::to_string(i) + " [*a" + std::to_string(i - 1) + "]\n";
    EXPECT_NE(error_of(deep).find("is nested too deep"), std::string::npos) << error_of(deep);
    EXPECT_EQ(error_of(with("radius: 1.0", "radius: !!float 1")),
              "test.yaml:4: document: has the tag tag:yaml.org,2002:float; write the value without a tag");
    EXPECT_EQ(error_of(std::string(100000, '[')),
              "test.yaml:1: document: is nested too deep; at most 16 levels are allowed");
    EXPECT_EQ(error_of(std::string(300000, ' ')),
              "test.yaml:1: document: is too long; at most 262144 bytes are allowed");
    EXPECT_EQ(error_of(with("units", "\x04units")),
              "test.yaml:2: document: holds the byte 0x04, which is no text; the file must be UTF-8 without "
              "control characters");
    for (const char* malformed :
         {"\xff", "\xc0\x80", "\xe2\x28\xa1", "\xed\xa0\x80", "\xf5\x80\x80\x80", "\xe2\x82", "\xc2\x9b", "\x7f"})
        EXPECT_NE(error_of(std::string("name: ") + malformed).find("1: document: holds the byte 0x"), std::string::npos)
            << malformed;
}

TEST(LoadPlatform, LoadsEveryPlatformFile) {
    int loaded = 0;
    for (const auto& entry : std::filesystem::directory_iterator(platform_file(""))) {
        SCOPED_TRACE(entry.path());
        ASSERT_NO_THROW(load_platform(entry.path()));
        ++loaded;
    }
    EXPECT_GE(loaded, 3);
}

TEST(LoadPlatform, BuiltInIsTheCaseStudy) {
    const Platform built_in = built_in_platform();
    const Platform file = load_platform(platform_file("case-study.yaml"));
    EXPECT_EQ(built_in.machine.name, file.machine.name);
    EXPECT_EQ(built_in.scan.x.count, 1000);
    EXPECT_EQ(built_in.scan.y.count, 1000);
    EXPECT_EQ(built_in.scan.z.count, 350);
    EXPECT_EQ(built_in.machine.max_length_m[0], 2.0);
    EXPECT_DOUBLE_EQ(built_in.machine.base.max_tilt_rad[0], 33 * pi / 180);
    EXPECT_DOUBLE_EQ(built_in.machine.platform.max_tilt_rad[0], 36 * pi / 180);
    expect_near(built_in.machine.base.axes[4], file.machine.base.axes[4], 0);
}

TEST(LoadPlatform, RubinCameraReachesItsPublishedMotionLimits) {
    const Platform rubin = load_platform(platform_file("rubin-camera-hexapod.yaml"));
    const Vector home_m = rubin.machine.home.value().position_m;
    const auto legs = legs_m(rubin, home_m);
    for (std::size_t i = 0; i < leg_count; ++i) {
        const double length_m = std::hypot(legs[i].x, legs[i].y, legs[i].z);
        EXPECT_NEAR(length_m - rubin.machine.min_length_m[i], 0.0141, 1e-9);
        EXPECT_NEAR(rubin.machine.max_length_m[i] - length_m, 0.0141, 1e-9);
    }
    for (const double sign : {-1.0, 1.0}) {
        EXPECT_TRUE(within_stroke(rubin, {home_m.x + sign * 0.0114, home_m.y, home_m.z}));
        EXPECT_TRUE(within_stroke(rubin, {home_m.x, home_m.y + sign * 0.0114, home_m.z}));
        EXPECT_TRUE(within_stroke(rubin, {home_m.x, home_m.y, home_m.z + sign * 0.0131}));
    }
}

TEST(LoadPlatform, SimonaIsNeutralAtMidStroke) {
    const Platform simona = load_platform(platform_file("simona-flight-simulator.yaml"));
    for (const Vector& leg : legs_m(simona, simona.machine.home.value().position_m))
        EXPECT_NEAR(std::hypot(leg.x, leg.y, leg.z), (2.131 + 3.281) / 2, 1e-4);
}

TEST(LoadPlatform, ScanRangesHoldTheWholeWorkspace) {
    for (const char* name : {"rubin-camera-hexapod.yaml", "simona-flight-simulator.yaml"}) {
        const Platform platform = load_platform(platform_file(name));
        const ScanRequest& scan = platform.scan;
        constexpr int steps = 60;
        const auto at = [](const ScanRange& range, int i) {
            return range.from_m + (range.to_m - range.from_m) * i / steps;
        };
        int reachable = 0;
        for (int i = 0; i <= steps; ++i)
            for (int j = 0; j <= steps; ++j)
                for (int k = 0; k <= steps; ++k) {
                    const bool border = i % steps == 0 || j % steps == 0 || k % steps == 0;
                    const bool reached = within_stroke(platform, {at(scan.x, i), at(scan.y, j), at(scan.z, k)});
                    reachable += reached ? 1 : 0;
                    ASSERT_FALSE(border && reached) << name << " " << i << " " << j << " " << k;
                }
        EXPECT_GT(reachable, 1000) << name;
    }
}

TEST(LoadPlatform, SaysWhyAFileCannotBeRead) {
    const auto error_of_file = [](const std::filesystem::path& file) -> std::string {
        try {
            load_platform(file);
        } catch (const InputError& error) {
            return error.what();
        }
        return "accepted";
    };
    EXPECT_EQ(error_of_file("no-such-file.yaml"),
              "no-such-file.yaml: cannot be read, No such file or "
              "directory; name a YAML or JSON file");
    EXPECT_EQ(error_of_file("."), ".: cannot be read, Is a directory; name a YAML or JSON file");
    EXPECT_EQ(error_of_file("/dev/zero"), "/dev/zero:1: document: is too long; at most 262144 bytes are allowed");
}

TEST(Units, ConvertsBothWays) {
    const Units mm{"mm", "deg"}, cm{"cm", "deg"}, inch{"in", "rad"}, metre{"m", "rad"};
    EXPECT_EQ(mm.metres(0.3), 0.3 / 1000);
    EXPECT_EQ(cm.metres(7), 0.07);
    EXPECT_DOUBLE_EQ(inch.metres(1), 0.0254);
    EXPECT_EQ(metre.metres(1.5), 1.5);
    EXPECT_EQ(mm.radians(180), pi);
    EXPECT_EQ(inch.radians(1.25), 1.25);
    for (const Units& units : {mm, cm, inch, metre}) {
        EXPECT_DOUBLE_EQ(units.from_metres(units.metres(12.34)), 12.34);
        EXPECT_DOUBLE_EQ(units.from_radians(units.radians(1.234)), 1.234);
    }
}

TEST(ScanRangeProblem, AcceptsWhatCanBeScanned) {
    EXPECT_EQ(scan_range_problem({-1, 1, 2}, Units{}), "");
    EXPECT_EQ(scan_range_problem({0.5, 0.5, 1}, Units{}), "");
    EXPECT_EQ(scan_range_problem({-max_extent_m, max_extent_m, max_axis_points}, Units{}), "");
}

TEST(ScanRangeProblem, SaysWhatIsWrong) {
    const double nan = std::numeric_limits<double>::quiet_NaN(), inf = std::numeric_limits<double>::infinity();
    EXPECT_EQ(scan_range_problem({0, 1, 0}, Units{}), "has 0 points; 1 to 16777216 are allowed");
    EXPECT_EQ(scan_range_problem({0, 1, max_axis_points + 1}, Units{}),
              "has 16777217 points; 1 to 16777216 are allowed");
    for (const ScanRange& range : {ScanRange{nan, 1, 2}, {0, nan, 2}, {-inf, 1, 2}, {0, 1e7, 2}})
        EXPECT_NE(scan_range_problem(range, Units{}).find("must lie within -1000000 m and 1000000 m"),
                  std::string::npos);
    EXPECT_NE(scan_range_problem({2, 1, 2}, Units{}).find("runs from 2 m to 1 m"), std::string::npos);
    EXPECT_NE(scan_range_problem({0, 0, 2}, Units{}).find("several points need a range"), std::string::npos);
    EXPECT_NE(scan_range_problem({1e6 - 1e-9, 1e6, 1000}, Units{}).find("several points need"), std::string::npos);
    EXPECT_NE(scan_range_problem({0, 1, 1}, Units{}).find("has one point on the range"), std::string::npos);
}

TEST(ScanSizeProblem, CountsAllPoints) {
    ScanRequest scan;
    scan.x.count = scan.y.count = max_axis_points;
    scan.z.count = 32767;
    EXPECT_EQ(scan_size_problem(scan), "");
    scan.z.count = 32768;
    EXPECT_NE(scan_size_problem(scan).find("in all can be indexed"), std::string::npos);
}

TEST(ExactTrigonometry, MeetsHalvesAndOnesExactly) {
    const std::array<double, 12> sines{0, 0.5, 2, 1, 2, 0.5, 0, -0.5, 2, -1, 2, -0.5};
    for (int i = -24; i <= 24; ++i) {
        const double angle_rad = i * 30 * pi / 180;
        const double sine = sines[static_cast<std::size_t>((i + 24) % 12)];
        const double cosine = sines[static_cast<std::size_t>((i + 27) % 12)];
        EXPECT_EQ(exact_sin(angle_rad), sine == 2 ? std::sin(angle_rad) : sine) << i;
        EXPECT_EQ(exact_cos(angle_rad), cosine == 2 ? std::cos(angle_rad) : cosine) << i;
    }
    EXPECT_EQ(exact_sin(0.3), std::sin(0.3));
    EXPECT_EQ(exact_cos(0.3), std::cos(0.3));
}

TEST(Rotate, TurnsAboutXThenYThenZ) {
    expect_near(rotation_of({pi / 2, 0, 0})({0, 1, 0}), {0, 0, 1}, 0);
    expect_near(rotation_of({0, pi / 2, 0})({0, 0, 1}), {1, 0, 0}, 0);
    expect_near(rotation_of({0, 0, pi / 2})({1, 0, 0}), {0, 1, 0}, 0);
    expect_near(rotation_of({pi / 2, pi / 2, pi / 2})({0, 1, 0}), {0, 1, 0}, 0);
    expect_near(rotation_of({pi, 0, 0})({0, 0, 2}), {0, 0, -2}, 0);
}

TEST(Rotate, IsUndoneByRotateBack) {
    const Vector v{0.3, -1.2, 2.5};
    for (double roll = -3; roll <= 3; roll += 0.7)
        for (double pitch = -3; pitch <= 3; pitch += 0.7)
            for (double yaw = -3; yaw <= 3; yaw += 0.7)
                expect_near(rotation_of({roll, pitch, yaw}).back(rotation_of({roll, pitch, yaw})(v)), v, 2e-15);
}

}  // namespace
}  // namespace hexscan
