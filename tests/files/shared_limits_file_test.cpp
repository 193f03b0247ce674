// Shared limits in machine files and records. They are read in the file's units, written again and varied. Wrong ones
// are rejected with file, line, key and cure.

#include <array>
#include <string>

#include <gtest/gtest.h>

#include "src/files/changed_text.h"
#include "src/files/description_text.h"
#include "src/files/machine_file.h"
#include "src/files/machine_json.h"
#include "src/machine/description/description_numbers.h"
#include "src/machine/pose_clearance.h"
#include "tests/support/platform_text.h"

namespace {

using namespace hexscan;
using namespace hexscan_test;

/// The valid file with a home, with these keys of its legs and with further lines.
std::string with_limits(const std::string& of_legs, const std::string& lines = "") {
    return replaced(with("  max: 1.9", "  max: 1.9\n" + of_legs), "scan:", "home: {z: 1.5}\n" + lines + "scan:");
}

/// Legs that reach nowhere, so no middle pose can be home.
const std::string without_home = replaced(with("min: 1.2", "min: 0.1"), "max: 1.9", "max: 0.2");

const std::string gaps_and_conditioning = with_limits("  diameter: 0.05\n  gap: 0.01\n  free_ends: 0.02\n",
                                                      "singularity: {min_conditioning: 0.05, length: 0.5}\n");

TEST(SharedLimitsInFiles, AreReadInTheFilesUnits) {
    const Machine machine =
        parsed(replaced(replaced(gaps_and_conditioning, "length: m,", "length: cm,"), "home", "home")).machine;
    ASSERT_TRUE(machine.legs_apart && machine.singularity);
    EXPECT_EQ(machine.legs_apart->diameter, 0.0005);
    EXPECT_EQ(machine.legs_apart->gap, 0.0001);
    EXPECT_EQ(machine.legs_apart->free_ends, 0.0002);
    EXPECT_TRUE(machine.singularity->avoid);
    EXPECT_EQ(machine.singularity->min_conditioning, 0.05);
    EXPECT_EQ(machine.singularity->length, 0.005);
    const Machine thin = parsed(with_limits("  diameter: 0.05\n")).machine;
    EXPECT_EQ(*thin.legs_apart, (LegsApart{0.05, 0, 0, {}}));
    EXPECT_FALSE(thin.singularity);
    EXPECT_FALSE(parsed(valid_text).machine.legs_apart);
}

TEST(SharedLimitsInFiles, OfStiffnessAreReadWrittenAndVaried) {
    const std::string text = with_limits("  stiffness: [1e6, 2e6, 3e6, 4e6, 5e6, 6e6]\n  min_stiffness: 2e5\n");
    const Machine machine = parsed(replaced(text, "length: m,", "length: cm,")).machine;
    const Stiffness expected{{1e6, 2e6, 3e6, 4e6, 5e6, 6e6}, 2e5};
    EXPECT_EQ(machine.stiffness, expected) << "in N/m, whatever the file's units";
    const LimitTable table = limits_of(machine);
    EXPECT_EQ(table.rows().back().name(), "stiffness");
    EXPECT_EQ(machine_from_json(JsonField(machine_json(machine), "record")).stiffness, expected);
    MachineDescription description = read_description(PlatformDocument(text, "test.yaml"));
    for (DescriptionNumber& number : numbers_of(description, "legs.stiffness"))
        number_at(description, number.place) *= 2;
    number_at(description, numbers_of(description, "legs.min_stiffness").front().place) = 3e5;
    const Stiffness doubled{{2e6, 4e6, 6e6, 8e6, 1e7, 1.2e7}, 3e5};
    EXPECT_EQ(build_machine(description).stiffness, doubled);
    EXPECT_EQ(parsed(description_text(description) + "scan: {x: {from: 0, to: 1, points: 2}}\n").machine.stiffness,
              doubled);
    EXPECT_EQ(parsed(with_limits("  stiffness: 7\n")).machine.stiffness, (Stiffness{{7, 7, 7, 7, 7, 7}}));
    EXPECT_EQ(error_of(with_limits("  stiffness: [1, 1, 0, 1, 1, 1]\n")),
              "test.yaml:14: legs.stiffness[2]: is 0; must be above 0 and at most 1000000000000000 N/m (leg 3)");
    EXPECT_EQ(
        error_of(with_limits("  min_stiffness: 5\n")),
        "test.yaml:14: legs.min_stiffness: needs the stiffness of the legs; give stiffness in N/m, or for arms in "
        "N m/rad of the motor");
    EXPECT_EQ(error_of(with_limits("  stiffness: 5\n  min_stiffness: 0\n")),
              "test.yaml:15: legs.min_stiffness: is 0; must be above 0 N/m");
}

TEST(SharedLimitsInFiles, AreRowsBehindThoseOfTheLegs) {
    const Machine machine = parsed(gaps_and_conditioning).machine;
    const LimitTable table = limits_of(machine);
    ASSERT_EQ(table.rows().size(), 24U + 15U + 2U);
    EXPECT_EQ(table.rows()[24].name(), "legs 1 and 2, gap");
    EXPECT_EQ(table.rows()[38].name(), "legs 5 and 6, gap");
    EXPECT_EQ(table.rows()[39].name(), "singularity");
    EXPECT_EQ(table.rows()[40].name(), "conditioning");
    EXPECT_EQ(limit_states(machine, *machine.home).size(), table.rows().size());
    EXPECT_EQ(OrientedMachine(machine, {}).clearances_m({0, 0, 1.5}).size(), table.rows().size());
}

TEST(SharedLimitsInFiles, ComeBackFromRecordsAndFromWrittenFiles) {
    const Machine machine = parsed(gaps_and_conditioning).machine;
    const nlohmann::json record = machine_json(machine);
    const Machine repeated = machine_from_json(JsonField(record, "record"));
    EXPECT_EQ(repeated.legs_apart, machine.legs_apart);
    EXPECT_EQ(repeated.singularity, machine.singularity);
    EXPECT_EQ(machine_json(repeated), record);
    const MachineDescription description = read_description(PlatformDocument(gaps_and_conditioning, "test.yaml"));
    const MachineDescription again = read_description(PlatformDocument(description_text(description), "again.yaml"));
    EXPECT_EQ(again.legs_apart, description.legs_apart);
    EXPECT_EQ(again.singularity, description.singularity);
}

TEST(SharedLimitsInFiles, AreNumbersThatSweepsVary) {
    MachineDescription description = read_description(PlatformDocument(gaps_and_conditioning, "test.yaml"));
    for (const auto& [key, value] :
         {std::pair{"legs.diameter", 0.05}, std::pair{"legs.gap", 0.01}, std::pair{"legs.free_ends", 0.02},
          std::pair{"singularity.min_conditioning", 0.05}}) {
        const std::vector<DescriptionNumber> numbers = numbers_of(description, key);
        ASSERT_EQ(numbers.size(), 1U) << key;
        EXPECT_EQ(number_at(description, numbers[0].place), value) << key;
    }
    EXPECT_TRUE(numbers_of(read_description(PlatformDocument(valid_text, "test.yaml")), "legs.gap").empty());
}

const std::string loaded_file =
    with_limits("  max_force: [400, 410, 420, 430, 440, 450]\n",
                "tool: {z: 0.1}\nload: {force: [1, 2, -250], torque: [0, 3, 0], at: [0, 0, 0.4]}\n");

TEST(LoadsInFiles, AreReadInNewtonsAtAPlaceInTheFilesUnit) {
    const Machine machine = parsed(replaced(loaded_file, "length: m,", "length: cm,")).machine;
    ASSERT_TRUE(machine.load);
    EXPECT_EQ(machine.load->force, (std::array<double, 3>{1, 2, -250}));
    EXPECT_EQ(machine.load->torque, (std::array<double, 3>{0, 3, 0}));
    EXPECT_EQ(machine.load->at, (std::array<double, 3>{0, 0, 0.004 - 0.001}));  // relative to the tool
    EXPECT_EQ((*machine.load->max_force)[2], 420);
    EXPECT_FALSE(machine.load->max_torque);
    const LimitTable limits = limits_of(machine);
    EXPECT_EQ(limits.rows().size(), 30U);
    const Machine bare = parsed(with_limits("", "load: {force: [0, 0, -9]}\n")).machine;
    EXPECT_FALSE(bare.load->limits());
    const LimitTable bare_limits = limits_of(bare);
    EXPECT_EQ(bare_limits.rows().size(), 24U);
}

/// A mass weighs 9.80665 N per kilogram, downwards.
TEST(LoadsInFiles, MayBeAMass) {
    const Machine machine = parsed(with_limits("", "load: {mass: 40, torque: [1, 2, 3], at: [0, 0, 0.2]}\n")).machine;
    EXPECT_EQ(machine.load->force[0], 0);
    EXPECT_EQ(machine.load->force[1], 0);
    EXPECT_NEAR(machine.load->force[2], -392.266, 1e-12);
    EXPECT_EQ(machine.load->torque, (std::array<double, 3>{1, 2, 3}));
    EXPECT_EQ(machine.load->at, (std::array<double, 3>{0, 0, 0.2}));
}

TEST(LoadsInFiles, ComeBackFromRecordsAndFromWrittenFiles) {
    const Machine machine = parsed(loaded_file).machine;
    const nlohmann::json record = machine_json(machine);
    const Machine repeated = machine_from_json(JsonField(record, "record"));
    EXPECT_EQ(repeated.load, machine.load);
    EXPECT_EQ(machine_json(repeated), record);
    const MachineDescription description = read_description(PlatformDocument(loaded_file, "test.yaml"));
    const MachineDescription again = read_description(PlatformDocument(description_text(description), "again.yaml"));
    EXPECT_EQ(again.load, description.load);
}

TEST(LoadsInFiles, AreNumbersThatSweepsVary) {
    MachineDescription description = read_description(PlatformDocument(loaded_file, "test.yaml"));
    for (const auto& [key, value] : {std::pair{"load.force[2]", -250.0}, std::pair{"load.torque[1]", 3.0},
                                     std::pair{"load.at[2]", 0.4}, std::pair{"legs.max_force[3]", 430.0}}) {
        const std::vector<DescriptionNumber> numbers = numbers_of(description, key);
        ASSERT_EQ(numbers.size(), 1U) << key;
        EXPECT_EQ(number_at(description, numbers[0].place), value) << key;
        EXPECT_TRUE(numbers[0].place.is_of_shared_limit()) << key;
    }
    EXPECT_TRUE(numbers_of(description, "legs.max_torque").empty());
}

TEST(LoadsInFiles, ThatAreWrongAreRefused) {
    const std::string load = "load: {force: [0, 0, -250]}\n";
    EXPECT_EQ(error_of(with_limits("  max_force: 400\n")),
              "test.yaml:14: legs.max_force: needs a load; give load: {mass: kg} or load: {force: [x, y, z] in N, "
              "torque: [x, y, z] in N m, at: [x, y, z]}");
    EXPECT_EQ(error_of(with_limits("  max_force: 0\n", load)),
              "test.yaml:14: legs.max_force: is 0; must be above 0 and at most 1000000000000 N");
    EXPECT_EQ(error_of(with_limits("  max_force: [1, 1, -1, 1, 1, 1]\n", load)),
              "test.yaml:14: legs.max_force[2]: is -1; must be above 0 and at most 1000000000000 N (leg 3)");
    for (const std::string& carried : {load, std::string()})
        EXPECT_EQ(error_of(with_limits("  max_torque: 10\n", carried)),
                  "test.yaml:14: legs.max_torque: needs legs with arms on motors, not telescopic legs; legs.max_force "
                  "limits the force in a leg");
    EXPECT_EQ(
        error_of(with_limits("", "load: {at: [0, 0, 1]}\n")),
        "test.yaml:16: load: has neither mass, force nor torque; give mass: in kg or force: [x, y, z] in N, torque: "
        "[x, y, z] in N m, or both");
    EXPECT_EQ(error_of(with_limits("", "load: {force: -250}\n")),
              "test.yaml:16: load.force: is \"-250\"; must be a list of 3 components, [x, y, z]");
    EXPECT_NE(error_of(with_limits("", "load: {force: [0, 0, 250 N]}\n")).find("test.yaml:16: load.force[2]:"),
              std::string::npos);
    EXPECT_NE(error_of(with_limits("", "load: {force: [0, 0, -1e13]}\n")).find("must lie between"), std::string::npos);
    EXPECT_NE(
        error_of(with_limits("", "load: {force: [0, 0, -1], at: [0, 0, 1e9]}\n")).find("load.at[2]: is 1000000000 m"),
        std::string::npos);
    EXPECT_EQ(error_of(with_limits("", "load: {mass: -3}\n")), "test.yaml:16: load.mass: is -3 kg; must be above 0");
    EXPECT_EQ(error_of(with_limits("", "load: {mass: 100, force: [0, 0, -5]}\n")),
              "test.yaml:16: load.mass: cannot be combined with force; give one of them: the weight of 100 kg is "
              "force: [0, 0, -980.665]");
}

/// Obstacles of a machine in centimetres, with a tool.
const std::string obstacles_text =
    replaced(replaced(with_limits("  diameter: 5\n  free_ends: 30\n",
                                  "tool: {x: 1, y: 2, z: 3}\nkeep_out:\n  - {sphere: [10, 20, 30], radius: 4}\n"
                                  "  - {capsule: [[1, 2, 3], [4, 5, 6]], radius: 7}\n"),
                      "length: m,", "length: cm,"),
             "platform:", "  plate: {radius: 90, z: -5}\nplatform:\n  plate: {radius: 60}");

TEST(ObstaclesInFiles, AreReadWrittenAndVaried) {
    const Machine machine = parsed(obstacles_text).machine;
    const Obstacles expected{
        .base_plate = Plate{0.9, {0, 0, -0.05}},
        .platform_plate = Plate{0.6, {-0.01, -0.02, -0.03}},
        .keep_out = {{false, {0.1, 0.2, 0.3}, {}, 0.04}, {true, {0.01, 0.02, 0.03}, {0.04, 0.05, 0.06}, 0.07}}};
    EXPECT_EQ(machine.obstacles, expected);
    const LimitTable table = limits_of(machine);
    ASSERT_EQ(table.rows().size(), 24U + 15U + 6 * 4U);
    EXPECT_EQ(table.rows()[39].name(), "leg 1 and the base's plate, gap");
    EXPECT_EQ(table.rows()[50].name(), "leg 6 and the platform's plate, gap");
    EXPECT_EQ(table.rows()[62].name(), "leg 6 and obstacle 2, gap");
    EXPECT_EQ(limit_states(machine, *machine.home).size(), table.rows().size());

    const nlohmann::json record = machine_json(machine);
    EXPECT_EQ(machine_from_json(JsonField(record, "record")).obstacles, machine.obstacles);
    EXPECT_EQ(machine_json(machine_from_json(JsonField(record, "record"))), record);
    MachineDescription description = read_description(PlatformDocument(obstacles_text, "test.yaml"));
    const MachineDescription again = read_description(PlatformDocument(description_text(description), "again.yaml"));
    EXPECT_EQ(again.keep_out, description.keep_out);
    EXPECT_EQ(again.base.plate, description.base.plate);
    EXPECT_EQ(again.platform.plate, description.platform.plate);

    for (const auto& [key, value] :
         {std::pair{"base.plate.radius", 90.0}, std::pair{"base.plate.z", -5.0},
          std::pair{"platform.plate.radius", 60.0}, std::pair{"keep_out[0].radius", 4.0},
          std::pair{"keep_out[0].sphere[2]", 30.0}, std::pair{"keep_out[1].capsule[0][1]", 2.0},
          std::pair{"keep_out[1].capsule[1][2]", 6.0}}) {
        const std::vector<DescriptionNumber> numbers = numbers_of(description, key);
        ASSERT_EQ(numbers.size(), 1U) << key;
        EXPECT_EQ(number_at(description, numbers[0].place), value) << key;
    }
    EXPECT_EQ(numbers_of(description, "keep_out[1].capsule").size(), 6U);
}

TEST(ObstaclesInFiles, ThatAreWrongAreRefused) {
    const auto with_line = [](const std::string& line) { return with_limits("  diameter: 0.05\n", line + "\n"); };
    EXPECT_EQ(error_of(with_limits("", "keep_out: [{sphere: [0, 0, 0], radius: 1}]\n")),
              "test.yaml:16: keep_out: needs leg diameters; give legs: {diameter: ...} (0: legs are lines)");
    EXPECT_EQ(error_of(with_line("keep_out: [{radius: 1}]")),
              "test.yaml:17: keep_out[0]: must be {sphere: [x, y, z], radius: r} or {capsule: [[x, y, z], [x, y, z]], "
              "radius: r}");
    EXPECT_EQ(error_of(with_line("keep_out: [{sphere: [0, 0, 9], radius: 0}]")),
              "test.yaml:17: keep_out[0].radius: is 0; must be above 0");
    EXPECT_NE(error_of(with_line("keep_out: [{sphere: [0, 0], radius: 1}]")).find("test.yaml:17: keep_out[0].sphere:"),
              std::string::npos);
    EXPECT_NE(
        error_of(with_line("keep_out: [{sphere: [1, 0, .nan], radius: 1}]")).find("test.yaml:17: keep_out[0].sphere"),
        std::string::npos);
    std::string many = "keep_out: [";
    for (std::size_t k = 0; k <= most_kept_out; ++k) many += "{sphere: [9, 9, 9], radius: 1},";
    EXPECT_EQ(error_of(with_line(many + "]")),
              "test.yaml:17: keep_out: has 17 spheres and capsules; at most 16 are allowed");
    const std::string touching =
        error_of(with_line("keep_out: [{sphere: [9, 9, 9], radius: 1}, {capsule: [[0, 0, 0], "
                           "[2, 0, 0]], radius: 3}]"));
    EXPECT_EQ(touching.find("test.yaml:17: keep_out[1]: the base joint of leg 1 is 2.8264 m inside this obstacle"), 0U)
        << touching;
    EXPECT_NE(touching.find("legs.free_ends sets a length at each end of a leg that may be closer"), std::string::npos);
    EXPECT_EQ(error_of(with_limits("  diameter: 0\n", "keep_out: [{sphere: [9, 9, 9], radius: 1}]\n")), "accepted");
}

TEST(SharedLimitsInFiles, ThatAreWrongAreRefused) {
    EXPECT_EQ(error_of(with_limits("  gap: 0.01\n")),
              "test.yaml:14: legs.gap: needs leg diameters; give diameter (0: legs are lines)");
    EXPECT_EQ(error_of(with_limits("  diameter: 0\n")), "accepted") << "requirements may ask lines to be apart";
    EXPECT_NE(error_of(with_limits("  diameter: -1\n")).find("test.yaml:14: legs.diameter:"), std::string::npos);
    EXPECT_EQ(error_of(with_limits("  diameter: 0.15\n  gap: 0.1\n")),
              "test.yaml:15: legs.gap: the platform joints of legs 1 and 6 are 0.20838 m apart, but two legs must be "
              "0.25 m apart (diameter 0.15 m and gap 0.1 m) at every pose; legs.free_ends sets a length at each end of "
              "a leg that may be closer");
    EXPECT_EQ(error_of(with_limits("  diameter: 0.15\n  gap: 0.1\n  free_ends: 0.3\n")), "accepted");
    EXPECT_EQ(error_of(with_limits("", "singularity: {min_conditioning: 1.2}\n")),
              "test.yaml:16: singularity.min_conditioning: is 1.2; must be at least 0 and below 1 (1 is the best "
              "possible conditioning)");
    EXPECT_EQ(error_of(with_limits("", "singularity: {avoid: false}\n")),
              "test.yaml:16: singularity: limits nothing; give avoid: true, min_conditioning or both, or leave it out");
    EXPECT_EQ(error_of(with_limits("", "singularity: {}\n")),
              "test.yaml:16: singularity: limits nothing; give avoid: true, min_conditioning or both, or leave it out");
    EXPECT_EQ(error_of(with_limits("", "singularities: {avoid: true}\n"))
                  .find("test.yaml:16: singularities: unknown key; did you mean singularity?"),
              0U);
    EXPECT_EQ(error_of(replaced(without_home, "scan:", "singularity: {avoid: true}\nscan:")),
              "test.yaml:14: singularity.avoid: needs a home pose, because all poses must stay on the same side of the "
              "singularities as home; give home: {x, y, z, roll, pitch, yaw}");
    EXPECT_NE(
        error_of(replaced(with_limits("", "singularity: {avoid: true}\n"), "home: {z: 1.5}", "home: {z: 1.5, yaw: 90}"))
            .find("home has rank 5 of 6"),
        std::string::npos);
}

/// The valid file with a home, and with these lines in its scan.
std::string with_asked_in_scan(const std::string& lines, const std::string& of_legs = "") {
    return replaced(with_limits(of_legs), "scan:\n", "scan:\n" + lines);
}

TEST(SharedLimitsInScans, AreThoseOfTheMachine) {
    const Machine beside = parsed(with_limits("  diameter: 0.05\n  gap: 0.01\n  free_ends: 0.02\n  max_force: 90\n",
                                              "singularity: {min_conditioning: 0.05, length: 0.5}\n"
                                              "load: {force: [0, 0, -100], at: [0, 0, 0.1]}\n"))
                               .machine;
    const Machine within = parsed(with_asked_in_scan("  diameter: 0.05\n  gap: 0.01\n  free_ends: 0.02\n"
                                                     "  max_force: 90\n"
                                                     "  singularity: {min_conditioning: 0.05, length: 0.5}\n"
                                                     "  load: {force: [0, 0, -100], at: [0, 0, 0.1]}\n"))
                               .machine;
    EXPECT_EQ(machine_json(within), machine_json(beside));
    const LimitTable table = limits_of(within);
    EXPECT_EQ(table.rows().size(), 24U + 15U + 2U + 6U);
}

TEST(SharedLimitsInScans, TakeThePlaceOfTheMachines) {
    const Machine machine = parsed(with_asked_in_scan("  gap: 0.02\n  max_force: 70\n",
                                                      "  diameter: 0.05\n  gap: 0.01\n"
                                                      "  max_force: 90\n") +
                                   "load: {force: [0, 0, -100]}\n")
                                .machine;
    EXPECT_EQ(*machine.legs_apart, (LegsApart{0.05, 0.02, 0, {}}));
    EXPECT_EQ(machine.load->max_force->front(), 70);
    EXPECT_EQ(machine.load->force[2], -100);
}

/// A key and the key that it requires may be in different places.
TEST(SharedLimitsInScans, AreOneWithThoseOfTheMachine) {
    const Machine machine = parsed(with_asked_in_scan("  diameter: 0.05\n  load: {force: [0, 0, -100]}\n",
                                                      "  free_ends: 0.02\n  max_force: 90\n"))
                                .machine;
    EXPECT_EQ(*machine.legs_apart, (LegsApart{0.05, 0, 0.02, {}}));
    EXPECT_EQ(machine.load->max_force->front(), 90);
}

/// The rewritten file gives the same machine, with each limit only once.
TEST(SharedLimitsInScans, AreChangedWhereTheyStand) {
    const PlatformDocument document(with_asked_in_scan("  diameter: 0.05\n  max_force: 90\n"
                                                       "  singularity: {min_conditioning: 0.05}\n"
                                                       "  load: {force: [0, 0, -100]}\n"),
                                    "test.yaml");
    MachineDescription description = read_description(document);
    description.load->max_force->fill(300);
    description.legs_apart->diameter = 0.07;
    const Platform changed = parsed(changed_text(document, description));
    EXPECT_EQ(machine_json(changed.machine), machine_json(build_machine(description)));
    EXPECT_EQ(changed.machine.load->max_force->front(), 300);
    EXPECT_EQ(changed.machine.legs_apart->diameter, 0.07);
}

TEST(SharedLimitsInFiles, ALengthOfTheConditioningIsNoLimit) {
    const Machine machine = parsed(with_limits("", "singularity: {avoid: false, length: 0.5}\n")).machine;
    EXPECT_EQ(machine.singularity->length, 0.5);
    const LimitTable table = limits_of(machine);
    EXPECT_EQ(table.rows().size(), 24U);
    EXPECT_FALSE(has_shared_limits(machine));
}

TEST(SharedLimitsInScans, ThatAreWrongAreNamedThere) {
    EXPECT_EQ(error_of(with_asked_in_scan("  gap: 0.01\n")),
              "test.yaml:17: scan.gap: needs leg diameters; give diameter (0: legs are lines)");
    EXPECT_EQ(error_of(with_asked_in_scan("  diameter: -1\n")).find("test.yaml:17: scan.diameter: "), 0U);
    EXPECT_EQ(error_of(with_asked_in_scan("  singularity: {min_conditioning: 1.2}\n"))
                  .find("test.yaml:17: scan.singularity.min_conditioning: is 1.2"),
              0U);
    EXPECT_EQ(error_of(with_asked_in_scan("  gap: 0.1\n", "  diameter: 0.15\n")).find("test.yaml:18: scan.gap: the"),
              0U);
    EXPECT_EQ(error_of(with_asked_in_scan("  max_force: 90\n")).find("test.yaml:17: scan.max_force: needs a load"), 0U);
}

TEST(Connected, IsAskedAtTheTopOrInTheScan) {
    const auto is_asked = [](const std::string& text) { return parsed(text).scan.questions.connected; };
    EXPECT_FALSE(is_asked(with_limits("")));
    EXPECT_TRUE(is_asked(with_limits("", "connected: true\n")));
    EXPECT_FALSE(is_asked(with_limits("", "connected: false\n")));
    EXPECT_TRUE(is_asked(with_asked_in_scan("  connected: true\n")));
    EXPECT_FALSE(is_asked(with_asked_in_scan("  connected: false\n") + "connected: true\n")) << "the scan's counts";
    EXPECT_EQ(error_of(replaced(without_home, "scan:", "connected: true\nscan:"))
                  .find("test.yaml:14: connected: needs a home pose"),
              0U);
    EXPECT_EQ(error_of(with_limits("", "connected:\n")), "test.yaml:16: connected: is empty; must be true or false");
    EXPECT_EQ(error_of(with_limits("", "connected: perhaps\n")).find("test.yaml:16: connected: is \"perhaps\""), 0U);
    EXPECT_EQ(error_of(with_limits("", "conected: true\n"))
                  .find("test.yaml:16: conected: unknown key; did you mean connected?"),
              0U);
}

}  // namespace
