// Rejected machine files. Each error names the file, the line, the key and what is allowed.

#include "src/files/platform_file.h"

#include <filesystem>
#include <string>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "hexscan/errors.h"
#include "src/scan/map_kind.h"
#include "tests/support/platform_text.h"

namespace {

using namespace hexscan;
using namespace hexscan_test;

/// A change of the valid file, and the beginning of the error that it must cause.
struct WrongFile {
    std::string old_part, new_part, message;
};

class RejectedFile : public testing::TestWithParam<WrongFile> {};

TEST_P(RejectedFile, NamesFileLineKeyAndWhatIsAllowed) {
    const auto& [old_part, new_part, message] = GetParam();
    EXPECT_EQ(error_of(with(old_part, new_part)), "test.yaml:" + message);
}

const std::string side_keys =
    "joints, radius, side, spread, pair_distance, azimuth, height, order, axis, max_tilt, max_misalignment, "
    "universal, plate, at";
const std::string file_keys =
    "name, units, base, platform, legs, home, scan, requirements, orientation_order, tool, singularity, load, "
    "keep_out, "
    "connected";

INSTANTIATE_TEST_SUITE_P(
    Keys, RejectedFile,
    testing::Values(
        WrongFile{"name: example", "nome: example",
                  "1: nome: unknown key; did you mean name? known keys are " + file_keys},
        WrongFile{"  spread: 20", "  Spread: 20",
                  "5: base.Spread: unknown key; did you mean spread? known keys are " + side_keys},
        WrongFile{"  spread: 20", "  wobble: 20", "5: base.wobble: unknown key; known keys are " + side_keys},
        WrongFile{"slices", "points", "17: scan.z.points: unknown key; known keys are from, to, slices"},
        WrongFile{"  spread: 20", "  spread: 20\n  radius: 2",
                  "6: base.radius: appears again after line 4; each key may appear once"},
        WrongFile{"name: example", "? [a]\n: b",
                  "1: document: has a key that is not a plain word; known keys are " + file_keys},
        WrongFile{"  spread: 20", "  ? {a: b}\n  : c",
                  "5: base: has a key that is not a plain word; known keys are " + side_keys},
        WrongFile{"name: example", "units2: {}",
                  "1: units2: unknown key; did you mean units? known keys are " + file_keys},
        WrongFile{"name: example", "\"\\u0007\": 1", "1: \\x07: unknown key; known keys are " + file_keys},
        WrongFile{"name: example", "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa\u00e9aaaaa: 1",
                  "1: aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa\u00e9...: unknown key; known keys are " + file_keys},
        WrongFile{"name: example", "name: example\norientation_order: zxy",
                  "2: orientation_order: is \"zxy\"; must be zyx (R = Rz Ry Rx) or xyz (R = Rx Ry Rz)"},
        WrongFile{"name: example", "", "2: name: is missing; must be the name of the hexapod"},
        WrongFile{"units: {length: m, angle: deg}", "",
                  "1: units: is missing; must be {length: m|cm|mm|in, angle: deg|rad}"},
        WrongFile{", angle: deg", "", "2: units.angle: is missing; must be deg or rad"},
        WrongFile{"length: m, ", "", "2: units.length: is missing; must be m, cm, mm or in"},
        WrongFile{"length: m", "length: ft", "2: units.length: is \"ft\"; must be m, cm, mm or in"},
        WrongFile{"length: m,", "length: MM,", "2: units.length: is \"MM\"; did you mean mm? must be m, cm, mm or in"},
        WrongFile{"length: m,", "length: Inches,",
                  "2: units.length: is \"Inches\"; did you mean in? must be m, cm, mm or in"},
        WrongFile{"length: m,", "length: milimeter,",
                  "2: units.length: is \"milimeter\"; did you mean mm? must be m, cm, mm or in"},
        WrongFile{"length: m,", "length: km,", "2: units.length: is \"km\"; must be m, cm, mm or in"},
        WrongFile{"angle: deg", "angle: degrees",
                  "2: units.angle: is \"degrees\"; did you mean deg? must be deg or rad"},
        WrongFile{"angle: deg", "angle: grad", "2: units.angle: is \"grad\"; must be deg or rad"},
        WrongFile{"units: {length: m, angle: deg}", "units: mm",
                  "2: units: is \"mm\"; must be {length: m|cm|mm|in, angle: deg|rad}"},
        WrongFile{"  radius: 1.0", "  diameter: 2.0",
                  "4: base.diameter: unknown key; give the circle's radius, half of its diameter"},
        WrongFile{"  min: 1.2\n", "", "11: legs.min: is missing; must be the shortest leg length, or a list of six"},
        WrongFile{"  max: 1.9\n", "", "11: legs.max: is missing; must be the longest leg length, or a list of six"},
        WrongFile{"from: -1, ", "", "15: scan.x.from: is missing; give a coordinate, as for 'to'"},
        WrongFile{", to: 2", "", "17: scan.z.to: is missing; give a coordinate, as for 'from'"}));

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
        WrongFile{"radius: 1.0", "radius: 1,0",
                  "4: base.radius: is \"1,0\"; must be a finite number; write decimals with a point: 1.0"},
        WrongFile{"radius: 1.0", "radius: 1.0 m",
                  "4: base.radius: is \"1.0 m\"; must be a finite number; write the number without a unit: 1.0"},
        WrongFile{"  min: 1.2\n  max: 1.9\n", "  {min: 1.2, stroke: -0.7}\n",
                  "12: legs.stroke: is -0.7; must be at least 0"},
        WrongFile{"  min: 1.2\n  max: 1.9\n", "  {min: 1,2, max: 1.9}\n",
                  "12: legs.2: unknown key; a comma ends a value; write decimals with a point, such as 380.5"},
        WrongFile{"azimuth: 60", "azimuth: 60\n  max_tilt: [1,5, 2, 3, 4, 5, 6]",
                  "11: platform.max_tilt: is a list of 7; must be a list of 6 values, one per leg; a comma ends a "
                  "value; write decimals with a point, such as 380.5"},
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
                  "1: name: contains line breaks or control characters; must be one line of text"},
        WrongFile{"name: example", "name: \"\\e[31m\"",
                  "1: name: contains line breaks or control characters; must be one line of text"},
        WrongFile{"  x: {from: -1, to: 1, points: 11}", "  x: 3",
                  "15: scan.x: is \"3\"; must be a map with the keys from, to, points"},
        WrongFile{
            "scan:", "home:\nscan:",
            "14: home: is empty; must be mid, where all legs are at their middle, or {x, y, z, roll, pitch, yaw}"}));

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
                  "4: base.joints[2][2]: is 2000000 m; must lie between -1000000 and 1000000 m (leg 3)"},
        WrongFile{
            "radius: 1.0", "radius: 1.0\n  joints: " + six("[1, 0, 0]"),
            "4: base.radius: cannot be combined with joints; remove this key, or replace joints by radius (or side) "
            "and spread (or pair_distance)"},
        WrongFile{
            shorthand, "joints: " + six("[1, 0, 0]") + "\n  height: 1",
            "5: base.height: cannot be combined with joints; remove this key, or replace joints by radius (or side) "
            "and spread (or pair_distance)"},
        WrongFile{"radius: 1.0\n", "height: 0\n",
                  "3: base: has neither joints nor radius; give six joints, or radius and spread"},
        WrongFile{"  spread: 20\n", "",
                  "3: base.spread: is missing; must be the angle between the joints of a pair; or give pair_distance, "
                  "the distance between them"},
        WrongFile{"radius: 1.0", "radius: -1", "4: base.radius: is -1 m; must lie between 0 and 1000000 m"},
        WrongFile{"radius: 1.0", "radius: 1e7", "4: base.radius: is 10000000 m; must lie between 0 and 1000000 m"},
        WrongFile{"spread: 20", "spread: -1", "5: base.spread: is -1 deg; must lie between 0 and 120 deg"},
        WrongFile{"spread: 20", "spread: 121", "5: base.spread: is 121 deg; must lie between 0 and 120 deg"},
        WrongFile{"azimuth: 0", "azimuth: 361", "6: base.azimuth: is 361 deg; must lie between -360 and 360 deg"},
        WrongFile{"azimuth: 0", "azimuth: 0\n  axis: sideways",
                  "7: base.axis: is \"sideways\"; must be up, down, home, motor, radial, tangential, a vector [x, y, "
                  "z] or a list of six"},
        WrongFile{"azimuth: 0", "azimuth: 0\n  axis: [0, 1]",
                  "7: base.axis: is a list of 2; must be a list of 3 components, [x, y, z]"},
        WrongFile{"azimuth: 0", "azimuth: 0\n  axis: [0, 0, 0]",
                  "7: base.axis[0]: has length 0; must be a vector with a direction"},
        WrongFile{"azimuth: 0", "azimuth: 0\n  axis: [[0,0,1],[0,0,1],[0,0,1],[0,-0.0,0],[0,0,1],[0,0,1]]",
                  "7: base.axis[3]: has length 0; must be a vector with a direction (leg 4)"},
        WrongFile{"azimuth: 60", "azimuth: 60\n  max_tilt: 0",
                  "11: platform.max_tilt: is 0 deg; must be above 0 and at most 180 deg"},
        WrongFile{"azimuth: 60", "azimuth: 60\n  max_tilt: 180.5",
                  "11: platform.max_tilt: is 180.5 deg; must be above 0 and at most 180 deg"},
        WrongFile{"azimuth: 60", "azimuth: 60\n  max_tilt: [1, 2, 3, 4, -5, 6]",
                  "11: platform.max_tilt[4]: is -5 deg; must be above 0 and at most 180 deg (leg 5)"},
        WrongFile{"azimuth: 60", "azimuth: 60\n  max_tilt: [1, 2]",
                  "11: platform.max_tilt: is a list of 2; must be a list of 6 values, one per leg"},
        WrongFile{"base:\n  " + shorthand, "base: 3", "3: base: is \"3\"; must be a map with the keys " + side_keys}));

INSTANTIATE_TEST_SUITE_P(
    LegsAndScan, RejectedFile,
    testing::Values(
        WrongFile{"min: 1.2", "min: -1", "12: legs.min: is -1 m; must lie between 0 and 1000000 m"},
        WrongFile{"min: 1.2", "min: 2", "12: legs.min: is above legs.max[0]; must be at most 1.9 m"},
        WrongFile{"min: 1.2", "min: [1, 1, 1, 3, 1, 1]",
                  "12: legs.min[3]: is above legs.max[3]; must be at most 1.9 m (leg 4)"},
        WrongFile{"min: 1.2", "min: [1, 1, 1]",
                  "12: legs.min: is a list of 3; must be a list of 6 values, one per leg"},
        WrongFile{"min: 1.2", "min: [1, 1, 1, .inf, 1, 1]", "12: legs.min[3]: is \".inf\"; must be a finite number"},
        WrongFile{"max: 1.9", "max: 0", "13: legs.max: is 0 m; must be at least 1e-09 m"},
        WrongFile{"max: 1.9", "max: [2, 2, 2, 2, 2, 9e-10]",
                  "13: legs.max[5]: is 9e-10 m; must be at least 1e-09 m (leg 6)"},
        WrongFile{"max: 1.9", "max: 2e6", "13: legs.max: is 2000000 m; must lie between 0 and 1000000 m"},
        WrongFile{"from: -1, to: 1, points: 11", "from: 1, to: -1, points: 11",
                  "15: scan.x: runs from 1 m to -1 m; 'from' must be below 'to', or equal to it for a single point"},
        WrongFile{"from: -1, to: 1, points: 11", "from: 1, to: 1, points: 11",
                  "15: scan.x: has 11 points on the range 1 m to 1 m; several points need a longer range"},
        WrongFile{"from: -1, to: 1, points: 11", "from: -1, to: 1, points: 1",
                  "15: scan.x: has one point on the range -1 m to 1 m; both ends are grid points, so a single point "
                  "needs 'from' equal to 'to'"},
        WrongFile{"to: 1, points: 11", "to: 3e6, points: 11",
                  "15: scan.x.to: is 3000000 m; must lie between -1000000 and 1000000 m"},
        WrongFile{"scan:", "scan:\n  map: clearence",
                  "15: scan.map: is \"clearence\"; did you mean clearance? must be " + listed_maps("or") +
                      ", or a list of them"},
        WrongFile{"scan:", "home: {roll: 400}\nscan:", "14: home.roll: is 400 deg; must lie between -360 and 360 deg"},
        WrongFile{"scan:", "scan:\n  orientation: {heave: 4}",
                  "15: scan.orientation.heave: unknown key; known keys are roll, pitch, yaw, tilt"}));

TEST(ParsePlatform, WritesAListOfCoordinatesAsTheMapThatItShouldBe) {
    EXPECT_EQ(error_of(valid_text + "home: [0, 0, 150]\n"),
              "test.yaml:18: home: is a list; coordinates are named, as in {x: 0, y: 0, z: 150}");
    EXPECT_EQ(
        error_of(valid_text + "tool: [0, 0, 1, 0, [5], 90, 7]\n"),
        "test.yaml:18: tool: is a list; coordinates are named, as in {x: 0, y: 0, z: 1, roll: 0, pitch: ..., yaw: "
        "90}");
    EXPECT_EQ(error_of(valid_text + "home: []\n"),
              "test.yaml:18: home: is a list; coordinates are named, as in {x: 0, y: 0, z: 150}");
    EXPECT_EQ(error_of(valid_text + "orientation_order: [z, y, x]\n"),
              "test.yaml:18: orientation_order: is a list; must be zyx (R = Rz Ry Rx) or xyz (R = Rx Ry Rz)");
}

TEST(ParsePlatform, KnowsOtherNamesOfWords) {
    for (const auto& [kind, meant] :
         {std::pair{"servo", "rotary"}, std::pair{"6-RSS", "rotary"}, std::pair{"linear", "telescopic"},
          std::pair{"UPS", "telescopic"}, std::pair{"hexaglide", "slider"}, std::pair{"Rotary", "rotary"}})
        EXPECT_NE(error_of(with("  min: 1.2", fmt::format("  min: 1.2\n  kind: {}", kind)))
                      .find(fmt::format("legs.kind: is \"{}\"; did you mean {}? must be", kind, meant)),
                  std::string::npos)
            << kind;
    EXPECT_NE(error_of(valid_text + "orientation_order: rpy\n").find("did you mean zyx?"), std::string::npos);
}

TEST(ParsePlatform, KnowsOtherNamesOfKeys) {
    for (const auto& [key, meant] : {std::pair<const char*, const char*>{"length_min", "min? known keys are"},
                                     {"MaxLength", "max? known keys are"},
                                     {"type", "kind? known keys are"},
                                     {"rod_length", "rod? only legs of kind: slider or kind: rotary have this key"},
                                     {"horn", "arm? only legs of kind: rotary have this key"}}) {
        const std::string error = error_of(with("  min: 1.2", fmt::format("  {}: 1.2", key)));
        EXPECT_NE(error.find(fmt::format("legs.{}: unknown key; did you mean {}", key, meant)), std::string::npos)
            << error;
    }
    EXPECT_NE(error_of(valid_text + "euler_order: xyz\n").find("did you mean orientation_order?"), std::string::npos);
    EXPECT_NE(error_of(with("  spread: 20", "  joint_distance: 0.2")).find("did you mean pair_distance?"),
              std::string::npos);
}

/// Legs that reach nowhere have no middle pose to be home.
TEST(ParsePlatform, RejectsHomeAxisWithoutAHome) {
    const std::string text = replaced(with("min: 1.2", "min: 0.1"), "max: 1.9", "max: 0.2");
    EXPECT_EQ(error_of(replaced(text, "azimuth: 0", "azimuth: 0\n  axis: home")),
              "test.yaml:7: base.axis: is home, but the file has no home; give home: {x, y, z, roll, pitch, yaw}");
}

TEST(ParsePlatform, RejectsHomeAxisOfALegWithoutLength) {
    const std::string joints = "joints: " + six("[1, 0, 0]") + "\n  axis: home\n";
    std::string text = with(shorthand + "\n", joints);
    text = replaced(text, "radius: 0.6\n  spread: 20\n  azimuth: 60\n", joints);
    EXPECT_EQ(error_of(text + "home: {}\n"),
              "test.yaml:5: base.axis: is home, but leg 1 has length 0 at the home pose; move home or the joints, or "
              "give the axes as six [x, y, z]");
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
    EXPECT_EQ(error_of(replaced(with("length: m", "length: mm"), "max: 1.9", "max: 1e-7")),
              "test.yaml:13: legs.max: is 1e-07 mm; must be at least 1e-06 mm");
}

TEST(ParsePlatform, SaysOfARecordWhatReadsIt) {
    for (const auto& [text, cure] :
         {std::pair("{\"asked\": {}, \"machine\": {}}", "asked: unknown key; this is the record of a run"),
          {"{\"cut_off\": 1, \"designs\": 3}", "the record of a sweep"},
          {"{\"clock_mhz\": 1, \"device\": 3}", "a record of the case study; a report prints its tables"},
          {"machine: a.yaml\nvary: {}\n", "this is a sweep file, not a machine file"}})
        EXPECT_NE(error_of(text).find(cure), std::string::npos) << error_of(text);
}

TEST(ParsePlatform, RejectsWhatIsNoSingleMap) {
    EXPECT_EQ(error_of(""), "test.yaml:1: document: is empty; it must be a map of keys");
    EXPECT_EQ(error_of("# only a comment\n"), "test.yaml:1: document: is empty; it must be a map of keys");
    const std::string keys = "must be a map with the keys " + file_keys;
    EXPECT_EQ(error_of("---\n"), "test.yaml:2: document: is empty; " + keys);
    EXPECT_EQ(error_of("\n- 1\n- 2\n"), "test.yaml:2: document: is a list; " + keys);
    EXPECT_EQ(error_of("hello"), "test.yaml:1: document: is \"hello\"; " + keys);
    EXPECT_EQ(error_of(valid_text + "---\nname: second\n"),
              "test.yaml:18: document: a second document or stray text begins here; the file must hold one document");
}

TEST(ParsePlatform, AnOrderThatNobodyCanTellIsAnError) {
    std::string text = with("spread: 20\n  azimuth: 0", "spread: 60\n  azimuth: 0");
    text = replaced(text, "spread: 20\n  azimuth: 60", "spread: 60\n  azimuth: 30");
    EXPECT_NE(error_of(text).find("platform: the joints of this side lie half-way"), std::string::npos)
        << error_of(text);
}

TEST(ParsePlatform, TranslatesSyntaxErrors) {
    EXPECT_EQ(error_of("name: a\nunits: {length: m\n"),
              "test.yaml:3: syntax: end of map flow not found; a { in this line or above has no }");
    EXPECT_EQ(error_of("name: [a\n"),
              "test.yaml:2: syntax: end of sequence flow not found; a [ in this line or above has no ]");
    EXPECT_EQ(error_of("name: a\nbase:\n  radius:400\n  spread: 20\n"),
              "test.yaml:4: syntax: illegal map value; in line 3 a colon needs a space after it");
    EXPECT_EQ(error_of("{\"name\":\"a\",\n\"base\":}}\n").find("colon"), std::string::npos) << "JSON wants no blank";
    EXPECT_EQ(error_of("name: a\n\tunits: b\n").substr(0, 19), "test.yaml:2: syntax");
    EXPECT_NE(error_of("name: a\nbase:\n\tradius: 400\n").find("indented with a tab; YAML needs spaces"),
              std::string::npos);
    EXPECT_EQ(error_of("name:a\n").find("tab"), std::string::npos);
    EXPECT_EQ(error_of(with("legs:\n  min: 1.2\n  max: 1.9\n", "legs: {min:1.2, max: 1.9}\n")),
              "test.yaml:11: legs.min:1.2: unknown key; a colon needs a space after it");
}

TEST(ParsePlatform, RejectsWhatCouldBeAbused) {
    EXPECT_EQ(error_of("a: &a [1, *a]\n"),
              "test.yaml:1: document: is an alias of a value that contains it; write the value out");
    std::string bomb = "a0: &a0 [1, 1, 1, 1, 1, 1, 1, 1]\n";
    for (int i = 1; i < 10; ++i)
        bomb += "a" + std::to_string(i) + ": &a" + std::to_string(i) + " [" + "*a" + std::to_string(i - 1) + ", *a" +
                std::to_string(i - 1) + ", *a" + std::to_string(i - 1) + ", *a" + std::to_string(i - 1) + ", *a" +
                std::to_string(i - 1) + "]\n";
    EXPECT_NE(error_of(bomb).find("holds too many values once its aliases are expanded"), std::string::npos)
        << error_of(bomb);
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
              "test.yaml:2: document: holds the byte 0x04, which is not text; the file must be UTF-8 without control "
              "characters");
    for (const char* malformed :
         {"\xff", "\xc0\x80", "\xe2\x28\xa1", "\xed\xa0\x80", "\xf5\x80\x80\x80", "\xe2\x82", "\xc2\x9b", "\x7f"})
        EXPECT_NE(error_of(std::string("name: ") + malformed).find("1: document: holds the byte 0x"), std::string::npos)
            << malformed;
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

}  // namespace
