// Kinds of legs. A row of the kind's table suffices to read, write, vary, record and explain each number.

#include "src/machine/legs/leg_kinds.h"

#include <map>
#include <set>
#include <string>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "hexscan/errors.h"
#include "src/files/description_text.h"
#include "src/files/machine_json.h"
#include "src/machine/description/description_numbers.h"
#include "tests/support/platform_text.h"
#include "tests/support/sweep_files.h"

namespace {

using namespace hexscan;
using namespace hexscan_test;

/// The usual machine with these legs.
std::string kind_file(const std::string& legs) {
    std::string text = usual_file();
    const std::size_t begin = text.find("legs: "), end = text.find('\n', begin);
    return text.replace(begin, end - begin, "legs: " + legs);
}

std::string kind_error(const std::string& legs) {
    try {
        (void)description_in(kind_file(legs));
    } catch (const InputError& error) {
        return error.what();
    }
    return "";
}

/// Legs of every kind. Each number can change a little.
const std::map<std::string_view, std::string> examples{
    {"telescopic", "{kind: telescopic, min: [1200, 1201, 1202, 1203, 1204, 1205], max: 2000}"},
    {"slider",
     "{kind: slider, rod: [1500, 1501, 1502, 1503, 1504, 1505], rail: [[0, 0, 1], [0.1, 0, 1], [0, 0.1, 1], [0, 0, 2], "
     "[0.3, 0.4, 1], [0, 0, 1]], travel: [-100, 700], branch: [behind, ahead, behind, behind, behind, ahead]}"},
    {"rotary",
     "{kind: rotary, arm: 300, rod: 1500, azimuth: [150, -90, 30, 150, -90, 30], angle: [[-60, 60], [-61, 60], [-60, "
     "62], "
     "[100, 170], [-60, 60], [-60, 60]], branch: ahead}"}};

/// The key of a leg's number, such as "legs.max[3]" or "legs.travel[3][1]".
template <class Row>
std::string number_key(const Row& row, std::size_t leg) {
    return row.parts > 1 ? fmt::format("legs.{}[{}][{}]", row.key, leg, row.part)
                         : fmt::format("legs.{}[{}]", row.key, leg);
}

TEST(LegKinds, HaveNamesOfTheirOwn) {
    std::set<std::string_view> names;
    for (const std::string_view name : leg_kind_names()) {
        EXPECT_TRUE(names.insert(name).second) << name;
        ASSERT_TRUE(legs_of_kind(name)) << name;
        EXPECT_EQ(kind_name(*legs_of_kind(name)), name);
        EXPECT_TRUE(examples.contains(name)) << "the tests have no example of " << name;
    }
    EXPECT_FALSE(legs_of_kind("none"));
    EXPECT_EQ(kind_name(AnyLegs()), "telescopic");
}

TEST(LegKinds, NameTheirNumbersOnceAndInWords) {
    for (const std::string_view name : leg_kind_names()) {
        std::set<std::string_view> keys{"kind"}, records;
        AnyLegs legs = *legs_of_kind(name);
        for_each_number(legs, [&](const auto& row, const PerLeg&) {
            EXPECT_TRUE(row.part > 0 || keys.insert(row.key).second) << row.key;
            EXPECT_TRUE(records.insert(row.record).second) << row.record;
            EXPECT_FALSE(row.words.empty()) << row.key;
            EXPECT_TRUE(row.record.ends_with(row.dimension == Dimension::length  ? "_m"
                                             : row.dimension == Dimension::angle ? "_rad"
                                                                                 : ""))
                << row.record;
            if (!row.span_key.empty()) {
                EXPECT_TRUE(keys.insert(row.span_key).second) << row.span_key;
                EXPECT_NE(row.above, nullptr);
            }
        });
        EXPECT_FALSE(records.empty()) << name;
    }
}

/// A number that is changed by its key changes in the written text, in the built machine and in its record, in both
/// directions. Nothing else changes.
TEST(LegKinds, ReadWriteVaryAndRecordEveryNumber) {
    for (const auto& example : examples) {
        const std::string_view name = example.first;
        const MachineDescription original = description_in(kind_file(example.second));
        EXPECT_EQ(kind_name(original.legs), name);
        const nlohmann::json record = machine_json(build_machine(original));
        std::size_t numbers = 0;
        for_each_number(original.legs, [&](const auto& row, const PerLeg& values) {
            for (std::size_t leg = 0; leg < values.size(); ++leg, ++numbers) {
                MachineDescription changed = original;
                const auto named = numbers_of(changed, number_key(row, leg));
                ASSERT_EQ(named.size(), 1U) << row.key;
                EXPECT_EQ(named[0].dimension, row.dimension);
                EXPECT_EQ(leg_of_joint_value(changed, named[0].place),
                          row.of_joint_value ? std::optional(leg) : std::nullopt);
                double& number = number_at(changed, named[0].place);
                EXPECT_EQ(number, values[leg]);
                number *= 1.01;
                MachineDescription back = description_in(description_text(changed));
                EXPECT_EQ(number_at(back, named[0].place), number) << row.key;
                EXPECT_EQ(description_text(back), description_text(changed));
                const Machine machine = build_machine(back);
                const nlohmann::json now = machine_json(machine);
                EXPECT_EQ(machine_json(machine_from_json(JsonField(now, "record"))), now);
                // Directions become unit vectors, so one component changes all.
                if (row.dimension == Dimension::number || row.key == "azimuth") continue;
                nlohmann::json expected = record;
                expected[std::string(row.record)][leg] = changed.units.to_si(number, row.dimension);
                // The axes of rods depend on everything that moves rods at home.
                if (name != "telescopic" && !row.of_joint_value)
                    for (const char* const side : {"base", "platform"}) expected[side]["axes"] = now[side]["axes"];
                EXPECT_TRUE(now == expected) << row.key;
            }
        });
        std::set<std::string> varied;
        for (const std::string& key : number_keys(original))
            if (key.starts_with("legs."))
                for (const DescriptionNumber& number : numbers_of(original, key)) varied.insert(number.key);
        EXPECT_EQ(varied.size(), numbers) << name;
    }
}

TEST(LegKinds, AreTelescopicWhereAFileSaysNothing) {
    const std::string plain = "{min: 1200, max: 2000}", named = "{kind: telescopic, min: 1200, max: 2000}";
    EXPECT_EQ(description_text(description_in(kind_file(named))), description_text(description_in(kind_file(plain))));
    EXPECT_EQ(description_text(description_in(kind_file("{min: 1200, stroke: 800}"))),
              description_text(description_in(kind_file(plain))));
    EXPECT_FALSE(machine_json(build_machine(description_in(kind_file(named)))).contains("legs"));
}

TEST(LegKinds, ThatAreUnknownNameTheKnownOnes) {
    EXPECT_NE(
        kind_error("{kind: magnetic, min: 1200, max: 2000}").find("legs.kind: is \"magnetic\"; must be telescopic"),
        std::string::npos)
        << kind_error("{kind: magnetic, min: 1200, max: 2000}");
    EXPECT_NE(kind_error("{kind: telescopc, min: 1200, max: 2000}").find("did you mean telescopic?"),
              std::string::npos);
    EXPECT_NE(kind_error("{min: 1200, maks: 2000}").find("known keys are kind, min, max, stroke"), std::string::npos);
    nlohmann::json record = machine_json(build_machine(description_in(usual_file())));
    record["legs"] = "telescopic";
    EXPECT_NO_THROW((void)machine_from_json(JsonField(record, "record")));
    record["legs"] = "hydraulic";
    EXPECT_THROW((void)machine_from_json(JsonField(record, "record")), InputError);
}

}  // namespace
