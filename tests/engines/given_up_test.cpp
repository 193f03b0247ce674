// Tests that cancelled work ends soon. Work regularly checks whether it is cancelled; the tests count these checks.

#include "src/system/given_up.h"

#include <atomic>
#include <cstdint>

#include <gtest/gtest.h>
#include <tbb/global_control.h>
#include <tbb/task_group.h>

#include "src/engines/host_engines.h"
#include "src/engines/lipschitz_rows.h"
#include "src/files/platform_file.h"
#include "src/scan/map_kind.h"
#include "src/scan/plan.h"
#include "src/scan/searches/found_ranges.h"
#include "src/system/all_cores.h"
#include "tests/support/random/random_platform.h"
#include "tests/support/rod_scan.h"

namespace {

using namespace hexscan;
using namespace hexscan_test;

constexpr int few_orientations = 27, few_columns = 5, few_rows = 4, few_slices = 2;
constexpr int few_points = few_columns * few_rows * few_slices;

Platform telescopic() { return random_platform(1); }
Platform arm_scan() { return any_rod_scan(leg_oracle::Kind::rotary, 2); }
Platform slider_scan() { return any_rod_scan(leg_oracle::Kind::slider, 2); }

struct Nobody {};

std::atomic<std::int64_t> times_asked, given_up_after;

void ask() {
    if (++times_asked > given_up_after) throw Nobody();
}

ScanPlan plan_asking(Platform platform, WorkspaceKind workspace, std::vector<MapKind> maps) {
    ScanRequest& scan = platform.scan;
    scan.orientations = {};
    for (AngleRange* const range : {&scan.orientations.roll, &scan.orientations.pitch, &scan.orientations.yaw})
        *range = {-0.02, 0.02, 3};
    scan.workspace = workspace;
    scan.questions = {};
    scan.questions.maps = std::move(maps);
    scan.x.count = few_columns;
    scan.y.count = few_rows;
    scan.z.count = few_slices;
    ScanPlan plan = make_scan_plan(platform);
    plan.end_if_given_up = ask;
    return plan;
}

using Scan = ScanResult (*)(const ScanPlan&);

/// The number of times that a scan checks whether it is cancelled. Also tests that a scan which is cancelled at an
/// earlier check ends with that exception.
std::int64_t questions_of(Scan scan, const ScanPlan& plan) {
    const tbb::global_control one_thread(tbb::global_control::max_allowed_parallelism, 1);
    times_asked = 0;
    given_up_after = std::int64_t{1} << 40;
    (void)scan(plan);
    const std::int64_t all = times_asked;
    for (const std::int64_t after : {std::int64_t{0}, all / 2, all - 1}) {
        times_asked = 0;
        given_up_after = after;
        EXPECT_THROW((void)scan(plan), Nobody);
        EXPECT_EQ(times_asked, after + 1);
    }
    return all;
}

/// Point-by-point scans check at every orientation of every row.
TEST(GivenUp, ReferencesAskAtEveryOrientation) {
    for (const auto& platform : {telescopic(), arm_scan(), slider_scan()}) {
        const ScanPlan plan = plan_asking(platform, WorkspaceKind::inclusive, {MapKind::clearance, MapKind::share});
        EXPECT_GE(questions_of(answer_by_reference, plan), 2 * few_orientations * few_rows * few_slices);
    }
}

/// Scans of rods check at every row. Their maps check at every orientation, too, unless they have a faster way.
TEST(GivenUp, RodsAskAtEveryRowAndOrientation) {
    for (const auto& platform : {arm_scan(), slider_scan()}) {
        const ScanPlan total = plan_asking(platform, WorkspaceKind::total, {});
        EXPECT_GE(questions_of(answer_on_host, total), few_rows * few_slices);
        const ScanPlan with_map = plan_asking(platform, WorkspaceKind::total, {MapKind::clearance});
        EXPECT_GE(questions_of(answer_on_host, with_map), few_rows * few_slices * (1 + few_orientations));
    }
}

TEST(GivenUp, RowsByClearanceAskBeforeEveryAnswer) {
    for (const auto& platform : {telescopic(), arm_scan(), slider_scan()}) {
        const ScanPlan inclusive = plan_asking(platform, WorkspaceKind::inclusive, {});
        EXPECT_GE(questions_of(scan_by_clearance, inclusive), few_orientations + few_rows * few_slices);
    }
}

TEST(GivenUp, ScansOfSetsAskAtEveryRowAndPointOfAMap) {
    EXPECT_GE(questions_of(answer_on_host, plan_asking(telescopic(), WorkspaceKind::inclusive, {})),
              few_rows * few_slices);
    EXPECT_GE(questions_of(answer_on_host, plan_asking(telescopic(), WorkspaceKind::total, {MapKind::clearance})),
              few_rows * few_slices + few_points);
}

TEST(GivenUp, RangesThatAreFoundAskAtEveryStep) {
    Platform platform = load_platform(HEXSCAN_SOURCE_DIR "/platforms/pkm-6-pus.yaml");
    times_asked = 0;
    given_up_after = 40;
    for (ScanRange* const range : {&platform.scan.x, &platform.scan.y, &platform.scan.z}) *range = {0, 0, 100, true};
    EXPECT_THROW((void)find_open_ranges(platform, FoundSteps::as_counted, ask), Nobody);
    EXPECT_EQ(times_asked, 41);
}

/// A thread runs many steps of a loop one after the other. After the cancellation no further step begins.
TEST(GivenUp, NoStepOfALoopBeginsAnyMore) {
    const tbb::global_control one_thread(tbb::global_control::max_allowed_parallelism, 1);
    for (const int last : {0, 17, 998}) {
        tbb::task_group_context context;
        tbb::task_group tasks(context);
        int steps = 0;
        bool ended = false;
        tasks.run_and_wait([&] {
            try {
                on_all_cores(1000, [&](std::size_t) {
                    if (steps++ == last) context.cancel_group_execution();
                });
            } catch (const GivenUp&) {
                ended = true;
            }
        });
        EXPECT_EQ(steps, last + 1);
        EXPECT_TRUE(ended);
    }
}

}  // namespace
