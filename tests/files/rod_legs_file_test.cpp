// Machine files of slider and rotary legs: their keys, their machines and the answers to mistakes.

#include <cmath>
#include <numbers>
#include <string>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "hexscan/errors.h"
#include "src/files/description_text.h"
#include "src/files/machine_file.h"
#include "src/files/machine_json.h"
#include "src/files/platform_file.h"
#include "src/machine/description/description_numbers.h"
#include "src/machine/home_state.h"
#include "src/machine/legs/posed_leg.h"

namespace {

using namespace hexscan;

std::string rods_file(const std::string& legs, const std::string& base = "", const std::string& rest = "") {
    return "name: rods\nunits: {length: mm, angle: deg}\nbase: {radius: 200, spread: 30" + base +
           "}\nplatform: {radius: 100, spread: 30, azimuth: 60}\nhome: {z: 200}\nlegs: " + legs + "\n" + rest;
}

Machine made(const std::string& text) { return read_machine(PlatformDocument(text, "rods.yaml")); }

std::string rods_error(const std::string& text) {
    try {
        (void)made(text);
    } catch (const InputError& error) {
        return error.what();
    }
    return "none";
}

const std::string slider_legs = "{kind: slider, rod: 260, rail: [0, 0, 1], travel: [-5, 260]}";
const std::string rotary_legs =
    "{kind: rotary, arm: 40, rod: 220, azimuth: [150, -90, 30, 150, -90, 30], angle: [-60, 60]}";

TEST(RodLegsFile, HasEachNumberOnceOrSixTimes) {
    const Machine once = made(rods_file(slider_legs));
    const auto& legs = std::get<SliderLegs>(once.legs);
    EXPECT_EQ(legs.rod[5], 0.26);
    EXPECT_EQ(legs.rail_z[3], 1);
    EXPECT_EQ(legs.travel_from[2], -0.005);
    EXPECT_EQ(legs.travel_to[0], 0.26);
    EXPECT_EQ(legs.branch[0], 0);
    const Machine six = made(rods_file(
        "{kind: slider, rod: [260, 261, 262, 263, 264, 265], rail: [[0, 0, 2], [0, 3, 4], [0, 0, 1], [0, 0, 1], "
        "[0, 0, 1], [0, 0, 1]], travel: [[0, 1], [0, 2], [0, 3], [0, 4], [0, 5], [0, 6]], "
        "branch: [ahead, behind, behind, behind, behind, ahead]}"));
    const auto& each = std::get<SliderLegs>(six.legs);
    EXPECT_EQ(each.rod[4], 0.264);
    EXPECT_EQ(each.rail_z[0], 1);
    EXPECT_DOUBLE_EQ(each.rail_y[1], 0.6);
    EXPECT_EQ(each.travel_to[5], 0.006);
    EXPECT_EQ(each.branch[5], 1);
    EXPECT_EQ(each.branch[1], 0);
}

TEST(RodLegsFile, HasArmsByAzimuthOrByVectors) {
    const Machine by_azimuth = made(rods_file(rotary_legs));
    const auto& legs = std::get<RotaryLegs>(by_azimuth.legs);
    EXPECT_NEAR(legs.zero_x[0], std::cos(150 * std::numbers::pi / 180), 1e-15);
    EXPECT_EQ(legs.zero_y[1], -1);
    EXPECT_EQ(legs.up_z[2], 1);
    EXPECT_DOUBLE_EQ(legs.angle_to[3], std::numbers::pi / 3);
    const Machine by_vectors =
        made(rods_file("{kind: rotary, arm: 40, rod: 220, zero: [0, -2, 0], up: [0, 0.01, 3], angle: [170, 190]}"));
    const auto& others = std::get<RotaryLegs>(by_vectors.legs);
    EXPECT_EQ(others.zero_y[4], -1);
    EXPECT_EQ(others.up_z[4], 1);
    EXPECT_EQ(others.up_y[4], 0) << "square to zero";
}

/// A file, its rewritten text and its record give the same machine.
TEST(RodLegsFile, GoesThereAndBack) {
    for (const std::string& text :
         {rods_file(slider_legs, ", axis: home, max_tilt: 50", "tool: {x: 1, y: 2, z: 30}\n"),
          rods_file(rotary_legs, ", axis: motor, max_misalignment: [20, 21, 22, 23, 24, 25]"),
          rods_file("{min: 100, max: 300}", ", max_misalignment: 35"),
          rods_file("{min: 100, max: 300}",
                    ", axis: home, universal: {axis: [1, 0, 0], ranges: [[-45, 45], [-40, 35.5]]}"),
          rods_file(rotary_legs,
                    ", universal: {axis: [[0, 1, 0], [1, 1, 0], [1, 0, 0], [1, 0, 0], [1, 0, 0], [1, 0, 0]], "
                    "ranges: [[[-1, 2], [-3, 4]], [[-1, 2], [-3, 5]], [[-1, 2], [-3, 4]], [[-1, 2], [-3, 4]], "
                    "[[-1, 2], [-3, 4]], [[-1, 2], [-3, 4]]]}"),
          rods_file(
              "{kind: rotary, arm: 40, rod: 220, zero: [0, -1, 0], up: [0, 0, 1], angle: [-60, 60], branch: ahead}",
              ", axis: home, max_tilt: 90")}) {
        const MachineDescription description = read_description(PlatformDocument(text, "rods.yaml"));
        const std::string written = description_text(description);
        const nlohmann::json record = machine_json(build_machine(description));
        EXPECT_EQ(machine_json(made(written)), record) << written;
        EXPECT_EQ(machine_json(machine_from_json(JsonField(record, "record"))), record);
    }
}

TEST(RodLegsFile, AnswersMistakesWithTheKeyAndTheCure) {
    const std::pair<std::string, const char*> mistakes[] = {
        {rods_file("{kind: sliders, rod: 260}"),
         "rods.yaml:6: legs.kind: is \"sliders\"; did you mean slider? must be "
         "telescopic, slider, rotary"},
        {rods_file("{kind: slider, rod: 260, rail: [0, 0, 1]}"),
         "legs.travel: is missing; must be the ends of the carriage's travel"},
        {rods_file("{kind: slider, rod: 260, rail: [0, 0, 0], travel: [0, 1]}"), "legs.rail[0]: has length 0"},
        {rods_file("{kind: slider, rod: 0, rail: [0, 0, 1], travel: [0, 1]}"), "legs.rod: is 0 mm; must be at least"},
        {rods_file("{kind: slider, rod: 1, rail: [0, 0, 1], travel: [2, 1]}"), "runs from 2 to 1 mm"},
        {rods_file("{kind: slider, rod: 1, rail: 3, travel: [2, 1]}"), "legs.rail: must be the rail's direction"},
        {rods_file("{kind: slider, rod: 1, rail: sideways, travel: [2, 1]}"),
         "legs.rail: is \"sideways\"; must be up, down, radial, tangential, a vector [x, y, z] or a list of six"},
        {rods_file("{kind: slider, rod: 1, rail: [0, 0, 1], travel: [0, 1], branch: above}"),
         "legs.branch: is \"above\"; must be behind or ahead"},
        {rods_file("{kind: slider, rod: 1, rail: [0, 0, 1], travel: [0, 1], min: 3}"),
         "legs.min: unknown key; only legs of kind: telescopic have this key; these are slider"},
        {rods_file("{kind: slider, rod: 1, rail: [0, 0, 1], travel: [0, 1], arm: 3}"),
         "legs.arm: unknown key; only legs of kind: rotary have this key; these are slider"},
        {rods_file("{rod: 260, arm: 40}"),
         "legs.rod: unknown key; only legs of kind: slider or kind: rotary have this key; legs with no kind given are "
         "telescopic"},
        {rods_file("{kind: slider, rod: 1, rail: [0, 0, 1], travel: [0, 1], wobble: 3}"),
         "legs.wobble: unknown key; known keys are kind, rod, rail, travel, branch, diameter, gap, free_ends, "
         "max_force"},
        {rods_file("{kind: slider, rod: 1, rail: [0, 0, 1], travel: [0, 1], max_torque: 3}"), "legs.max_torque"},
        {rods_file("{kind: rotary, arm: 4, rod: 22, angle: [-60, 60]}"), "has neither azimuth nor zero and up"},
        {rods_file("{kind: rotary, arm: 4, rod: 22, azimuth: 0, up: [0, 0, 1], angle: [-60, 60]}"),
         "has azimuth together with zero or up"},
        {rods_file("{kind: rotary, arm: 4, rod: 22, zero: [1, 0, 0], up: [1, 0, 1], angle: [-60, 60]}"),
         "is not perpendicular to legs.zero"},
        {rods_file("{kind: rotary, arm: 4, rod: 22, azimuth: 0, angle: [60, -60]}"), "runs from 60 to -60 deg"},
        {rods_file(slider_legs, ", axis: motor"), "base.axis: is motor, which only rotary legs have"},
        {rods_file("{min: [1, 2, 30, 4, 5, 6], max: 20}"),
         "legs.min[2]: is above legs.max[2]; must be at most 20 mm (leg 3)"},
        {rods_file("{min: 30, max: 20}"), "legs.min: is above legs.max[0]; must be at most 20 mm"},
        {rods_file(slider_legs, ", max_tilt: [9, 9, 9, 9, 9, 400]"),
         "base.max_tilt[5]: is 400 deg; must be above 0 and at most 180 deg (leg 6)"},
        {rods_file(slider_legs, ", max_misalignment: 100"),
         "base.max_misalignment: is 100 deg; must be above 0 and at most 90"},
        {rods_file(slider_legs, ", max_misalignment: 10, max_tilt: 10"),
         "base.max_misalignment: cannot be combined with max_tilt"},
        {rods_file(slider_legs, ", max_tilt: 10, universal: {axis: [1, 0, 0], ranges: [[-9, 9], [-9, 9]]}"),
         "rods.yaml:3: base.universal: cannot be combined with max_tilt; give one of them"},
        {rods_file(slider_legs, ", universal: {ranges: [[-9, 9], [-9, 9]]}"),
         "base.universal.axis: is missing; must be the fixed axis, [x, y, z], or a list of six"},
        {rods_file(slider_legs, ", universal: {axis: [1, 0, 0]}"), "base.universal.ranges: is missing"},
        {rods_file(slider_legs, ", universal: {axis: [1, 0, 0], ranges: [-9, 9]}"), "base.universal.ranges[0]"},
        {rods_file(slider_legs, ", universal: {axis: [0, 0, 0], ranges: [[-9, 9], [-9, 9]]}"),
         "base.universal.axis[0]: has length 0"},
        {rods_file(slider_legs, ", universal: {axis: [0, 0, 1], ranges: [[-9, 9], [-9, 9]]}"),
         "base.universal.axis[0]: is parallel to base.axis (up if not given), or nearly so; must lie across it"},
        {rods_file(slider_legs, ", universal: {axis: [1, 0, 0], ranges: [[-9, 91], [-9, 9]]}"),
         "is 91 deg; must lie between -90 and 90 deg"},
        {rods_file(slider_legs, ", universal: {axis: [1, 0, 0], ranges: [[-9, 9], [9, -9]]}"),
         "is -9 deg, below the first end; must be at least 9 deg"},
        {rods_file(slider_legs, ", universal: {axes: [1, 0, 0]}"), "base.universal.axes"},
        {rods_file(slider_legs, "", "tool: {a: 1}\n"), "tool.a"},
    };
    for (const auto& [text, answer] : mistakes)
        EXPECT_NE(rods_error(text).find(answer), std::string::npos) << rods_error(text) << "\nnot: " << answer;
}

/// Words stand for the directions that the joints' places give.
TEST(RodLegsFile, FixedAxesAndRailsMayBeWords) {
    for (const bool tangential : {false, true}) {
        const std::string universal = fmt::format(", axis: up, universal: {{axis: {}, ranges: [[-45, 45], [-40, 40]]}}",
                                                  tangential ? "tangential" : "radial");
        const Machine machine = made(rods_file("{min: 100, max: 300}", universal));
        double x_m = 0, y_m = 0;
        for (const Vector& joint : machine.base.points_m) x_m += joint.x / 6, y_m += joint.y / 6;
        for (std::size_t i = 0; i < leg_count; ++i) {
            const Vector axis = machine.base.universal->fixed_axis(i), joint = machine.base.points_m[i];
            const double out_m = std::hypot(joint.x - x_m, joint.y - y_m);
            const Vector out{(joint.x - x_m) / out_m, (joint.y - y_m) / out_m, 0};
            EXPECT_NEAR(length_of(axis - (tangential ? Vector{-out.y, out.x, 0} : out)), 0, 1e-12) << i;
        }
    }
    const std::string up = ", axis: [1, 0, 0], universal: {axis: up, ranges: [[-45, 45], [-40, 40]]}";
    EXPECT_EQ(made(rods_file("{min: 100, max: 300}", up)).base.universal->fixed_axis(3), (Vector{0, 0, 1}));
    const std::string legs = "{kind: slider, rod: 200, rail: {}, travel: [0, 100]}";
    const auto with_rail = [&](const std::string& rail) {
        return machine_json(made(rods_file(std::string(legs).replace(legs.find("{}"), 2, rail))));
    };
    EXPECT_EQ(with_rail("down"), with_rail("[0, 0, -1]"));
    EXPECT_NE(with_rail("radial"), with_rail("tangential"));
    const std::string other = ", universal: {axis: home, ranges: [[-9, 9], [-9, 9]]}";
    EXPECT_NE(
        rods_error(rods_file(slider_legs, other)).find("base.universal.axis: is \"home\"; must be up, down, radial"),
        std::string::npos)
        << rods_error(rods_file(slider_legs, other));
    const std::string along = ", universal: {axis: up, ranges: [[-9, 9], [-9, 9]]}";
    EXPECT_NE(rods_error(rods_file(slider_legs, along)).find("base.universal.axis: is parallel to base.axis"),
              std::string::npos)
        << rods_error(rods_file(slider_legs, along));
}

/// The numbers of universal joints that a sweep may vary, by their keys in the file.
TEST(RodLegsFile, HasTheNumbersOfUniversalJoints) {
    MachineDescription description = read_description(PlatformDocument(
        rods_file(slider_legs, ", universal: {axis: [1, 2, 3], ranges: [[-45, 44], [-43, 42]]}"), "rods.yaml"));
    EXPECT_EQ(numbers_of(description, "base.universal.axis").size(), 18U);
    EXPECT_EQ(numbers_of(description, "base.universal.ranges[2]").size(), 4U);
    const auto end = numbers_of(description, "base.universal.ranges[3][1][0]");
    ASSERT_EQ(end.size(), 1U);
    EXPECT_EQ(number_at(description, end[0].place), -43);
    number_at(description, end[0].place) = -30;
    EXPECT_NEAR(build_machine(description).base.universal->carried_from[3], -std::numbers::pi / 6, 1e-15);
    const Vector axis = build_machine(description).base.universal->fixed_axis(5);
    EXPECT_NEAR(dot(axis, axis), 1, 1e-15);
    EXPECT_NEAR(axis.y / axis.x, 2, 1e-15);
}

TEST(RodLegsFile, HasJointsThatTheToolSees) {
    const Machine plain = made(rods_file(slider_legs)),
                  tooled = made(rods_file(slider_legs, "", "tool: {x: 1, z: 30}\n"));
    for (std::size_t i = 0; i < leg_count; ++i) {
        EXPECT_DOUBLE_EQ(tooled.platform.points_m[i].x, plain.platform.points_m[i].x - 0.001);
        EXPECT_DOUBLE_EQ(tooled.platform.points_m[i].z, plain.platform.points_m[i].z - 0.03);
    }
}

/// At home, a joint with `axis: home` does not tilt, wherever the arms are.
TEST(RodLegsFile, HasAxesAlongTheRodsAtHome) {
    for (const std::string& legs : {slider_legs, rotary_legs}) {
        const Machine machine = made(rods_file(legs, ", axis: home, max_tilt: 50"));
        const auto home = home_state(machine);
        const LimitTable table = limits_of(machine);
        for (const Limit& limit : table.rows())
            if (limit.kind->side == "base") {
                EXPECT_NEAR(home->state(limit.id).asked, 0, 1e-7) << limit.name();
            }
    }
}

}  // namespace
