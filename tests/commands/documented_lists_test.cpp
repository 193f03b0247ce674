// Tests that each entry of the program's lists has a row in the tables of docs/, with its name and its column or unit.

#include <fstream>
#include <regex>
#include <set>
#include <sstream>
#include <string>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "src/files/requirement_kind.h"
#include "src/results/output_kinds.h"
#include "src/scan/map_kind.h"
#include "src/sweep/measure_kind.h"

namespace {

using namespace hexscan;

std::string document(const char* name) {
    std::ifstream file(fmt::format("{}/docs/{}", HEXSCAN_SOURCE_DIR, name));
    std::ostringstream text;
    text << file.rdbuf();
    return text.str();
}

bool holds(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

TEST(DocumentedLists, EveryMap) {
    const std::string text = document("reference/maps.md");
    std::set<std::string_view> names;
    for (const MapKind map : all_maps()) {
        const MapDefinition& definition = definition_of(map);
        EXPECT_TRUE(names.insert(definition.name).second) << definition.name;
        EXPECT_EQ(map_kind(definition.name), map);
        EXPECT_TRUE(definition.fill_row) << definition.name;
        EXPECT_TRUE(definition.scale && !definition.title.empty()) << definition.name;
        const std::string_view unit = definition.unit == "m"     ? "metres"
                                      : definition.unit == "deg" ? "degrees"
                                      : definition.unit == "N"   ? "newtons"
                                      : definition.unit == "N m" ? "newton metres"
                                      : definition.unit == "N/m" ? "newtons per metre"
                                                                 : "";
        EXPECT_TRUE(holds(text, fmt::format("\n| `{}` | {}", definition.name, unit))) << definition.name;
    }
    EXPECT_FALSE(map_kind("none")) << "--map none asks for no map";
}

TEST(DocumentedLists, EveryMeasure) {
    const std::string text = document("reference/sweeps.md");
    std::set<std::string_view> names;
    for (const Measure::Kind kind : all_measures()) {
        const MeasureDefinition& definition = definition_of(kind);
        EXPECT_TRUE(names.insert(definition.name).second) << definition.name;
        EXPECT_NE(definition.figure != nullptr, kind == Measure::volume || kind == Measure::total_volume)
            << definition.name << ": is computed, or a meter counts its points";
        const std::string name = fmt::format("{}{}", definition.name, definition.of_requirement ? ".NAME" : "");
        const std::string unit = definition.column_unit.empty() ? "–" : fmt::format("`{}`", definition.column_unit);
        // Measures of one unit may share a row.
        const std::regex row(fmt::format("\n\\|[^|\n]* `{}`[^|\n]* \\| {} \\|", name, unit));
        EXPECT_TRUE(std::regex_search(text, row)) << name;
    }
}

TEST(DocumentedLists, EveryKindOfRequirement) {
    const std::string text = document("reference/check.md");
    std::set<std::string_view> names, keys{"name", "clearance"};
    for (const RequirementKind& kind : requirement_kinds()) {
        EXPECT_TRUE(names.insert(kind.name).second) << kind.name;
        EXPECT_TRUE(holds(text, fmt::format("A **{}**", kind.name))) << kind.name;
        for (const auto* const some : {&kind.keys, &kind.further_keys})
            for (const std::string_view key : *some) {
                EXPECT_TRUE(keys.insert(key).second) << key << " asks for two kinds";
                EXPECT_TRUE(holds(text, fmt::format("`{}", key))) << key;
            }
    }
    for_each_key_of_legs([&](const auto& key) {
        EXPECT_TRUE(keys.insert(key.key).second) << key.key;
        EXPECT_TRUE(holds(text, fmt::format("\n| `{}` |", key.key)) && holds(text, fmt::format("`{}`", key.json)))
            << key.key;
    });
}

TEST(DocumentedLists, EveryOptionOfAnOutput) {
    const std::string text = document("reference/files.md");
    for (const OutputKind& kind : output_kinds()) {
        if (kind.option.empty()) continue;
        EXPECT_TRUE(holds(text, fmt::format("` | `--{}", kind.option)) ||
                    holds(text, fmt::format("… | `--{}", kind.option)))
            << kind.option;
    }
}

}  // namespace
