// Short forms in machine files, which the reader translates into the plain description.

#include <array>
#include <cmath>
#include <numeric>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "hexscan/errors.h"
#include "src/files/description_text.h"
#include "src/files/machine_file.h"
#include "src/machine/home_state.h"
#include "src/machine/machine_diagnosis.h"
#include "src/machine/shared/singularity.h"
#include "tests/support/platform_text.h"
#include "tests/support/values.h"

namespace {

using namespace hexscan;
using namespace hexscan_test;

const std::string usual_base = "base: {radius: 200, spread: 20}\n",
                  usual_platform = "platform: {radius: 100, spread: 20, azimuth: 60}\n",
                  usual_legs = "legs: {min: 150, max: 300}\n", usual_home = "home: {z: 180}\n";

Machine machine_of(const std::string& text) { return read_machine(PlatformDocument(in_mm(text), "test.yaml")); }

std::string machine_error(const std::string& text) {
    try {
        (void)machine_of(text);
    } catch (const InputError& error) {
        return error.what();
    }
    return "accepted";
}

JointPairs pairs_of(const std::string& keys) {
    return *description_in_mm("base: {" + keys + "}\n" + usual_platform + usual_legs + usual_home).base.pairs;
}

std::string pairs_error(const std::string& keys) {
    return machine_error("base: {" + keys + "}\n" + usual_platform + usual_legs + usual_home);
}

double distance_mm(const Vector& a, const Vector& b) { return 1000 * length_of(a - b); }

/// The joints have the distances that the file gives.
TEST(PairsOfJoints, MayBeGivenByDistances) {
    for (const char* const keys : {"side: 300, pair_distance: 80", "side: 80, pair_distance: 300"}) {
        const JointPairs pairs = pairs_of(keys);
        EXPECT_NEAR(pairs.radius, std::sqrt((300.0 * 300 + 300 * 80 + 80 * 80) / 3), 1e-10);
        const Machine machine =
            machine_of(std::string("base: {") + keys + "}\n" + usual_platform + usual_legs + usual_home);
        const auto& at = machine.base.points_m;
        const bool pairs_are_near = std::string(keys).ends_with("80");
        EXPECT_NEAR(distance_mm(at[0], at[1]), pairs_are_near ? 80 : 300, 1e-10) << keys;
        EXPECT_NEAR(distance_mm(at[1], at[2]), pairs_are_near ? 300 : 80, 1e-10) << keys;
    }
    const JointPairs near = pairs_of("radius: 200, pair_distance: 80");
    EXPECT_EQ(near.radius, 200);
    EXPECT_NEAR(near.spread, 2 * std::asin(0.2) / degree, 1e-12);
    const JointPairs triangle = pairs_of("side: 300, spread: 0");
    EXPECT_NEAR(triangle.radius, 300 / std::sqrt(3.0), 1e-12);
    EXPECT_EQ(triangle.spread, 0);
    EXPECT_NEAR(pairs_of("side: 0, pair_distance: 300").spread, 120, 1e-12);
    EXPECT_NEAR(pairs_of("radius: 200, pair_distance: 200").spread, 60, 1e-12);
}

TEST(PairsOfJoints, ThatCannotBeAreRefused) {
    EXPECT_EQ(pairs_error("radius: 200, side: 300, spread: 20"),
              "test.yaml:3: base.side: cannot be combined with radius; give one of them");
    EXPECT_EQ(pairs_error("radius: 200, spread: 20, pair_distance: 30"),
              "test.yaml:3: base.pair_distance: cannot be combined with spread; give one of them");
    EXPECT_EQ(pairs_error("radius: 200, pair_distance: 350"),
              "test.yaml:3: base.pair_distance: is 350 mm; with this radius it must lie between 0 and 346.41 mm");
    EXPECT_EQ(pairs_error("radius: 200, pair_distance: -3"),
              "test.yaml:3: base.pair_distance: is -3 mm; must be at least 0");
    EXPECT_EQ(pairs_error("side: 200, spread: 120"),
              "test.yaml:3: base.spread: is 120 deg; if 'side' is given, spread must be at least 0 and below 120 deg");
    EXPECT_EQ(pairs_error("side: 200"),
              "test.yaml:3: base.spread: is missing; must be the angle between the joints of a pair; or give "
              "pair_distance, the distance between them");
    EXPECT_EQ(pairs_error("joints: [], side: 200"),
              "test.yaml:3: base.side: cannot be combined with joints; remove this key, or replace joints by radius "
              "(or side) and spread (or pair_distance)");
}

TelescopicLegs legs_of(const std::string& keys) {
    return description_in_mm(usual_base + usual_platform + "legs: {" + keys + "}\n" + usual_home).telescopic();
}

TEST(Strokes, MayBeAMiddleAndARange) {
    for (const char* const keys :
         {"middle: 225, range: 75", "middle: 225, range: [-75, 75]", "min: 150, stroke: 150"}) {
        EXPECT_EQ(legs_of(keys).min_length, (PerLeg{150, 150, 150, 150, 150, 150})) << keys;
        EXPECT_EQ(legs_of(keys).max_length, (PerLeg{300, 300, 300, 300, 300, 300})) << keys;
    }
    const TelescopicLegs each = legs_of("middle: [200, 201, 202, 203, 204, 205], range: [1, 2, 3, 4, 5, 6]");
    EXPECT_EQ(each.min_length, (PerLeg{199, 199, 199, 199, 199, 199}));
    EXPECT_EQ(each.max_length, (PerLeg{201, 203, 205, 207, 209, 211}));
    EXPECT_EQ(legs_of("middle: 225, range: [-25, 75]").min_length[3], 200);
}

TEST(Strokes, ThatCannotBeAreRefused) {
    const auto error = [](const std::string& keys) {
        return machine_error(usual_base + usual_platform + "legs: {" + keys + "}\n" + usual_home);
    };
    EXPECT_EQ(error("middle: 225, range: 75, min: 10"),
              "test.yaml:5: legs.min: cannot be combined with middle and range; give min and max, min and stroke, or "
              "middle and range");
    EXPECT_EQ(error("middle: 225"),
              "test.yaml:5: legs.range: is missing; must be the distance that legs move from their middle; give min "
              "and max, min "
              "and stroke, or middle and range");
    EXPECT_EQ(error("middle: 225, range: -75"),
              "test.yaml:5: legs.range: is -75; must be a distance in either direction, at least 0, or [from, to]");
    EXPECT_EQ(
        error("middle: 225, range: 300"),
        "test.yaml:5: legs.range: begins 300 below the middle length of 225; the shortest length must be at least 0");
    EXPECT_NE(error("kind: slider, middle: 225")
                  .find("legs.middle: unknown key; only legs of kind: telescopic have this key"),
              std::string::npos);
}

const std::string six_directions = "axis: [[1, 0, 0], [0, 1, 0], [0, 0, 1], [1, 1, 0], [0, 1, 1], [1, 0, 1]]";

std::array<Vector, leg_count> base_axes(const std::string& axis, const std::string& side = "radius: 200, spread: 20") {
    return machine_of("base: {" + side + ", " + axis + ", max_tilt: 80}\n" + usual_platform + usual_legs + usual_home)
        .base.axes;
}

void expect_vector(const Vector& v, double x, double y, double z) {
    EXPECT_NEAR(v.x, x, 1e-14);
    EXPECT_NEAR(v.y, y, 1e-14);
    EXPECT_NEAR(v.z, z, 1e-14);
}

TEST(AxesOfJoints, MayBeWordsOrOneVector) {
    const std::array<double, 6> angles_deg{-10, 10, 110, 130, 230, 250};
    const auto radial = base_axes("axis: radial"), tangential = base_axes("axis: tangential"),
               down = base_axes("axis: down"), one = base_axes("axis: [0, 3, 4]"), six = base_axes(six_directions);
    // The joints lie on a circle not around z. The first is 30 degrees from the x axis as seen from the circle's
    // centre.
    const auto listed = base_axes("axis: radial",
                                  "joints: [[386.60254037844386, 550, 9], [300, 600, 0], [213.39745962155614, 550, 0], "
                                  "[213.39745962155614, 450, 0], [300, 400, 0], [386.60254037844386, 450, 0]]");
    for (std::size_t i = 0; i < leg_count; ++i) {
        const double c = std::cos(angles_deg[i] * degree), s = std::sin(angles_deg[i] * degree);
        expect_vector(radial[i], c, s, 0);
        expect_vector(tangential[i], -s, c, 0);
        expect_vector(down[i], 0, 0, -1);
        expect_vector(one[i], 0, 0.6, 0.8);
    }
    expect_vector(listed[0], std::cos(30 * degree), 0.5, 0);
    expect_vector(six[4], 0, std::sqrt(0.5), std::sqrt(0.5));
}

/// Axes of the platform refer to the centre of its own joints, wherever the tool is.
TEST(AxesOfJoints, OfThePlatformAreInItsFrame) {
    const auto axes =
        machine_of(usual_base + "platform: {radius: 100, spread: 20, azimuth: 60, axis: radial, max_tilt: 80}\n" +
                   usual_legs + usual_home + "tool: {x: 30, y: 400}\n")
            .platform.axes;
    expect_vector(axes[1], std::cos(50 * degree), std::sin(50 * degree), 0);
}

TEST(AxesOfJoints, AreWrittenDownAsTheyWereRead) {
    for (const char* const word : {"up", "down", "home", "radial", "tangential"}) {
        const MachineDescription description =
            description_in_mm(std::string("base: {radius: 200, spread: 20, axis: ") + word + "}\n" + usual_platform +
                              usual_legs + usual_home);
        const MachineDescription again =
            read_description(PlatformDocument(description_text(description), "again.yaml"));
        EXPECT_EQ(again.base.axis, description.base.axis) << word;
        EXPECT_EQ(description.base.axis == AxisRule::up, std::string(word) == "up");
    }
}

TEST(AxesOfJoints, InTheMiddleHaveNoRadius) {
    EXPECT_EQ(
        machine_error("base: {joints: [[1, 0, 0], [-1, 0, 0], [0, 1, 0], [0, -1, 0], [0, 0, 0], [0, 0, 0]], axis: "
                      "radial}\n" +
                      usual_platform + usual_legs + usual_home),
        "test.yaml:3: base.axis: is radial, but joint 5 is at the centre of the joints; give the axes as six [x, "
        "y, z]");
}

std::string arms(const std::string& azimuth) {
    return "legs: {kind: rotary, arm: 40, rod: 160, angle: [-60, 60], azimuth: " + azimuth + "}\n";
}

PerLeg azimuths_of(const std::string& word, const std::string& side = usual_base) {
    const MachineDescription description = description_in_mm(side + usual_platform + arms(word) + usual_home);
    return std::get<RotaryLegs>(description.legs).azimuth;
}

/// The base joints are at -10, 10, 110, 130, 230 and 250 degrees.
TEST(AzimuthsOfArms, MayBeWords) {
    const PerLeg radial{-10, 10, 110, 130, 230, 250}, outward{-100, 100, 20, 220, 140, 340};
    for (std::size_t i = 0; i < leg_count; ++i) {
        const auto expect_same_angle = [&](double angle_deg, double expected_deg) {
            EXPECT_NEAR(std::remainder(angle_deg - expected_deg, 360), 0, 1e-11) << i;
        };
        expect_same_angle(azimuths_of("radial")[i], radial[i]);
        expect_same_angle(azimuths_of("outward")[i], outward[i]);
        expect_same_angle(azimuths_of("inward")[i], outward[i] + 180);
    }
}

TEST(AzimuthsOfArms, WithoutANearestJointAreRefused) {
    EXPECT_EQ(
        machine_error("base: {radius: 200, spread: 60}\n" + usual_platform + arms("inward") + usual_home),
        "test.yaml:5: legs.azimuth: is inward, but no single other base joint is nearest to joint 1; give azimuth "
        "as six angles");
    EXPECT_EQ(machine_error(usual_base + usual_platform + arms("outwards") + usual_home),
              "test.yaml:5: legs.azimuth: is \"outwards\"; did you mean outward? must be outward, inward, radial, an "
              "angle or a list of six");
}

std::string askew_note(const std::string& azimuth) {
    const Machine machine = machine_of(usual_base + usual_platform + arms(azimuth) + "home: {z: 150}\n");
    for (const Finding& finding : machine_findings(machine))
        if (finding.code == "arms-askew") return finding.text;
    return "";
}

TEST(AzimuthsOfArms, AreNotedWhereTheyAreAskewToTheRadius) {
    EXPECT_EQ(askew_note("outward"), "");
    EXPECT_EQ(askew_note("inward"), "");
    EXPECT_TRUE(
        askew_note("[-100, 100, 20, 220, 140, 350]")
            .starts_with("the arms of leg 6 are not perpendicular to the radius of their base joint at angle 0, "
                         "but up to 10 deg off"));
    EXPECT_TRUE(askew_note("radial").starts_with("the arms of all legs are not perpendicular"));
}

double azimuth_deg(const Vector& joint) { return std::atan2(joint.y, joint.x) / degree; }

/// The angle from each leg's base joint to its platform joint, counter-clockwise as seen from above.
std::array<double, leg_count> turns_deg(const Machine& machine) {
    std::array<double, leg_count> turns{};
    for (std::size_t i = 0; i < leg_count; ++i)
        turns[i] =
            std::remainder(azimuth_deg(machine.platform.points_m[i]) - azimuth_deg(machine.base.points_m[i]), 360);
    return turns;
}

/// Triangles turned half-way against each other form an octahedron. The two orders that turn all legs to one side would
/// make pairs of legs coincide.
TEST(OrderOfLegs, OfTwoTrianglesIsTheOctahedrons) {
    const std::string text =
        "base: {radius: 200, spread: 0}\nplatform: {radius: 100, spread: 0, azimuth: 60}\n" + usual_legs + usual_home;
    const auto turns = turns_deg(machine_of(text));
    for (std::size_t i = 0; i < leg_count; ++i) EXPECT_NEAR(turns[i], i % 2 == 0 ? -60 : 60, 1e-9) << i;
    for (const Finding& finding : machine_findings(machine_of(text))) EXPECT_EQ(finding.text, "");
}

/// A hexagonal base below a triangular platform (6-3), and below a hexagonal platform that is turned half-way.
TEST(OrderOfLegs, MayTurnThemLeftOrRight) {
    const auto text = [](const std::string& spread, const std::string& order) {
        return "base: {radius: 200, spread: 60}\nplatform: {radius: 100, spread: " + spread + ", azimuth: 30" + order +
               "}\n" + usual_legs + usual_home;
    };
    for (const char* const spread : {"0", "60"}) {
        EXPECT_NE(machine_error(text(spread, ""))
                      .find("platform: the joints of this side lie half-way between those of the other side, so two "
                            "leg orders are equally likely; give order: left"),
                  std::string::npos)
            << machine_error(text(spread, ""));
        const auto left = turns_deg(machine_of(text(spread, ", order: left"))),
                   right = turns_deg(machine_of(text(spread, ", order: right")));
        for (std::size_t i = 0; i < leg_count; ++i) {
            EXPECT_GE(left[i], -1e-9) << spread << i;
            EXPECT_LE(right[i], 1e-9) << spread << i;
        }
        EXPECT_NEAR(std::accumulate(left.begin(), left.end(), 0.0), 180, 1e-9) << spread;
        EXPECT_NEAR(std::accumulate(right.begin(), right.end(), 0.0), -180, 1e-9) << spread;
    }
    EXPECT_EQ(machine_error(text("60", ", order: up")),
              "test.yaml:4: platform.order: is \"up\"; must be left or right");
    const MachineDescription description = description_in_mm(text("60", ", order: left"));
    EXPECT_EQ(read_description(PlatformDocument(description_text(description), "again.yaml")).platform.pairs->order,
              PairOrder::left);
}

/// If both sides have circles, hexscan numbers the platform's joints.
TEST(OrderOfLegs, OfTheBaseIsRejectedBesideACircleOfThePlatform) {
    const std::string text =
        "base: {radius: 200, spread: 60, order: left}\nplatform: {radius: 100, spread: 60, azimuth: 30}\n" +
        usual_legs + usual_home;
    EXPECT_NE(machine_error(text).find("base.order: has no effect, because the platform has a circle, too; give "
                                       "platform.order"),
              std::string::npos)
        << machine_error(text);
}

/// If the platform lists its joints, the base's order applies.
TEST(OrderOfLegs, OfTheBaseIsSeenFromItToo) {
    for (const char* const order : {"left", "right"}) {
        const std::string text = std::string("base: {radius: 200, spread: 60, order: ") + order +
                                 "}\nplatform: {joints: [[100, 0, 0], [50, 86.60254037844386, 0], [-50, "
                                 "86.60254037844386, 0], [-100, 0, 0], [-50, -86.60254037844386, 0], [50, "
                                 "-86.60254037844386, 0]]}\n" +
                                 usual_legs + usual_home;
        for (const double turn : turns_deg(machine_of(text)))
            EXPECT_NEAR(turn, std::string(order) == "left" ? 30 : -30, 1e-9) << order;
    }
}

/// A machine seen from another frame has the same joint values and limits at home.
void expect_same_at_home(const Machine& a, const Machine& b) {
    const auto here = home_state(a), there = home_state(b);
    ASSERT_TRUE(here && there);
    ASSERT_EQ(here->limits.size(), there->limits.size());
    for (std::size_t k = 0; k < here->limits.size(); ++k)
        EXPECT_NEAR(here->limits[k].asked, there->limits[k].asked, 1e-9) << k;
    for (std::size_t i = 0; i < leg_count; ++i) EXPECT_NEAR(here->length_m[i], there->length_m[i], 1e-12) << i;
    EXPECT_NEAR(conditioning(a, *a.home).condition, conditioning(b, *b.home).condition, 1e-8);
}

const std::string joint_limits = ", max_tilt: 80";
const std::array<std::string, 3> legs_of_kinds{
    "legs: {min: 150, max: 300}\n", "legs: {kind: slider, rod: 170, rail: [0.1, 0, 1], travel: [-80, 80]}\n",
    "legs: {kind: rotary, arm: 40, rod: 230, angle: [-60, 60], azimuth: inward}\n"};

/// A base turned by a quarter turn about z, 50 higher and 20 to the side. The former home turns with it.
TEST(TurnedFrames, OfABaseAskTheSameOfItsLegs) {
    for (const std::string& kind : legs_of_kinds)
        for (const char* const axis : {"up", "down", "radial", "home", "[1, 2, 3]"}) {
            const std::string side = std::string("radius: 200, spread: 20, height: 5, axis: ") + axis + joint_limits;
            const Machine plain = machine_of("base: {" + side + "}\n" + usual_platform + kind +
                                             "home: {x: 7, z: 180, roll: 4}\n"),
                          turned =
                              machine_of("base: {" + side + ", at: {x: 20, z: 50, yaw: 90}}\n" + usual_platform + kind +
                                         "orientation_order: zyx\nhome: {x: 20, y: 7, z: 230, roll: 4, yaw: 90}\n");
            SCOPED_TRACE(kind + axis);
            expect_same_at_home(plain, turned);
        }
}

/// Upside down: computed by hand, (x, y, z) becomes (x, -y, 500 - z).
TEST(TurnedFrames, OfABaseMayHang) {
    const MachineDescription description =
        description_in_mm("base: {radius: 200, spread: 20, at: {z: 500, roll: 180}, axis: up}\n" + usual_platform +
                          usual_legs + "home: {z: 320}\n");
    for (std::size_t i = 0; i < leg_count; ++i) {
        const double angle = std::array{-10, 10, 110, 130, 230, 250}[i] * degree;
        const Vector& joint = description.base.joints[i];
        EXPECT_NEAR(joint.x, 200 * std::cos(angle), 1e-10);
        EXPECT_NEAR(joint.y, -200 * std::sin(angle), 1e-10);
        EXPECT_NEAR(joint.z, 500, 1e-10);
        expect_vector(description.base.axes[i], 0, 0, -1);
    }
}

/// Seen from below, it is the standing machine, and the platform is level.
TEST(TurnedFrames, OfBaseAndToolTogetherHangTheMachine) {
    const std::string axes = ", axis: up, max_tilt: 80}\n";
    for (const std::string& kind : legs_of_kinds)
        expect_same_at_home(machine_of("base: {radius: 200, spread: 20" + axes + usual_platform + kind +
                                       "home: {x: 7, y: 3, z: 180}\n"),
                            machine_of("base: {radius: 200, spread: 20, at: {z: 500, roll: 180}" + axes +
                                       usual_platform + kind + "tool: {roll: 180}\nhome: {x: 7, y: -3, z: 320}\n"));
}

/// A tool turned by a quarter turn about x. The pose of a level platform then has the roll angle 90 degrees.
TEST(TurnedFrames, OfAToolAskTheSameOfLegs) {
    const std::string side = "platform: {radius: 100, spread: 20, azimuth: 60, axis: [1, 0, 2], max_tilt: 80}\n",
                      load = "load: {force: [1, 2, -30], at: [4, 5, 6]}\n";
    for (const std::string& kind : legs_of_kinds) {
        const std::string loaded = kind.substr(0, kind.size() - 2) + ", max_force: 1000}\n" + load;
        const Machine plain = machine_of(usual_base + side + loaded + "tool: {x: 3, z: 20}\nhome: {z: 200}\n"),
                      turned = machine_of(usual_base + side + loaded +
                                          "tool: {x: 3, z: 20, roll: 90}\nhome: {z: 200, roll: 90}\n");
        SCOPED_TRACE(kind);
        expect_same_at_home(plain, turned);
    }
}

TEST(TurnedFrames, ThatCannotBeAreRefused) {
    EXPECT_EQ(
        machine_error("base: {radius: 200, spread: 20, at: {roll: 500}}\n" + usual_platform + usual_legs + usual_home),
        "test.yaml:3: base.at.roll: is 500 deg; must lie between -360 and 360 deg");
    EXPECT_NE(machine_error(usual_base + "platform: {radius: 100, spread: 20, at: {z: 1}}\n" + usual_legs + usual_home)
                  .find("platform.at: unknown key; base.at places the base"),
              std::string::npos);
    EXPECT_EQ(machine_error("base: {radius: 200, spread: 20, at: {z: 5}, plate: {radius: 9}}\n" + usual_platform +
                            "legs: {min: 150, max: 300, diameter: 3}\n" + usual_home),
              "test.yaml:3: base.plate: cannot be combined with base.at, because plates are perpendicular to z; give "
              "keep_out instead, or leave base.at out and give base.joints in the world frame");
    EXPECT_EQ(machine_error(usual_base + "platform: {radius: 100, spread: 20, plate: {radius: 9}}\n" +
                            "tool: {roll: 5}\nlegs: {min: 150, max: 300, diameter: 3}\n" + usual_home),
              "test.yaml:4: platform.plate: cannot be combined with a tool that is turned, because plates are "
              "perpendicular to z; leave out the tool's roll, pitch and yaw, and give platform.joints in the tool's "
              "frame");
}

}  // namespace
