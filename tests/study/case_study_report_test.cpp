#include "src/study/case_study_files.h"

#include <algorithm>
#include <cctype>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <limits>
#include <map>
#include <sstream>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "src/base/errors.h"
#include "src/base/numbers.h"
#include "src/base/text_table.h"
#include "src/study/case_study_chart.h"
#include "src/study/case_study_csv.h"
#include "src/study/case_study_json.h"
#include "src/study/case_study_tables.h"

namespace hexscan {
namespace {

using Json = nlohmann::json;
using CsvRow = std::map<std::string, std::string>;

// Made-up figures, of the size that a current GPU gives.
Spread spread(double median) { return {.median = median, .min = median * 0.99, .max = median * 1.03}; }

StageRecord stage(int number, std::string name, const LaunchShape& launch, const StageResources& resources,
                  double kernel_ms, double copy_ms, double total_ms) {
    StageRecord record;
    record.number = number;
    record.name = std::move(name);
    record.change = "what is new in " + record.name;
    record.launch = launch;
    record.resources = resources;
    record.max_warps = 64;
    const int threads = launch.block.x * launch.block.y * launch.block.z;
    record.active_warps = resources.resident_blocks * ((threads + 31) / 32);
    record.limiter = "shared memory";
    record.kernel_ms = spread(kernel_ms);
    record.copy_ms = spread(copy_ms);
    record.total_ms = spread(total_ms);
    record.setup_ms = 12.3;
    record.output_bytes = 350'000'000;
    record.memory = {.host_bytes = 350'000'000, .device_bytes = 350'000'448};
    record.reachable_points = 101'234'567;
    record.verification = {.done = true,
                           .passed = true,
                           .differences = 42,
                           .worst_margin = 1.25e-7,
                           .margin_tolerance = 1e-5,
                           .unwritten_points = 0};
    return record;
}

/// Registers, shared bytes, local bytes, resident blocks.
StageResources resources(int registers, int shared_bytes, int local_bytes, int blocks) {
    return {.registers_per_thread = registers,
            .static_shared_bytes = shared_bytes,
            .local_bytes = local_bytes,
            .resident_blocks = blocks};
}

std::vector<StageRecord> ladder() {
    const LaunchShape slices{.block = {16, 16, 1}, .grid = {63, 63, 1}, .launches = 350};
    const LaunchShape whole{.block = {10, 10, 1}, .grid = {100, 100, 350}};
    const LaunchShape chunks{.block = {10, 10, 1}, .grid = {100, 100, 50}, .launches = 7};
    const LaunchShape tiles{.block = {16, 16, 1}, .grid = {63, 63, 50}, .launches = 7};
    const LaunchShape pairs{.block = {8, 16, 1}, .grid = {63, 63, 50}, .launches = 7, .points_per_thread = 2};
    const LaunchShape words{.block = {32, 8, 1}, .grid = {8, 125, 50}, .launches = 7, .points_per_thread = 4};
    const LaunchShape rows{.block = {128, 1, 1}, .grid = {2735, 1, 1}, .points_per_thread = 1000};
    std::vector<StageRecord> stages{stage(1, "baseline-grid", slices, resources(40, 31816, 0, 7), 14.0, 24.1, 46.0),
                                    stage(2, "resized-blocks", whole, resources(40, 12472, 0, 16), 16.1, 19.2, 34.5),
                                    stage(3, "async-pinned", chunks, resources(40, 12472, 0, 16), 16.1, 6.33, 17.0),
                                    stage(4, "low-shared-memory", tiles, resources(38, 72, 0, 6), 5.4, 6.33, 7.15),
                                    stage(5, "ilp", pairs, resources(48, 0, 0, 10), 5.2, 6.33, 7.10),
                                    stage(6, "ilp-unroll", pairs, resources(56, 0, 16, 9), 4.7, 6.33, 7.02),
                                    stage(7, "intrinsics", pairs, resources(40, 0, 0, 12), 3.5, 6.33, 6.84),
                                    stage(8, "squared-tests", words, resources(48, 0, 0, 5), 1.02, 6.33, 6.44),
                                    stage(9, "packed-bits", words, resources(48, 0, 0, 5), 0.93, 0.79, 1.09),
                                    stage(10, "row-runs", rows, resources(96, 0, 0, 5), 0.037, 0, 0.0405)};
    stages[8].output_bytes = stages[8].memory.host_bytes = 43'750'000;
    stages[9].output_bytes = stages[9].memory.host_bytes = 9'980'000;
    stages[9].memory.device_bytes = 448;
    stages[9].verification = {.done = true, .passed = true};
    return stages;
}

CaseStudy sample() {
    CaseStudy study;
    study.hexscan_version = "1.0.0";
    study.date = "2000-01-01T12:00:00Z";
    study.device = "Sample GPU";
    study.capability_major = 9;
    study.capability_minor = 0;
    study.driver_version = "580.1";
    study.runtime_version = "13.0";
    study.memory_bandwidth_gb_s = 4800;
    study.platform = "case-study";
    study.columns = study.rows = 1000;
    study.slices = 350;
    study.repeats = 20;
    study.pinned_copy_ms = spread(6.32);
    study.pageable_copy_ms = spread(19.2);
    study.stages = ladder();
    return study;
}

/// A record as it looks before anything is measured.
CaseStudy unmeasured() {
    CaseStudy study = sample();
    study.pinned_copy_ms = study.pageable_copy_ms = {};
    study.memory_bandwidth_gb_s = 0;
    for (StageRecord& record : study.stages) {
        record.kernel_ms = record.copy_ms = record.total_ms = {};
        record.setup_ms = 0;
        record.active_warps = record.max_warps = 0;
        record.limiter.clear();
        record.output_bytes = 0;
        record.verification = {};
    }
    return study;
}

bool contains(std::string_view text, std::string_view part) { return text.find(part) != text.npos; }

std::vector<std::string> lines_of(const std::string& text) {
    std::vector<std::string> lines;
    std::istringstream stream(text);
    for (std::string line; std::getline(stream, line);) lines.push_back(line);
    return lines;
}

/// RFC 4180, as far as a line without line breaks in its cells goes.
std::vector<std::string> csv_cells(const std::string& line) {
    std::vector<std::string> cells{""};
    bool quoted = false;
    for (std::size_t i = 0; i < line.size(); ++i) {
        if (quoted && line[i] == '"' && i + 1 < line.size() && line[i + 1] == '"') {
            cells.back() += line[++i];
        } else if (line[i] == '"') {
            quoted = !quoted;
        } else if (line[i] == ',' && !quoted) {
            cells.emplace_back();
        } else {
            cells.back() += line[i];
        }
    }
    return cells;
}

std::vector<CsvRow> csv_rows(const std::string& csv) {
    const std::vector<std::string> lines = lines_of(csv);
    const std::vector<std::string> names = csv_cells(lines.at(0));
    std::vector<CsvRow> rows;
    for (std::size_t i = 1; i < lines.size(); ++i) {
        const std::vector<std::string> cells = csv_cells(lines[i]);
        EXPECT_EQ(cells.size(), names.size()) << lines[i];
        CsvRow& row = rows.emplace_back();
        for (std::size_t column = 0; column < names.size(); ++column) row[names[column]] = cells.at(column);
    }
    return rows;
}

double number(const CsvRow& row, const std::string& name) { return std::strtod(row.at(name).c_str(), nullptr); }

std::string message_of(const Json& json) {
    try {
        case_study_from_json(json);
    } catch (const std::runtime_error& error) {
        return error.what();
    }
    return "no error";
}

std::size_t characters(const std::string& line) {
    return static_cast<std::size_t>(std::count_if(
        line.begin(), line.end(), [](char byte) { return (static_cast<unsigned char>(byte) & 0xC0U) != 0x80U; }));
}

/// The line of the table under `title` that starts with the stage's number.
std::string table_line(const std::string& text, const std::string& title, int number) {
    const std::string rest = text.substr(text.find(title));
    for (const std::string& line : lines_of(rest)) {
        std::istringstream stream(line);
        int first = 0;
        if (stream >> first && first == number) return line;
    }
    return "";
}

/// Tags balance, attributes are quoted and no bare "&" is left.
std::string xml_complaint(const std::string& xml) {
    std::vector<std::string> open;
    for (std::size_t at = xml.find('<'); at != std::string::npos; at = xml.find('<', at + 1)) {
        const std::size_t end = xml.find('>', at);
        if (end == std::string::npos) return "tag without end";
        const std::string tag = xml.substr(at + 1, end - at - 1);
        if (contains(tag, "<")) return "tag in a tag: " + tag;
        if (std::count(tag.begin(), tag.end(), '"') % 2 != 0) return "open quote: " + tag;
        const std::string name = tag.substr(0, tag.find(' '));
        if (tag.back() == '/') continue;
        if (name.front() != '/') {
            open.push_back(name);
            continue;
        }
        if (open.empty() || open.back() != name.substr(1)) return "unexpected " + tag;
        open.pop_back();
    }
    for (std::size_t at = xml.find('&'); at != std::string::npos; at = xml.find('&', at + 1)) {
        const std::string entity = xml.substr(at, xml.find(';', at) - at + 1);
        if (entity != "&amp;" && entity != "&lt;" && entity != "&gt;") return "bare & in " + entity;
    }
    return open.empty() ? "" : "not closed: " + open.back();
}

std::string lower_case(std::string text) {
    std::transform(text.begin(), text.end(), text.begin(),
                   [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
    return text;
}

void expect_no_nonsense(const std::string& text) {
    std::istringstream words(lower_case(text));
    for (std::string word; words >> word;) {
        EXPECT_NE(word, "nan");
        EXPECT_NE(word, "-nan");
        EXPECT_NE(word, "inf");
        EXPECT_NE(word, "-inf");
    }
}

void expect_fits_a_terminal(const std::string& text) {
    for (const std::string& line : lines_of(text)) EXPECT_LE(characters(line), terminal_columns) << line;
}

TEST(CaseStudyJson, RoundTripLosesNothing) {
    CaseStudy study = sample();
    study.stages[2].remarks = {"total spreads by 12 %", "quotes \" and \\, line\nbreak, °"};
    study.stages[3].kernel_ms.median = 0.1 + 0.2;
    study.stages[3].reachable_points = std::numeric_limits<std::int64_t>::max();
    const Json json = to_json(study);
    const CaseStudy back = case_study_from_json(Json::parse(json.dump()));
    EXPECT_EQ(to_json(back), json);
    EXPECT_EQ(back.stages[3].kernel_ms.median, 0.1 + 0.2);
    EXPECT_EQ(back.stages[2].remarks, study.stages[2].remarks);
    EXPECT_EQ(back.stages[3].reachable_points, study.stages[3].reachable_points);
    EXPECT_EQ(back.stages[9].launch.grid, study.stages[9].launch.grid);
    EXPECT_EQ(back.stages[1].memory.device_bytes, 350'000'448);
    EXPECT_EQ(back.pageable_copy_ms.max, study.pageable_copy_ms.max);
    EXPECT_EQ(stages_csv(back), stages_csv(study));
    EXPECT_EQ(stage_table(back), stage_table(study));
    EXPECT_EQ(stages_markdown(back), stages_markdown(study));
    EXPECT_EQ(stages_svg(back), stages_svg(study));
}

TEST(CaseStudyJson, RoundTripKeepsWhatIsNoFiniteNumber) {
    CaseStudy study = sample();
    study.stages[0].verification.worst_margin = std::numeric_limits<double>::infinity();
    study.stages[1].verification.worst_margin = std::numeric_limits<double>::quiet_NaN();
    study.stages[2].setup_ms = -std::numeric_limits<double>::infinity();
    const CaseStudy back = case_study_from_json(Json::parse(to_json(study).dump()));
    EXPECT_EQ(back.stages[0].verification.worst_margin, study.stages[0].verification.worst_margin);
    EXPECT_TRUE(std::isnan(back.stages[1].verification.worst_margin));
    EXPECT_EQ(back.stages[2].setup_ms, study.stages[2].setup_ms);
}

/// Every field but the derived ones, which are not read, as a path into the document.
std::vector<Json::json_pointer> fields_of(const Json& json) {
    std::vector<Json::json_pointer> fields;
    const Json flat = json.flatten();
    for (const auto& [path, value] : flat.items())
        if (!contains(path, "/derived/")) fields.emplace_back(path);
    return fields;
}

/// "/stages/0/kernel_ms/min" as messages write it: "stages[0].kernel_ms.min".
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
    for (const Json::json_pointer& field : fields_of(good)) {
        Json bad = good;
        bad[field] = good[field].is_string() ? Json(7) : Json("seven");
        EXPECT_TRUE(contains(message_of(bad), written(field) + " is not")) << message_of(bad);
    }
}

TEST(CaseStudyJson, NamesEveryFieldThatIsMissing) {
    CaseStudy study = sample();
    study.stages.resize(1);
    const Json good = to_json(study);
    for (const Json::json_pointer& field : fields_of(good)) {
        if (good[field].is_null() || good[field].is_array() || field.back() == "schema") continue;
        Json bad = good;
        bad[field.parent_pointer()].erase(field.back());
        EXPECT_TRUE(contains(message_of(bad), written(field) + " is missing")) << message_of(bad);
    }
}

/// A record of an earlier hexscan has no schema, one of a later minor version has more fields.
TEST(CaseStudyJson, ReadsRecordsWithFewerAndWithMoreFields) {
    Json early = to_json(sample());
    early.erase("schema");
    EXPECT_EQ(to_json(case_study_from_json(early)), to_json(sample()));
    Json later = to_json(sample());
    later["news"] = {{"more", 1}};
    later["stages"][0]["news"] = "more";
    EXPECT_EQ(to_json(case_study_from_json(later)), to_json(sample()));
    later["schema"] = 1000;
    EXPECT_EQ(message_of(later), "case study: schema is 1000; this hexscan reads up to 1, use a newer one");
}

TEST(CaseStudyJson, RejectsWhatIsNoRecord) {
    EXPECT_EQ(message_of(Json(3)), "case study: the document is not an object");
    Json bad = to_json(sample());
    bad["stages"] = Json::object();
    EXPECT_EQ(message_of(bad), "case study: stages is not an array");
    bad = to_json(sample());
    bad["rows"] = 1000.5;
    EXPECT_EQ(message_of(bad), "case study: rows is not a whole number");
    bad["rows"] = 3'000'000'000;
    EXPECT_EQ(message_of(bad), "case study: rows is too large");
    bad = to_json(sample());
    bad["stages"][1]["output_bytes"] = std::numeric_limits<std::uint64_t>::max();
    EXPECT_EQ(message_of(bad), "case study: stages[1].output_bytes is too large");
}

TEST(CaseStudyCsv, AgreesWithJson) {
    const CaseStudy study = sample();
    const Json json = to_json(study);
    const std::vector<CsvRow> rows = csv_rows(stages_csv(study));
    ASSERT_EQ(rows.size(), 10U);
    for (std::size_t i = 0; i < rows.size(); ++i) {
        const Json& record = json["stages"][i];
        EXPECT_EQ(number(rows[i], "stage"), record["number"].get<double>());
        EXPECT_EQ(rows[i].at("name"), record["name"]);
        for (const std::string part : {"median", "min", "max"})
            for (const std::string time : {"kernel", "copy", "total"})
                EXPECT_EQ(number(rows[i], time + '_' + part + "_ms"), record[time + "_ms"][part].get<double>());
        for (const auto& [name, value] : record["derived"].items()) {
            EXPECT_EQ(rows[i].at(name).empty(), value.is_null()) << name;
            if (value.is_number()) {
                EXPECT_EQ(number(rows[i], name), value.get<double>()) << name;
            }
        }
        EXPECT_EQ(number(rows[i], "output_bytes"), record["output_bytes"].get<double>());
        EXPECT_EQ(number(rows[i], "differing_points"), record["verification"]["differing_points"].get<double>());
        EXPECT_EQ(number(rows[i], "worst_margin"), record["verification"]["worst_margin"].get<double>());
    }
}

TEST(CaseStudyCsv, FiguresFollowFromItsOwnColumns) {
    const std::vector<CsvRow> rows = csv_rows(stages_csv(sample()));
    for (const CsvRow& row : rows) {
        const double kernel_ms = number(row, "kernel_median_ms"), total_ms = number(row, "total_median_ms");
        const double bytes = number(row, "output_bytes");
        EXPECT_DOUBLE_EQ(number(row, "kernel_speed_up"), number(rows[0], "kernel_median_ms") / kernel_ms);
        EXPECT_DOUBLE_EQ(number(row, "total_speed_up"), number(rows[0], "total_median_ms") / total_ms);
        EXPECT_DOUBLE_EQ(number(row, "total_to_pinned_copy"), total_ms / 6.32);
        EXPECT_DOUBLE_EQ(number(row, "kernel_gb_per_s"), bytes / 1e9 / (kernel_ms / 1e3));
        EXPECT_DOUBLE_EQ(number(row, "total_gb_per_s"), bytes / 1e9 / (total_ms / 1e3));
        EXPECT_DOUBLE_EQ(number(row, "memory_bandwidth_percent"), number(row, "kernel_gb_per_s") / 48);
        EXPECT_DOUBLE_EQ(number(row, "occupancy_percent"),
                         100 * number(row, "active_warps_per_sm") / number(row, "max_warps_per_sm"));
    }
    EXPECT_NEAR(number(rows[9], "total_speed_up"), 46.0 / 0.0405, 1e-9);
    EXPECT_DOUBLE_EQ(number(rows[7], "occupancy_x_points_per_thread_percent"),
                     4 * number(rows[7], "occupancy_percent"));
    EXPECT_EQ(rows[9].at("occupancy_x_points_per_thread_percent"), "");
}

TEST(CaseStudyCsv, QuotesWhatNeedsIt) {
    CaseStudy study = sample();
    study.device = "GPU, \"special\"";
    const CsvRow row = csv_rows(stages_csv(study)).at(0);
    EXPECT_EQ(row.at("device"), study.device);
    EXPECT_EQ(row.at("date"), study.date);
}

TEST(CaseStudyTable, ShowsTheFiguresOfTheCsv) {
    const std::string table = stage_table(sample());
    for (const CsvRow& row : csv_rows(stages_csv(sample()))) {
        const int stage_number = static_cast<int>(number(row, "stage"));
        const std::string time = table_line(table, "Time (", stage_number);
        for (const char* name :
             {"kernel_median_ms", "total_median_ms", "kernel_speed_up", "total_speed_up", "total_to_pinned_copy"})
            EXPECT_TRUE(contains(time, " " + three_digits(number(row, name)))) << name << " in " << time;
        const std::string truth = table_line(table, "Bandwidth", stage_number);
        for (const char* name : {"kernel_gb_per_s", "total_gb_per_s", "memory_bandwidth_percent"})
            EXPECT_TRUE(contains(truth, " " + three_digits(number(row, name)))) << name << " in " << truth;
        const std::string launch = table_line(table, "Launch", stage_number);
        for (const char* name : {"launches", "registers_per_thread", "static_shared_bytes_per_block"})
            EXPECT_TRUE(contains(launch, " " + row.at(name) + " ")) << name << " in " << launch;
    }
}

TEST(CaseStudyTable, StatesDeviceGridRepeatsAndFloor) {
    const std::string table = stage_table(sample());
    for (const char* part : {"Sample GPU", "2000-01-01T12:00:00Z", "driver 580.1", "case-study",
                             "350 slices of 1000 x 1000 points", "20 repeats", "6.32 ms"})
        EXPECT_TRUE(contains(table, part)) << part;
}

TEST(CaseStudyTable, PutsThePublishedStepsBesideOurs) {
    const std::string table = stage_table(sample());
    const std::string launch = table_line(table, "here: launch", 4);
    for (const char* part : {"16x16", "63x63x50", " 29 ", " 38 ", " 72"})
        EXPECT_TRUE(contains(launch, part)) << part << " in " << launch;
    const std::string time = table_line(table, "here: occupancy", 7);
    for (const char* part :
         {" 50 (100) ", " 50.0 (100.0) ", " 75.0 (150.0) ", " 433 ", " 3.50 ", " 6.84 ", " 12.9 ", " 4.00 ", " 6.73"})
        EXPECT_TRUE(contains(time, part)) << part << " in " << time;
    EXPECT_TRUE(contains(table_line(table, "here: occupancy", 2), "(2.33)"));
    EXPECT_TRUE(contains(table_line(table, "here: occupancy", 4), " 5.2 "));
    EXPECT_FALSE(contains(table, "The published times are for"));
}

TEST(CaseStudyTable, SaysWhenTheGridIsNotThePublishedOne) {
    CaseStudy study = sample();
    study.slices = 35;
    EXPECT_TRUE(contains(stage_table(study), "The published times are for"));
    EXPECT_TRUE(contains(stages_markdown(study), "The published times are for"));
}

TEST(CaseStudyTable, ComparesWithTheFirstStageThatWasRun) {
    CaseStudy study = sample();
    study.stages = {study.stages[6]};
    const std::string table = stage_table(study);
    EXPECT_TRUE(contains(table, "against stage 7"));
    EXPECT_TRUE(contains(table_line(table, "Time (", 7), " 1.00      1.00 ")) << table;
    EXPECT_TRUE(contains(table_line(table, "here: launch", 1), " - ")) << table;
    expect_fits_a_terminal(table);
    EXPECT_EQ(xml_complaint(stages_svg(study)), "");
}

TEST(CaseStudyTable, PrintsADashForWhatIsNotKnown) {
    const std::string table = stage_table(unmeasured());
    std::istringstream cells(table_line(table, "Time (", 10));
    std::vector<std::string> words{std::istream_iterator<std::string>(cells), {}};
    ASSERT_EQ(words.size(), 11U);
    for (std::size_t i = 2; i < words.size(); ++i) EXPECT_EQ(words[i], "-");
    EXPECT_TRUE(contains(table_line(table, "Bandwidth", 1), "-  "));
    EXPECT_TRUE(contains(table, "floor: not measured"));
    EXPECT_FALSE(contains(table, "- GB/s"));
    expect_no_nonsense(table);
    expect_no_nonsense(stages_markdown(unmeasured()));
    expect_no_nonsense(stages_svg(unmeasured()));
    EXPECT_EQ(csv_rows(stages_csv(unmeasured())).at(3).at("differing_points"), "");
    EXPECT_EQ(csv_rows(stages_csv(unmeasured())).at(3).at("kernel_gb_per_s"), "");
    EXPECT_TRUE(to_json(unmeasured())["stages"][0]["derived"]["total_speed_up"].is_null());
}

TEST(CaseStudyTable, PrintsADashForTheCopyThatAStageHasNot) {
    const std::string line = table_line(stage_table(sample()), "Time (", 10);
    EXPECT_TRUE(contains(line, " -  ")) << line;
    EXPECT_TRUE(contains(line, " 0.0405 ")) << line;
}

TEST(CaseStudyTable, SaysWhatFailed) {
    CaseStudy study = sample();
    study.stages[3].verification.passed = false;
    study.stages[3].verification.unwritten_points = 17;
    study.stages[4].remarks = {"clocks moved during the run"};
    for (const std::string& text : {stage_table(study), stages_markdown(study)}) {
        EXPECT_TRUE(contains(text, "FAILED"));
        EXPECT_TRUE(contains(text, "stage 4 low-shared-memory: verification failed"));
        EXPECT_TRUE(contains(text, "stage 4 low-shared-memory: 17 points were never written"));
        EXPECT_TRUE(contains(text, "stage 5 ilp: clocks moved during the run"));
    }
    EXPECT_FALSE(contains(stage_table(sample()), "Remarks"));
}

TEST(CaseStudyTable, FitsATerminal) {
    expect_fits_a_terminal(stage_table(sample()));
    expect_fits_a_terminal(stage_table(unmeasured()));
    CaseStudy study = sample();
    study.device = std::string(150, 'D') + " °";
    study.platform = "a platform with a name of many words, " + std::string(300, 'p');
    for (StageRecord& record : study.stages) {
        record.name = "a-stage-of-very-long-name-é-" + std::to_string(record.number);
        record.limiter = "registers, shared memory, warps, blocks";
        record.change = std::string(90, 'c') + ' ' + std::string(90, 'd');
        record.remarks = {std::string(400, 'r')};
        record.verification.differences = 350'000'000;
    }
    expect_fits_a_terminal(stage_table(study));
}

/// Escape sequences, marks that turn the direction of writing, line separators and times that are no numbers, as a file from
/// elsewhere may hold them: no form of the report passes them on.
TEST(CaseStudyReport, WhatMisleadsIsEscapedInEveryForm) {
    CaseStudy study = sample();
    study.device = "dev\x1b[31m\u202E\u2028";
    study.stages[0].name = "a\x07\u2066<script>";
    study.stages[0].kernel_ms.median = std::numeric_limits<double>::quiet_NaN();
    study.stages[1].total_ms.median = std::numeric_limits<double>::infinity();
    study.pinned_copy_ms.median = std::numeric_limits<double>::quiet_NaN();
    for (const std::string& text : {stage_table(study), stages_markdown(study), stages_csv(study), stages_svg(study)}) {
        for (const char* raw : {"\x1b", "\x07", "\u202E", "\u2028", "\u2066"})
            EXPECT_FALSE(contains(text, raw)) << text;
        EXPECT_TRUE(contains(text, "x1B")) << text;
    }
    const std::string svg = stages_svg(study);
    EXPECT_FALSE(contains(svg, "<script>") || contains(svg, "nan") || contains(svg, "\"inf")) << svg;
}

TEST(CaseStudyTable, ControlCharactersDoNotReachTheTerminal) {
    CaseStudy study = sample();
    study.platform = "red \x1b[31m\nplatform";
    const std::string table = stage_table(study);
    EXPECT_FALSE(contains(table, "\x1b"));
    EXPECT_TRUE(contains(table, "red \\x1B[31m platform"));
}

TEST(CaseStudyMarkdown, HoldsTheSameTables) {
    const CaseStudy study = sample();
    const std::string markdown = stages_markdown(study);
    EXPECT_EQ(lines_of(markdown).at(0), "**Sample GPU, 2000-01-01T12:00:00Z**");
    for (const CsvRow& row : csv_rows(stages_csv(study))) {
        EXPECT_TRUE(contains(markdown, "| " + row.at("name") + " |"));
        EXPECT_TRUE(contains(markdown, " " + three_digits(number(row, "total_speed_up")) + " |"));
    }
    std::size_t pipes = 0;
    for (const std::string& line : lines_of(markdown)) {
        const auto here = static_cast<std::size_t>(std::count(line.begin(), line.end(), '|'));
        if (here != 0 && pipes != 0) {
            EXPECT_EQ(here, pipes) << line;
        }
        pipes = here;
    }
}

TEST(CaseStudyMarkdown, EscapesWhatMarkdownWouldRead) {
    CaseStudy study = sample();
    study.stages[0].name = "a|b*c_d";
    EXPECT_TRUE(contains(stages_markdown(study), "| a\\|b\\*c\\_d |"));
}

TEST(CaseStudyChart, IsWellFormedAndNamesEveryStage) {
    const CaseStudy study = sample();
    const std::string svg = stages_svg(study);
    EXPECT_EQ(xml_complaint(svg), "");
    for (const StageRecord& record : study.stages) EXPECT_TRUE(contains(svg, record.name)) << record.name;
    for (const char* part : {"46.0 ms", "0.0405 ms", "0.0370 ms", "<desc", "prefers-color-scheme:dark", "fill:#ffffff",
                             "fill:#0d1117", "class=\"floor\""})
        EXPECT_TRUE(contains(svg, part)) << part;
}

TEST(CaseStudyChart, EscapesNames) {
    CaseStudy study = sample();
    study.device = "A & B <GPU> \x01";
    study.stages[0].name = "a<b>&\"c\" " + std::string(100, 'n');
    const std::string svg = stages_svg(study);
    EXPECT_EQ(xml_complaint(svg), "");
    EXPECT_TRUE(contains(svg, "A &amp; B &lt;GPU&gt;"));
    EXPECT_TRUE(contains(svg, std::string(100, 'n')));
    EXPECT_FALSE(contains(svg, "\x01"));
}

TEST(CaseStudyChart, DrawsLittleWhereNothingWasMeasured) {
    EXPECT_EQ(xml_complaint(stages_svg(unmeasured())), "");
    EXPECT_FALSE(contains(stages_svg(unmeasured()), "class=\"floor\""));
    CaseStudy study = sample();
    study.stages.clear();
    EXPECT_EQ(xml_complaint(stages_svg(study)), "");
    expect_fits_a_terminal(stage_table(study));
}

/// Length of the n-th bar of a kind, legend included.
double bar_length(const std::string& svg, const std::string& kind, int n) {
    std::size_t at = 0;
    for (int i = 0; i <= n; ++i) at = svg.find("<rect class=\"" + kind + "\"", at + 1);
    const std::size_t width = svg.find("width=\"", at) + 7;
    return std::strtod(svg.c_str() + width, nullptr);
}

TEST(CaseStudyChart, BarsAreLogarithmic) {
    CaseStudy study = sample();
    study.pinned_copy_ms = {};
    study.stages.resize(3);
    study.stages[0].total_ms = spread(50);
    study.stages[1].total_ms = spread(5);
    study.stages[2].total_ms = spread(0.5);
    const std::string svg = stages_svg(study);
    const double first = bar_length(svg, "total", 1), second = bar_length(svg, "total", 2);
    const double third = bar_length(svg, "total", 3);
    EXPECT_NEAR(first - second, second - third, 0.11);
    EXPECT_GT(third, 1);
}

TEST(CaseStudyReport, IsTheSameEveryTime) {
    EXPECT_EQ(stages_svg(sample()), stages_svg(sample()));
    EXPECT_EQ(stages_csv(sample()), stages_csv(sample()));
    EXPECT_EQ(stages_markdown(sample()), stages_markdown(sample()));
    EXPECT_EQ(to_json(sample()).dump(), to_json(sample()).dump());
}

std::string content_of(const std::filesystem::path& path) {
    std::ifstream file(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), {}};
}

TEST(CaseStudyReport, WritesFiveFiles) {
    const std::filesystem::path folder =
        std::filesystem::path(testing::TempDir()) / "hexscan_case_study_report_test" / "nested";
    write_case_study(sample(), OutputFolder(folder, "ladder"));
    EXPECT_EQ(content_of(folder / "stages.csv"), stages_csv(sample()));
    EXPECT_EQ(content_of(folder / "stages.md"), stages_markdown(sample()));
    EXPECT_EQ(content_of(folder / "time.md"), time_table_markdown(sample()));
    EXPECT_EQ(content_of(folder / "stages.svg"), stages_svg(sample()));
    EXPECT_EQ(Json::parse(content_of(folder / "stages.json")), to_json(sample()));
    std::filesystem::remove_all(folder.parent_path());
}

TEST(CaseStudyReport, TextThatIsNotUtf8DoesNotCostTheResults) {
    const std::filesystem::path folder =
        std::filesystem::path(testing::TempDir()) / "hexscan_case_study_report_utf8_test";
    CaseStudy study = sample();
    study.platform = "bad \xff byte";
    write_case_study(study, OutputFolder(folder, "ladder"));
    EXPECT_TRUE(contains(content_of(folder / "stages.json"), "bad \xEF\xBF\xBD byte"));
    std::filesystem::remove_all(folder);
}

}  // namespace
}  // namespace hexscan
