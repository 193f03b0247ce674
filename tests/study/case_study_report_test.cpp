// Tests the report of the case study: tables, Markdown, the chart, and the files that hold them.

#include "src/files/json_fields.h"
#include "src/study/case_study_files.h"

#include <algorithm>
#include <cctype>
#include <cstddef>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <limits>
#include <sstream>
#include <string>
#include <vector>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "src/base/numbers.h"
#include "src/study/case_study_json.h"
#include "src/study/case_study_tables.h"
#include "src/study/charts/case_study_chart.h"
#include "tests/support/case_studies.h"
#include "tests/support/temporary_folder.h"
#include "tests/support/terminal_text.h"

namespace {

using namespace hexscan;
using namespace hexscan_test;
using Json = nlohmann::json;

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

/// Returns a complaint unless tags balance, attributes are quoted and every "&" is escaped.
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

TEST(CaseStudyTable, ShowsTheFiguresOfTheRecord) {
    const std::string table = stage_table(sample());
    const Json record = to_json(sample());
    for (const Json& stage : record["stages"]) {
        const auto shows = [&](const std::string& line, const char* field) {
            const Json& figure = stage.at(Json::json_pointer(field));
            EXPECT_TRUE(figure.is_null() || contains(line, " " + three_digits(figure.get<double>())))
                << field << " in " << line;
        };
        const int stage_number = stage["number"].get<int>();
        const std::string time = table_line(table, "Time (", stage_number);
        for (const char* field :
             {"/kernel_ms/median", "/total_ms/median", "/decoding_ms/median", "/derived/kernel_speed_up",
              "/derived/total_speed_up", "/derived/total_to_pinned_copy"})
            shows(time, field);
        const std::string bandwidth = table_line(table, "Bandwidth", stage_number);
        for (const char* field :
             {"/derived/kernel_gb_per_s", "/derived/total_gb_per_s", "/derived/memory_bandwidth_percent"})
            shows(bandwidth, field);
        const std::string launch = table_line(table, "Launch", stage_number);
        for (const char* field :
             {"/launch/launches", "/resources/registers_per_thread", "/resources/static_shared_bytes_per_block"})
            EXPECT_TRUE(contains(launch, " " + stage.at(Json::json_pointer(field)).dump() + " "))
                << field << " in " << launch;
    }
}

TEST(CaseStudyTable, HasDecodingTimesOnlyIfTheyWereMeasured) {
    CaseStudy study = sample();
    EXPECT_TRUE(contains(stage_table(study), "decode"));
    for (StageRecord& stage : study.stages) stage.decoding_ms = {};
    EXPECT_FALSE(contains(stage_table(study), "decode"));
    EXPECT_FALSE(to_json(study)["stages"][0].contains("decoding_ms"));
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
         {" 50 (100) ", " 50.0 (100.0) ", " 75.0 (150.0) ", " 433 ", " 3.50 ", " 6.84 ", " 12.9 ", " 3.14 ", " 6.73"})
        EXPECT_TRUE(contains(time, part)) << part << " in " << time;
    const std::string baseline = table_line(table, "here: occupancy", 1);
    EXPECT_TRUE(contains(baseline, " 11.0 ")) << "not the kernel alone, by which speed-ups are told: " << baseline;
    EXPECT_FALSE(contains(baseline, " 14.0 ")) << baseline;
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
    EXPECT_TRUE(contains(table, "relative to stage 7"));
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
    EXPECT_TRUE(to_json(unmeasured())["stages"][0]["derived"]["total_speed_up"].is_null());
    EXPECT_TRUE(to_json(unmeasured())["stages"][3]["derived"]["kernel_gb_per_s"].is_null());
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

/// A foreign file may contain escape sequences, marks that change the direction of writing, line separators, and times
/// that are NaN. No form of the report passes them on.
TEST(CaseStudyReport, WhatMisleadsIsEscapedInEveryForm) {
    CaseStudy study = sample();
    study.device = "dev\x1b[31m\u202E\u2028";
    study.stages[0].name = "a\x07\u2066<script>";
    study.stages[0].kernel_ms.median = std::numeric_limits<double>::quiet_NaN();
    study.stages[1].total_ms.median = std::numeric_limits<double>::infinity();
    study.pinned_copy_ms.median = std::numeric_limits<double>::quiet_NaN();
    for (const std::string& text : {stage_table(study), stages_markdown(study), stages_svg(study)}) {
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
    const Json record = to_json(study);
    for (const Json& stage : record["stages"]) {
        EXPECT_TRUE(contains(markdown, "| " + stage["name"].get<std::string>() + " |"));
        EXPECT_TRUE(contains(markdown, " " + three_digits(stage["derived"]["total_speed_up"].get<double>()) + " |"));
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

/// Length of the n-th bar of a kind; the legend counts, too.
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
    EXPECT_EQ(stages_markdown(sample()), stages_markdown(sample()));
    EXPECT_EQ(to_json(sample()).dump(), to_json(sample()).dump());
}

std::string content_of(const std::filesystem::path& path) {
    std::ifstream file(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), {}};
}

TEST(CaseStudyReport, WritesEveryForm) {
    const std::filesystem::path folder =
        std::filesystem::path(testing::TempDir()) / "hexscan_case_study_report_test" / "nested";
    write_case_study(sample(), OutputFolder(folder, "ladder"));
    EXPECT_EQ(content_of(folder / "stages.md"), stages_markdown(sample()));
    EXPECT_EQ(content_of(folder / "time.md"), time_table_markdown(sample()));
    EXPECT_EQ(content_of(folder / "stages.svg"), stages_svg(sample()));
    EXPECT_EQ(parsed_json(content_of(folder / "stages.json")), to_json(sample()));
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
