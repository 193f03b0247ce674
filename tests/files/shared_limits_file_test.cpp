// Limits that legs share in platform files and records: read in the file's units, written down again, varied, and wrong
// ones refused with file, line, key and cure.

#include <string>

#include <gtest/gtest.h>

#include "src/files/description_text.h"
#include "src/files/machine_file.h"
#include "src/files/machine_json.h"
#include "src/machine/description/description_numbers.h"
#include "src/machine/pose_clearance.h"
#include "tests/support/platform_text.h"

namespace {

using namespace hexscan;
using namespace hexscan_test;

/// The valid file with a home, and these keys of its legs and lines of its own.
std::string with_limits(const std::string& of_legs, const std::string& lines = "") {
    return replaced(with("  max: 1.9", "  max: 1.9\n" + of_legs), "scan:", "home: {z: 1.5}\n" + lines + "scan:");
}

const std::string both = with_limits("  diameter: 0.05\n  gap: 0.01\n  free_ends: 0.02\n",
                                     "singularity: {min_conditioning: 0.05, length: 0.5}\n");

TEST(SharedLimitsInFiles, AreReadInTheFilesUnits) {
    const Machine machine = parsed(replaced(replaced(both, "length: m,", "length: cm,"), "home", "home")).machine;
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

TEST(SharedLimitsInFiles, AreRowsBehindThoseOfTheLegs) {
    const Machine machine = parsed(both).machine;
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
    const Machine machine = parsed(both).machine;
    const nlohmann::json record = machine_json(machine);
    const Machine repeated = machine_from_json(JsonField(record, "record"));
    EXPECT_EQ(repeated.legs_apart, machine.legs_apart);
    EXPECT_EQ(repeated.singularity, machine.singularity);
    EXPECT_EQ(machine_json(repeated), record);
    const MachineDescription description = read_description(PlatformDocument(both, "test.yaml"));
    const MachineDescription again = read_description(PlatformDocument(description_text(description), "again.yaml"));
    EXPECT_EQ(again.legs_apart, description.legs_apart);
    EXPECT_EQ(again.singularity, description.singularity);
}

TEST(SharedLimitsInFiles, AreNumbersThatSweepsVary) {
    MachineDescription description = read_description(PlatformDocument(both, "test.yaml"));
    for (const auto& [key, value] :
         {std::pair{"legs.diameter", 0.05}, std::pair{"legs.gap", 0.01}, std::pair{"legs.free_ends", 0.02},
          std::pair{"singularity.min_conditioning", 0.05}}) {
        const std::vector<DescriptionNumber> numbers = numbers_of(description, key);
        ASSERT_EQ(numbers.size(), 1U) << key;
        EXPECT_EQ(number_at(description, numbers[0].place), value) << key;
    }
    EXPECT_TRUE(numbers_of(read_description(PlatformDocument(valid_text, "test.yaml")), "legs.gap").empty());
}

TEST(SharedLimitsInFiles, ThatAreWrongAreRefused) {
    EXPECT_EQ(error_of(with_limits("  gap: 0.01\n")),
              "test.yaml:14: legs.gap: needs the legs' thickness; give diameter beside it, 0 for legs that are lines");
    EXPECT_EQ(error_of(with_limits("  diameter: 0\n")),
              "test.yaml:14: legs.diameter: is 0 and there is no gap; must be above 0");
    EXPECT_NE(error_of(with_limits("  diameter: -1\n")).find("test.yaml:14: legs.diameter:"), std::string::npos);
    EXPECT_EQ(error_of(with_limits("  diameter: 0.15\n  gap: 0.1\n")),
              "test.yaml:15: legs.gap: the platform joints of legs 1 and 6 are 0.20838 m apart, and two legs are asked "
              "to be 0.25 m apart (diameter 0.15 m and gap 0.1 m), which these never are; free_ends says how much of a "
              "leg at either end may be nearer");
    EXPECT_EQ(error_of(with_limits("  diameter: 0.15\n  gap: 0.1\n  free_ends: 0.3\n")), "accepted");
    EXPECT_EQ(
        error_of(with_limits("", "singularity: {min_conditioning: 1.2}\n")),
        "test.yaml:16: singularity.min_conditioning: is 1.2; must be at least 0 and below 1, the best conditioning "
        "that there is");
    EXPECT_EQ(
        error_of(with_limits("", "singularity: {avoid: false}\n")),
        "test.yaml:16: singularity: asks for nothing; give avoid: true, min_conditioning or both, or leave it out");
    EXPECT_EQ(error_of(with("scan:", "singularity: {avoid: true}\nscan:")),
              "test.yaml:14: singularity.avoid: asks for home's side of singularities, but the file has no home; give "
              "home: {x, y, z, roll, pitch, yaw}");
    EXPECT_NE(
        error_of(replaced(with_limits("", "singularity: {avoid: true}\n"), "home: {z: 1.5}", "home: {z: 1.5, yaw: 90}"))
            .find("home is one itself, rank 5 of 6"),
        std::string::npos);
}

}  // namespace
