// Tests the index.html of a scan: it is whole or absent, small, and shows a machine's name as text.

#include <algorithm>
#include <string>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "src/engines/delivery.h"
#include "src/engines/host_engines.h"
#include "src/files/json_fields.h"
#include "src/files/machine_json.h"
#include "src/files/platform_file.h"
#include "src/results/page/page_file.h"
#include "src/results/run_record.h"
#include "tests/support/temporary_folder.h"

namespace {

using namespace hexscan;
using namespace hexscan_test;

RunRecord small_run() {
    RunRecord record;
    record.platform = built_in_platform();
    record.platform.scan.x.count = record.platform.scan.y.count = 41;
    record.platform.scan.z.count = 9;
    record.command_line = {"hexscan", "--platform", "my hexapod.yaml"};
    record.engine.json = {{"name", "cpu"}, {"device", "cpu"}};
    return record;
}

int count(const std::string& text, const std::string& part) {
    int found = 0;
    for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) ++found;
    return found;
}

/// The data of a page, as a browser reads it.
nlohmann::json data_of(const std::string& page) {
    const std::string opening = R"(<script type="application/json" id="hexscan-data">)";
    const std::size_t begin = page.find(opening) + opening.size();
    return parsed_json(page.substr(begin, page.find("</script>", begin) - begin));
}

class PageFileTest : public FolderTest {
protected:
    std::string page(const RunRecord& record) {
        const ScanPlan plan = make_scan_plan(record.platform);
        RadiiFile radii(plan, folder_);
        PageFile file(record.platform, plan, folder_);
        Consumer* const consumers[] = {&radii, &file};
        deliver(cpu_engine(), plan, consumers, {});
        radii.finish();
        file.write(FinishedRun{record, plan, {}, radii, {}, 0});
        return content(folder_ / "index.html");
    }
};

TEST_F(PageFileTest, HoldsTheRun) {
    const nlohmann::json data = data_of(page(small_run()));
    EXPECT_EQ(data.at("name"), "case-study");
    EXPECT_EQ(data.at("command"), "hexscan --platform 'my hexapod.yaml'");
    EXPECT_EQ(data.at("record").at("request").at("grid").at("x").at("count"), 41);
    EXPECT_EQ(data.at("slices").at("reachable_points").size(), 9U);
    EXPECT_EQ(data.at("runs").at("bytes").size(), 9U);
    EXPECT_EQ(data.at("maps").size(), 0U);
    EXPECT_EQ(data.at("limits"), limits_json(limits_of(small_run().platform.machine)));
    EXPECT_EQ(data.at("limits")[9].at("name"), "leg 3, longest length");
    std::int64_t points = 0;
    for (const auto& of_slice : data.at("slices").at("reachable_points")) points += of_slice.get<std::int64_t>();
    EXPECT_EQ(data.at("record").at("counts").at("reachable_points"), points);
    EXPECT_GT(points, 0);
}

TEST_F(PageFileTest, ResultsOfProofsAreNoPartOfTheRunsSubject) {
    RunRecord record = small_run(), other = small_run();
    record.asked = other.asked = {{"stage", nullptr}};
    const auto proved = [](double clearance_m) {
        return nlohmann::json::array({{{"name", "lift"}, {"result", {{"proved_clearance_m", clearance_m}}}}});
    };
    record.requirements.json = proved(0.1);
    other.requirements.json = proved(0.2);
    EXPECT_EQ(subject_of(record), subject_of(other));
    EXPECT_EQ(data_of(page(record)).at("record").at("requirements"), record.requirements.json);
}

TEST_F(PageFileTest, ANameIsTextWhateverItSays) {
    const std::string plain = page(small_run());
    RunRecord record = small_run();
    const std::string name = "</script><script>alert(1)</script><!-- <img src=x onerror=alert(1)>";
    record.platform.machine.name = name;
    record.command_line.push_back(name);
    record.warnings.push_back(name);
    const std::string named = page(record);
    for (const char* const markup : {"<script", "</script", "<!--", "<img"})
        EXPECT_EQ(count(named, markup), count(plain, markup)) << markup;
    const nlohmann::json data = data_of(named);
    EXPECT_EQ(data.at("name"), name);
    EXPECT_EQ(data.at("record").at("warnings")[0], name);
}

TEST_F(PageFileTest, AWorkspaceThatIsCutOffIsTheFirstWarning) {
    RunRecord record = small_run();
    record.platform.scan.x = {-0.2, 0.2, 9};
    record.warnings.push_back("another one");
    const nlohmann::json warnings = data_of(page(record)).at("record").at("warnings");
    ASSERT_EQ(warnings.size(), 2U);
    EXPECT_TRUE(contains(warnings[0].get<std::string>(), "x = -0.2 m"));
}

TEST_F(PageFileTest, TheDefaultScanTakesAFewMegabytesLibrariesIncluded) {
    RunRecord record = small_run();
    record.platform = built_in_platform();
    const std::string text = page(record);
    EXPECT_LT(text.size(), 6'000'000U);
    EXPECT_EQ(data_of(text).at("grid").at("x").at("step"), 1);
}

TEST_F(PageFileTest, ADenserScanIsThinnedAndItsCountsStayWhole) {
    RunRecord record = small_run();
    record.platform.scan.x.count = 5000;
    const nlohmann::json data = data_of(page(record));
    EXPECT_EQ(data.at("grid").at("x").at("step"), 5);
    EXPECT_EQ(data.at("grid").at("x").at("shown"), 1000);
    std::int64_t points = 0;
    for (const auto& of_slice : data.at("slices").at("reachable_points")) points += of_slice.get<std::int64_t>();
    EXPECT_EQ(data.at("record").at("counts").at("reachable_points"), points);
}

TEST_F(PageFileTest, AFullDiskLeavesNothing) {
    const RunRecord record = small_run();
    const ScanPlan plan = make_scan_plan(record.platform);
    RadiiFile radii(plan, folder_);
    PageFile file(record.platform, plan, folder_);
    Consumer* const consumers[] = {&radii, &file};
    deliver(cpu_engine(), plan, consumers, {});
    const std::string message = output_error_of([&] {
        const FileSizeLimit limit(100'000);
        file.write(FinishedRun{record, plan, {}, radii, {}, 0});
    });
    EXPECT_TRUE(contains(message, "index.html")) << message;
    EXPECT_TRUE(names_in(folder_).empty());
}

}  // namespace
