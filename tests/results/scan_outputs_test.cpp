// Tests all outputs of a scan together. Their results must not depend on the order in which they are made, fed and
// finished.

#include "src/results/scan_outputs.h"
#include "src/files/platform_file.h"

#include <algorithm>
#include <array>
#include <map>
#include <random>
#include <set>
#include <string>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "src/engines/delivery.h"
#include "src/engines/host_engines.h"
#include "src/machine/limits.h"
#include "src/machine/shared/force_limit.h"
#include "src/scan/map_kind.h"
#include "src/scan/set_reference.h"
#include "tests/support/temporary_folder.h"

namespace {

using namespace hexscan;
using namespace hexscan_test;

/// A run with all kinds of output except the surface, which needs a single orientation.
Platform of_a_set() {
    Platform platform = built_in_platform();
    ScanRequest& scan = platform.scan;
    scan.x.count = 31;
    scan.y.count = 29;
    scan.z.count = 7;
    scan.orientations.tilt = TiltCone{0.1, 2, 8};
    scan.workspace = WorkspaceKind::total;
    scan.questions.maps = {MapKind::tilt, MapKind::clearance, MapKind::limit, MapKind::share};
    scan.questions.certified = true;
    scan.questions.tilt_inside = PositionBall{{0, 0, 1.4}, 0.2};
    return platform;
}

/// A run with the surface and maps. The grid cuts its workspace off.
Platform of_one_orientation() {
    Platform platform = built_in_platform();
    ScanRequest& scan = platform.scan;
    scan.x = {-0.2, 0.2, 15};
    scan.y.count = scan.z.count = 15;
    scan.questions.maps = {MapKind::limit, MapKind::clearance};
    return platform;
}

class ScanOutputsTest : public FolderTest {
protected:
    /// All files, the summary and the warnings of a run whose outputs are made in this order. Times are fixed, because
    /// files contain them: the run takes 7.5 s, the scan 1 s.
    std::map<std::string, std::string> left_by(const Platform& platform, std::span<const OutputKind> kinds) {
        const fs::path folder = folder_ / "run";
        fs::create_directory(folder);
        RunRecord record;
        record.platform = platform;
        record.command_line = {"hexscan"};
        record.engine = {.json = {{"name", "cpu"}}, .text = "cpu engine", .lines = {{"one", "line"}}};
        record.warnings = {"said before"};
        record.seconds = [] { return 7.5; };
        const ScanPlan plan = make_scan_plan(platform);
        RequestedOutputs requested;
        for (const OutputKind& kind : output_kinds())
            if (!kind.option.empty() && kind.words.empty() && (kind.of_sets || plan.is_single()))
                requested.set(kind.option, "on");
        ScanOutputs outputs({platform, plan, requested, folder}, kinds);
        const std::vector<Consumer*> consumers = outputs.consumers();
        Delivery delivery = deliver(set_engine(), plan, consumers, {});
        delivery.scan_seconds = 1;
        const FinishedRun run = outputs.finish(record, delivery);
        std::map<std::string, std::string> left{{"summary", summary(run, folder)}};
        for (const std::string& warning : new_warnings(run)) left["warnings"] += warning + "\n";
        for (const std::string& name : names_in(folder)) left[name] = content(folder / name);
        fs::remove_all(folder);
        return left;
    }

    void expect_no_order(const Platform& platform, std::initializer_list<const char*> files) {
        std::vector<OutputKind> kinds(output_kinds().begin(), output_kinds().end());
        const auto expected = left_by(platform, kinds);
        for (const char* const file : files) EXPECT_EQ(expected.count(file), 1U) << file;
        std::reverse(kinds.begin(), kinds.end());
        EXPECT_TRUE(left_by(platform, kinds) == expected) << "reversed";
        for (const unsigned seed : {1U, 2U, 3U}) {
            std::shuffle(kinds.begin(), kinds.end(), std::minstd_rand(seed));
            EXPECT_TRUE(left_by(platform, kinds) == expected) << "shuffled by " << seed;
        }
    }
};

/// A machine with a load and a limit of forces that no pose violates. Its lower bounds of clearance from forces are the
/// least at most reachable points.
Platform with_light_load() {
    Platform platform = built_in_platform();
    platform.machine.load = Load{.force = {0, 0, -1000}, .at = {0, 0, 0.3}};
    platform.machine.load->max_force.emplace().fill(3000);
    platform.scan.x.count = platform.scan.y.count = 41;
    platform.scan.z.count = 9;
    platform.scan.questions.maps = {MapKind::limit};
    return platform;
}

/// Beyond the border, the map names a limit that is violated there.
TEST_F(ScanOutputsTest, OfLimitsThatLegsShareNamesWhatIsViolatedOutside) {
    const Platform platform = with_light_load();
    const ScanPlan plan = make_scan_plan(platform);
    int outside = 0, inside_by_force = 0;
    const LimitTable table = limits_of(platform.machine);
    for (int row = 0; row < plan.rows(); ++row) {
        const std::vector<LeastAtPoint> least = least_clearances_by_reference(plan, 4, row);
        for (int column = 0; column < plan.columns(); ++column) {
            const LeastAtPoint& at = least[static_cast<std::size_t>(column)];
            const auto named = static_cast<LimitId>(at.least.limit);
            inside_by_force += at.reachable_everywhere && table[named].kind == &force_limit ? 1 : 0;
            if (at.reachable_everywhere) continue;
            const Pose pose{{grid_coordinate(plan.x, column), grid_coordinate(plan.y, row), grid_coordinate(plan.z, 4)},
                            {}};
            EXPECT_LT(limit_states(platform.machine, pose).at(static_cast<std::size_t>(named) - 1).left, 0);
            ++outside;
        }
    }
    EXPECT_GT(outside, 100);
    EXPECT_GT(inside_by_force, 100);
}

TEST_F(ScanOutputsTest, OfLimitsThatLegsShareCountWhatBoundsTheBorder) {
    const Platform platform = with_light_load();
    const std::string summary = left_by(platform, output_kinds()).at("summary");
    const std::size_t at = summary.find("workspace bounded by");
    ASSERT_NE(at, std::string::npos) << summary;
    const std::string line = summary.substr(at, summary.find('\n', at) - at);
    EXPECT_NE(line.find("longest lengths"), std::string::npos) << line;
    EXPECT_NE(line.find(", at points just outside the border"), std::string::npos) << line;
    EXPECT_EQ(line.find("largest forces"), std::string::npos) << line;
    // Counts the border by the reference, with neighbours along x, y and z.
    const ScanPlan plan = make_scan_plan(platform);
    const LimitTable table = limits_of(platform.machine);
    std::map<std::array<int, 3>, LimitId> outside;
    for (int slice = 0; slice < plan.slices(); ++slice)
        for (int row = 0; row < plan.rows(); ++row) {
            const std::vector<LeastAtPoint> least = least_clearances_by_reference(plan, slice, row);
            for (int column = 0; column < plan.columns(); ++column)
                if (const LeastAtPoint& at_point = least[static_cast<std::size_t>(column)];
                    !at_point.reachable_everywhere)
                    outside[{slice, row, column}] = static_cast<LimitId>(at_point.least.limit);
        }
    const auto is_reachable = [&](int slice, int row, int column) {
        return slice >= 0 && slice < plan.slices() && row >= 0 && row < plan.rows() && column >= 0 &&
               column < plan.columns() && !outside.contains({slice, row, column});
    };
    std::map<std::string, int> points;
    int all = 0;
    for (const auto& [at_point, limit] : outside) {
        const auto [s, r, c] = at_point;
        if (!(is_reachable(s - 1, r, c) || is_reachable(s + 1, r, c) || is_reachable(s, r - 1, c) ||
              is_reachable(s, r + 1, c) || is_reachable(s, r, c - 1) || is_reachable(s, r, c + 1)))
            continue;
        ++points[std::string(table[limit].kind->plural)];
        ++all;
    }
    ASSERT_GT(points.size(), 1U);
    for (const auto& [name, count] : points)
        EXPECT_NE(line.find(fmt::format("{}: {:.1f} %", name, 100.0 * count / all)), std::string::npos)
            << name << " " << count << " of " << all << " in " << line;
}

TEST_F(ScanOutputsTest, OfASetInAnyOrder) {
    expect_no_order(of_a_set(), {"slice_000.bmp", "radii.csv", "radii_proved.csv", "maps.csv", "tilt_000.png",
                                 "index.html", "workspace.vtkhdf", "run.json"});
}

TEST_F(ScanOutputsTest, OfOneOrientationInAnyOrder) {
    expect_no_order(of_one_orientation(), {"slice_000.bmp", "radii.csv", "maps.csv", "limit_000.png", "index.html",
                                           "workspace.stl", "workspace.vtkhdf", "run.json"});
}

/// An output with lines and warnings. The test below makes it without a key in the record.
class SpeakingOutput final : public Output {
public:
    std::vector<AnnouncedFiles> files() const override { return {}; }
    OutputReport finish() override { return {.json = 7, .lines = {{"spoken", "a line"}}, .warnings = {"a warning"}}; }
};

TEST_F(ScanOutputsTest, WhatOneWithoutAKeyTellsIsToldToo) {
    std::vector<OutputKind> kinds(output_kinds().begin(), output_kinds().end());
    kinds.insert(kinds.begin(), {.make = [](const OutputOrder&) -> std::unique_ptr<Output> {
                     return std::make_unique<SpeakingOutput>();
                 }});
    auto left = left_by(of_one_orientation(), kinds);
    EXPECT_TRUE(contains(left["summary"], "a line")) << left["summary"];
    EXPECT_TRUE(contains(left["warnings"], "a warning\n")) << left["warnings"];
    EXPECT_TRUE(contains(left["run.json"], "a warning")) << left["run.json"];
}

TEST_F(ScanOutputsTest, TheWholeRunCountsFromItsBeginning) {
    auto left = left_by(of_one_orientation(), output_kinds());
    EXPECT_EQ(nlohmann::json::parse(left["run.json"])["timings"]["whole_run_s"]["total"], 7.5);
    EXPECT_TRUE(contains(left["summary"], "7.5 s")) << left["summary"];
}

TEST_F(ScanOutputsTest, EachOptionAndKeyIsOneKinds) {
    std::set<std::string_view> options, keys;
    for (const OutputKind& kind : output_kinds()) {
        EXPECT_TRUE(kind.make);
        EXPECT_TRUE(kind.option.empty() || options.insert(kind.option).second) << kind.option;
        EXPECT_TRUE(kind.key.empty() || keys.insert(kind.key).second) << kind.key;
        const auto words = words_of(kind);
        EXPECT_EQ(words.back(), no_output);
        if (!kind.option.empty()) {
            EXPECT_EQ(std::count(words.begin(), words.end(), kind.standard), 1) << kind.option;
        }
    }
}

}  // namespace
