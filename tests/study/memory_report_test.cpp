#include "src/study/memory/memory_report.h"

#include <set>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "hexscan/errors.h"
#include "src/files/json_fields.h"
#include "src/study/memory/memory_study.h"
#include "tests/support/terminal_text.h"

namespace hexscan::memory {
namespace {

MemoryStudy example() {
    MemoryStudy study;
    study.device = "Sample GPU";
    study.date = "2000-01-01T12:00:00Z";
    study.memory_bandwidth_gb_s = 4000;
    study.repeats = 7;
    study.lessons = {{"banks",
                      "shared memory by bank",
                      {{"predicted_passes", "pred.\npasses"}, {"clocks", "clocks"}},
                      {{"stride 2", {2.0, 2.0625}}, {"not known", {std::nullopt, 12345.0}}},
                      {"how to read it"}}};
    return study;
}

TEST(MemoryReport, TableShowsPredictionBesideMeasurement) {
    const std::string text = memory_text(example());
    EXPECT_NE(text.find("Memory lessons on Sample GPU, 2000-01-01T12:00:00Z"), std::string::npos);
    EXPECT_NE(text.find("banks: shared memory by bank"), std::string::npos);
    EXPECT_NE(text.find("stride 2        2    2.06"), std::string::npos) << text;
    EXPECT_NE(text.find("not known       -   12345"), std::string::npos) << text;
    EXPECT_NE(text.find("how to read it"), std::string::npos);
    hexscan_test::expect_fits_a_terminal(text);
}

TEST(MemoryReport, JsonHoldsEveryFigureUnderItsKey) {
    const nlohmann::json json = memory_json(example());
    EXPECT_EQ(json.at("device"), "Sample GPU");
    EXPECT_EQ(json.at("repeats"), 7);
    const nlohmann::json& rows = json.at("lessons").at(0).at("rows");
    EXPECT_EQ(rows.at(0).at("case"), "stride 2");
    EXPECT_EQ(rows.at(0).at("clocks"), 2.0625);
    EXPECT_TRUE(rows.at(1).at("predicted_passes").is_null());
}

TEST(MemoryReport, JsonReadsBackToTheSameTables) {
    const nlohmann::json json = parsed_json(json_text(memory_json(example())));
    EXPECT_TRUE(is_memory_json(json));
    EXPECT_FALSE(is_memory_json({{"stages", nlohmann::json::array()}}));
    const MemoryStudy read = memory_from_json(json);
    EXPECT_EQ(memory_text(read), memory_text(example()));
    EXPECT_EQ(memory_json(read), memory_json(example()));
}

TEST(MemoryReport, WhatIsMissingIsNamed) {
    nlohmann::json json = memory_json(example());
    json["lessons"][0]["rows"][1].erase("clocks");
    try {
        memory_from_json(json);
        FAIL() << "read without a figure";
    } catch (const InputError& error) {
        EXPECT_NE(std::string(error.what()).find("clocks"), std::string::npos) << error.what();
    }
}

TEST(MemoryReport, NothingMeasuredStillPrints) {
    EXPECT_FALSE(memory_text({}).empty());
    EXPECT_TRUE(memory_json({}).at("lessons").empty());
}

TEST(MemoryLessons, KeysAreUnique) {
    std::set<std::string> keys;
    for (const LessonEntry& entry : lesson_entries()) {
        EXPECT_TRUE(keys.insert(entry.key).second) << entry.key;
        EXPECT_FALSE(entry.what.empty());
    }
    EXPECT_GE(keys.size(), 16U);
}

}  // namespace
}  // namespace hexscan::memory
