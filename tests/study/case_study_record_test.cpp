// Tests the record of the case study as JSON. Nothing is lost, wrong records are rejected, and the derived figures
// follow from the times.

#include "src/files/json_fields.h"
#include "src/study/case_study_json.h"

#include <cmath>
#include <cstdint>
#include <limits>
#include <stdexcept>
#include <string>
#include <vector>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "src/study/case_study_tables.h"
#include "src/study/charts/case_study_chart.h"
#include "tests/support/case_studies.h"
#include "tests/support/temporary_folder.h"

namespace {

using namespace hexscan;
using namespace hexscan_test;
using Json = nlohmann::json;

std::string record_error(const Json& json) {
    try {
        case_study_from_json(json);
    } catch (const std::runtime_error& error) {
        return error.what();
    }
    return "no error";
}

TEST(CaseStudyJson, RoundTripLosesNothing) {
    CaseStudy study = sample();
    study.stages[2].remarks = {"total spreads by 12 %", "quotes \" and \\, line\nbreak, °"};
    study.stages[3].kernel_ms.median = 0.1 + 0.2;
    study.stages[3].reachable_points = std::numeric_limits<std::int64_t>::max();
    const Json json = to_json(study);
    const CaseStudy back = case_study_from_json(parsed_json(json_text(json)));
    EXPECT_EQ(to_json(back), json);
    EXPECT_EQ(back.stages[3].kernel_ms.median, 0.1 + 0.2);
    EXPECT_EQ(back.stages[2].remarks, study.stages[2].remarks);
    EXPECT_EQ(back.stages[3].reachable_points, study.stages[3].reachable_points);
    EXPECT_EQ(back.stages[9].launch.grid, study.stages[9].launch.grid);
    EXPECT_EQ(back.stages[1].memory.device_bytes, 350'000'448);
    EXPECT_EQ(back.pageable_copy_ms.max, study.pageable_copy_ms.max);
    EXPECT_EQ(stage_table(back), stage_table(study));
    EXPECT_EQ(stages_markdown(back), stages_markdown(study));
    EXPECT_EQ(stages_svg(back), stages_svg(study));
}

TEST(CaseStudyJson, RoundTripKeepsWhatIsNoFiniteNumber) {
    CaseStudy study = sample();
    study.stages[0].verification.worst_margin = std::numeric_limits<double>::infinity();
    study.stages[1].verification.worst_margin = std::numeric_limits<double>::quiet_NaN();
    study.stages[2].setup_ms = -std::numeric_limits<double>::infinity();
    const CaseStudy back = case_study_from_json(parsed_json(json_text(to_json(study))));
    EXPECT_EQ(back.stages[0].verification.worst_margin, study.stages[0].verification.worst_margin);
    EXPECT_TRUE(std::isnan(back.stages[1].verification.worst_margin));
    EXPECT_EQ(back.stages[2].setup_ms, study.stages[2].setup_ms);
}

/// The paths of all fields in the document, except the derived ones, which are not read.
std::vector<Json::json_pointer> field_paths(const Json& json) {
    std::vector<Json::json_pointer> fields;
    const Json flat = json.flatten();
    for (const auto& [path, value] : flat.items())
        if (!contains(path, "/derived/")) fields.emplace_back(path);
    return fields;
}

/// A path such as "/stages/0/kernel_ms/min" in the form of messages: "stages[0].kernel_ms.min".
std::string written(const Json::json_pointer& pointer) {
    std::string path;
    std::istringstream stream(pointer.to_string().substr(1));
    for (std::string key; std::getline(stream, key, '/');) {
        const bool is_index = key.find_first_not_of("0123456789") == std::string::npos;
        path += is_index ? "[" + key + "]" : (path.empty() ? "" : ".") + key;
    }
    return path;
}

TEST(CaseStudyJson, NamesEveryFieldThatHasTheWrongType) {
    CaseStudy study = sample();
    study.stages.resize(1);
    study.stages[0].remarks = {"one"};
    const Json good = to_json(study);
    for (const Json::json_pointer& field : field_paths(good)) {
        Json bad = good;
        bad[field] = good[field].is_string() ? Json(7) : Json("seven");
        EXPECT_TRUE(contains(record_error(bad), written(field) + " is not")) << record_error(bad);
    }
}

TEST(CaseStudyJson, NamesEveryFieldThatIsMissing) {
    CaseStudy study = sample();
    study.stages.resize(1);
    const Json good = to_json(study);
    for (const Json::json_pointer& field : field_paths(good)) {
        if (good[field].is_null() || good[field].is_array() || field.back() == "schema") continue;
        Json bad = good;
        bad[field.parent_pointer()].erase(field.back());
        EXPECT_TRUE(contains(record_error(bad), written(field) + " is missing")) << record_error(bad);
    }
}

/// A record of an earlier hexscan has no schema. A record of a later minor version has more fields.
TEST(CaseStudyJson, ReadsRecordsWithFewerAndWithMoreFields) {
    Json early = to_json(sample());
    early.erase("schema");
    EXPECT_EQ(to_json(case_study_from_json(early)), to_json(sample()));
    Json later = to_json(sample());
    later["news"] = {{"more", 1}};
    later["stages"][0]["news"] = "more";
    EXPECT_EQ(to_json(case_study_from_json(later)), to_json(sample()));
    later["schema"] = 1000;
    EXPECT_EQ(record_error(later),
              "case study: schema is 1000; this hexscan reads schemas up to 1; use a newer hexscan");
}

TEST(CaseStudyJson, RejectsWhatIsNoRecord) {
    EXPECT_EQ(record_error(Json(3)), "case study: the document is not an object");
    Json bad = to_json(sample());
    bad["stages"] = Json::object();
    EXPECT_EQ(record_error(bad), "case study: stages is not an array");
    bad = to_json(sample());
    bad["rows"] = 1000.5;
    EXPECT_EQ(record_error(bad), "case study: rows is not a whole number");
    bad["rows"] = 3'000'000'000;
    EXPECT_EQ(record_error(bad), "case study: rows is too large");
    bad = to_json(sample());
    bad["stages"][1]["output_bytes"] = std::numeric_limits<std::uint64_t>::max();
    EXPECT_EQ(record_error(bad), "case study: stages[1].output_bytes is too large");
}

TEST(CaseStudyJson, FiguresFollowFromItsOwnNumbers) {
    const Json stages = to_json(sample())["stages"];
    ASSERT_EQ(stages.size(), 10U);
    const auto ms = [](const Json& stage, const char* time) { return stage[time]["median"].get<double>(); };
    for (const Json& stage : stages) {
        const Json& derived = stage["derived"];
        const auto figure = [&](const char* name) { return derived[name].get<double>(); };
        const double kernel_ms = ms(stage, "kernel_ms"), total_ms = ms(stage, "total_ms");
        const double bytes = stage["output_bytes"].get<double>();
        EXPECT_DOUBLE_EQ(figure("kernel_speed_up"), 11.0 / ms(stage, "kernel_alone_ms"));
        EXPECT_DOUBLE_EQ(figure("total_speed_up"), ms(stages[0], "total_ms") / total_ms);
        EXPECT_DOUBLE_EQ(figure("total_to_pinned_copy"), total_ms / 6.32);
        EXPECT_DOUBLE_EQ(figure("kernel_gb_per_s"), bytes / 1e9 / (kernel_ms / 1e3));
        EXPECT_DOUBLE_EQ(figure("total_gb_per_s"), bytes / 1e9 / (total_ms / 1e3));
        // A kernel that writes to the host uses no bandwidth of the device's memory.
        if (stage["device_bytes"] == 0)
            EXPECT_TRUE(derived["memory_bandwidth_percent"].is_null());
        else
            EXPECT_DOUBLE_EQ(figure("memory_bandwidth_percent"), figure("kernel_gb_per_s") / 48);
        EXPECT_DOUBLE_EQ(figure("occupancy_percent"),
                         100 * stage["active_warps_per_sm"].get<double>() / stage["max_warps_per_sm"].get<double>());
    }
    EXPECT_NEAR(stages[9]["derived"]["total_speed_up"].get<double>(), 46.0 / 0.0405, 1e-9);
    EXPECT_DOUBLE_EQ(stages[7]["derived"]["occupancy_x_points_per_thread_percent"].get<double>(),
                     4 * stages[7]["derived"]["occupancy_percent"].get<double>());
    EXPECT_TRUE(stages[9]["derived"]["occupancy_x_points_per_thread_percent"].is_null());
}

}  // namespace
