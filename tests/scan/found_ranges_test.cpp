#include "src/scan/found_ranges.h"

#include <algorithm>
#include <limits>
#include <numbers>

#include <gtest/gtest.h>

#include "src/base/errors.h"
#include "src/scan/cpu_engine.h"
#include "src/scan/set_engine.h"
#include "tests/support/random_platform.h"
#include "tests/support/random_set.h"
#include "tests/support/shell.h"

namespace hexscan {
namespace {

ScanRange open_range(int count) { return {0, 0, count, true}; }

/// A spherical shell in an open grid.
Platform shell(double min_m, double max_m) {
    Platform platform;
    platform.machine = hexscan_test::shell_machine(min_m, max_m);
    platform.scan.x = platform.scan.y = platform.scan.z = open_range(101);
    return platform;
}

TEST(FoundRanges, OfAShellAreItsDiameterAndACell) {
    Platform platform = shell(1, 2);
    EXPECT_NE(find_open_ranges(platform), "");
    for (const ScanRange& range : {platform.scan.x, platform.scan.y, platform.scan.z}) {
        EXPECT_FALSE(range.open);
        EXPECT_LE(range.from_m, -2.04);
        EXPECT_GE(range.to_m, 2.04);
        EXPECT_NEAR(range.from_m, -2.04, 0.03);
        EXPECT_NEAR(range.to_m, 2.04, 0.03);
    }
}

TEST(FoundRanges, KeepToTheRangesThatAreGiven) {
    Platform platform = shell(1, 2);
    platform.scan.z = {1.6, 1.6, 1};
    find_open_ranges(platform);
    EXPECT_EQ(platform.scan.z, (ScanRange{1.6, 1.6, 1}));
    EXPECT_NEAR(platform.scan.x.to_m, 1.2 * 1.02, 0.02) << "the section of the sphere at that height";
    Platform closed = built_in_platform();
    EXPECT_EQ(find_open_ranges(closed), "");
    EXPECT_EQ(closed.scan, built_in_platform().scan);
}

TEST(FoundRanges, SayWhereTheMachineReachesWhatTheGivenOnesMiss) {
    const auto message_of = [](Platform platform) -> std::string {
        try {
            find_open_ranges(platform);
        } catch (const InputError& error) {
            return error.what();
        }
        return "none";
    };
    Platform platform = shell(1, 2);
    platform.scan.z = {1600, 1600, 1};
    EXPECT_EQ(message_of(platform),
              "shell: no position is reachable with z = 1600 m; what the machine reaches lies within x from -2.04 m to "
              "2.04 m, y from -2.04 m to 2.04 m, z from -2.05 m to 2.05 m");
    platform.scan.y = {5, 6, 10};
    EXPECT_NE(message_of(platform).find("with y from 5 m to 6 m and z = 1600 m;"), std::string::npos);
    Platform nothing = shell(1, 2);
    nothing.machine.max_length_m.fill(0.5);
    nothing.scan.z = {1, 1, 1};
    EXPECT_NE(message_of(nothing).find("no range can be found from the machine"), std::string::npos);
}

TEST(FoundRanges, ASinglePointGoesThroughHome) {
    Platform platform = built_in_platform();
    platform.scan.y = open_range(1);
    platform.scan.z = open_range(1);
    find_open_ranges(platform);
    EXPECT_EQ(platform.scan.y, (ScanRange{0, 0, 1}));
    EXPECT_EQ(platform.scan.z, (ScanRange{1.45, 1.45, 1}));
}

TEST(FoundRanges, AreInTheFilesUnitsAndRound) {
    Platform platform = shell(0.001, 0.0042);
    platform.machine.units = {"mm", "deg"};
    EXPECT_EQ(find_open_ranges(platform),
              "x from -4.29 mm to 4.29 mm, y from -4.29 mm to 4.29 mm, z from -4.29 mm to 4.29 mm");
}

TEST(FoundRanges, NothingReachableIsAnError) {
    Platform platform = shell(1, 2);
    platform.machine.base.points_m[0] = {10, 0, 0};
    EXPECT_THROW(find_open_ranges(platform), InputError);
}

bool touches_border(const ScanPlan& plan, const Workspace& workspace) {
    for (int slice = 0; slice < plan.slices(); ++slice)
        for (int row = 0; row < plan.rows(); ++row) {
            const bool border = slice == 0 || slice + 1 == plan.slices() || row == 0 || row + 1 == plan.rows();
            for (const auto& run : workspace[static_cast<std::size_t>(slice)].row(row))
                if (border || run.first == 0 || run.last + 1 == plan.columns()) return true;
        }
    return false;
}

/// A scan in found ranges does not touch its border. Returns whether ranges were found.
bool expect_to_hold_all(Platform platform, Workspace (*scan)(const ScanPlan&), std::uint64_t seed) {
    platform.scan.x = platform.scan.y = platform.scan.z = open_range(23);
    try {
        find_open_ranges(platform);
    } catch (const InputError&) {
        return false;
    }
    const ScanPlan plan = make_scan_plan(platform);
    EXPECT_FALSE(touches_border(plan, scan(plan))) << platform.machine.name << " seed " << seed;
    return true;
}

TEST(FoundRanges, HoldAllThatIsReachable) {
    int scans = 0;
    for (std::uint64_t seed = 1; seed <= 150; ++seed)
        scans += expect_to_hold_all(hexscan_test::random_platform(seed), scan_on_cpu, seed);
    EXPECT_GT(scans, 50);
}

/// From the lowest to the highest slice that holds anything.
struct Span {
    int first_slice = std::numeric_limits<int>::max(), last_slice = -1;
};
Span slices_reached(const Workspace& workspace) {
    Span span;
    for (int slice = 0; slice < static_cast<int>(workspace.size()); ++slice)
        if (!workspace[static_cast<std::size_t>(slice)].runs.empty()) {
            span.first_slice = std::min(span.first_slice, slice);
            span.last_slice = slice;
        }
    return span;
}

Workspace workspace_of_set(const ScanPlan& plan) {
    const std::unique_ptr<PreparedScan> scan = set_engine().prepare(plan);
    scan->scan();
    Workspace workspace;
    for (int slice = 0; slice < plan.slices(); ++slice) workspace.push_back(scan->slice(slice));
    return workspace;
}

TEST(FoundRanges, HoldAllThatASetReaches) {
    int scans = 0;
    for (std::uint64_t seed = 1; seed <= 24; ++seed)
        for (const WorkspaceKind kind : {WorkspaceKind::total, WorkspaceKind::inclusive}) {
            Platform platform = hexscan_test::random_platform(seed);
            hexscan_test::add_random_set(seed, kind, platform);
            scans += expect_to_hold_all(platform, workspace_of_set, seed);
        }
    EXPECT_GT(scans, 12);
}

TEST(FoundRanges, OfAnInclusiveSetAreHardlyWiderThanWhatItReaches) {
    const auto degree = std::numbers::pi / 180;
    OrientationSet ranges, cone;
    ranges.roll = ranges.pitch = ranges.yaw = AngleRange{-20 * degree, 20 * degree, 5};
    cone.tilt = TiltCone{40 * degree, 5, 12};
    for (const OrientationSet& set : {ranges, cone}) {
        Platform platform = built_in_platform();
        platform.scan.orientations = set;
        platform.scan.workspace = WorkspaceKind::inclusive;
        platform.scan.x = platform.scan.y = platform.scan.z = open_range(50);
        find_open_ranges(platform);
        const Span reached = slices_reached(workspace_of_set(make_scan_plan(platform)));
        EXPECT_GE(reached.first_slice, 1);
        EXPECT_LE(reached.first_slice, 3);
        EXPECT_LE(reached.last_slice, 48);
        EXPECT_GE(reached.last_slice, 46);
    }
}

TEST(FoundRanges, ASetThatReachesNothingTogetherSaysSo) {
    Platform platform = built_in_platform();
    platform.scan.orientations.roll = AngleRange{-std::numbers::pi / 2, std::numbers::pi / 2, 5};
    platform.scan.workspace = WorkspaceKind::total;
    platform.scan.x = platform.scan.y = platform.scan.z = open_range(50);
    try {
        find_open_ranges(platform);
        FAIL() << "found ranges";
    } catch (const InputError& error) {
        EXPECT_NE(std::string(error.what()).find("every one of the 5 orientations"), std::string::npos) << error.what();
    }
}

}  // namespace
}  // namespace hexscan
