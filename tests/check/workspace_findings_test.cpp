#include "src/check/workspace_findings.h"
#include "src/files/platform_document.h"
#include "src/files/platform_file.h"
#include "src/machine/machine_diagnosis.h"
#include "src/scan/pose_verdicts.h"
#include "src/scan/searches/reach.h"
#include "tests/support/shell.h"
#include "tests/support/temporary_folder.h"
#include "tests/support/upright_machine.h"
#include "tests/support/values.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <limits>
#include <memory>
#include <numbers>
#include <string>

#include <fmt/format.h>
#include <gtest/gtest.h>

namespace hexscan {
namespace {

using namespace hexscan_test;

/// A spherical shell, without home.
Platform shell_without_home(double min_m, double max_m) {
    Platform platform;
    platform.machine = hexscan_test::shell_machine(min_m, max_m);
    platform.machine.units = {"m", "deg"};
    return platform;
}

const Finding* find(const std::vector<Finding>& findings, const std::string& code) {
    for (const Finding& finding : findings)
        if (finding.code == code) return &finding;
    return nullptr;
}

TEST(Workspace, BoxOfASphere) {
    const WorkspaceState state = examine_workspace(shell_without_home(0.5, 2));
    ASSERT_TRUE(state.reachable);
    for (std::size_t axis = 0; axis < 3; ++axis) {
        EXPECT_NEAR(state.reachable->box.high_m[axis], 2, 0.03);
        EXPECT_GE(state.reachable->box.high_m[axis], 2);
        EXPECT_LE(state.reachable->box.low_m[axis], -2);
    }
    EXPECT_LE(state.reachable->excess_part, 1.0 / 200);
    EXPECT_TRUE(state.findings.empty());
}

/// A search that gives up leaves out nothing, and reports how much too wide it may be.
TEST(Workspace, TellsHowFarASearchThatGaveUpCame) {
    const Platform platform = shell_without_home(0.5, 2);
    const Orientation level = platform.scan.orientations.first();
    const PositionBox within{{-3, -2.2, -3}, {3, 2.2, 3}};
    const auto searched = [&](int steps) { return reachable_box(platform.machine, level, within, 1e-3, steps); };
    double last_excess = infinity;
    for (const int steps : {0, 20, 60, 200, 2000}) {
        const std::optional<ReachableBox> found = searched(steps);
        ASSERT_TRUE(found);
        EXPECT_LE(found->excess_part, last_excess) << steps;
        last_excess = found->excess_part;
        for (std::size_t axis = 0; axis < 3; ++axis) {
            const double searched_m = std::min(2.0, within.high_m[axis]) * 2;
            EXPECT_GE(found->box.high_m[axis], 2);
            EXPECT_LE(found->box.low_m[axis], -2);
            EXPECT_LE(found->box.high_m[axis] - 2, found->excess_part * searched_m * 1.001) << steps;
            EXPECT_LE(-2 - found->box.low_m[axis], found->excess_part * searched_m * 1.001) << steps;
        }
    }
    EXPECT_EQ(searched(0)->excess_part, infinity);
    EXPECT_GT(searched(60)->excess_part, 1e-3);
    EXPECT_LE(last_excess, 1e-3);
}

TEST(Workspace, OnlyHomesSideCounts) {
    Platform platform = built_in_platform();
    platform.machine.base.max_tilt_rad.fill(infinity);
    platform.machine.platform.max_tilt_rad.fill(infinity);
    const WorkspaceState above = examine_workspace(platform);
    ASSERT_TRUE(above.reachable);
    EXPECT_GE(above.reachable->box.low_m[2], 0);
    platform.machine.home->position_m.z *= -1;
    const WorkspaceState below = examine_workspace(platform);
    ASSERT_TRUE(below.reachable);
    EXPECT_LE(below.reachable->box.high_m[2], 0);
}

/// Arms that hang straight down would hold the platform below their motors, which is not home's side. The numbers come
/// from a fine grid.
TEST(Workspace, OfArmsIsOnHomesSideToo) {
    const Platform platform = read_platform(PlatformDocument(R"(name: test
units: {length: mm, angle: deg}
base: {radius: 43, spread: 34}
platform: {radius: 22, spread: 21}
legs: {kind: rotary, arm: 16, rod: 95, azimuth: [-90, 90, 30, 210, 150, 330], angle: [-90, 90]}
home: {z: 90}
)",
                                                             "arms.yaml"));
    const WorkspaceState state = examine_workspace(platform);
    ASSERT_TRUE(state.reachable);
    EXPECT_NEAR(state.reachable->box.low_m[2], 0.0681, 0.0007);
    EXPECT_NEAR(state.reachable->box.high_m[2], 0.1086, 0.0007);
    EXPECT_LE(state.reachable->excess_part, 1.0 / 200);
}

/// Rails may begin anywhere; only the carriages' positions at home count.
TEST(Workspace, OfSlidersIsTheSameWhereverTheirTravelBegins) {
    std::vector<PositionBox> boxes;
    for (const double zero : {0.0, 320.0, -900.0}) {
        const Platform platform = read_platform(PlatformDocument(
            fmt::format("name: test\n"
                        "units: {{length: mm, angle: deg}}\n"
                        "base: {{radius: 240, spread: 30, height: {}, axis: home, max_tilt: 50}}\n"
                        "platform: {{radius: 85, spread: 80, azimuth: 60, axis: home, max_tilt: 60}}\n"
                        "legs: {{kind: slider, rod: 260, rail: [0, 0, 1], travel: [{}, {}]}}\nhome: {{z: 100}}\n",
                        -190 + zero, -5 - zero, 260 - zero),
            "sliders.yaml"));
        EXPECT_TRUE(machine_findings(platform.machine).empty()) << zero;
        const WorkspaceState state = examine_workspace(platform);
        ASSERT_TRUE(state.reachable);
        boxes.push_back(state.reachable->box);
    }
    for (std::size_t axis = 0; axis < 3; ++axis)
        for (const std::size_t other : {1UL, 2UL}) {
            EXPECT_NEAR(boxes[0].low_m[axis], boxes[other].low_m[axis], 2e-3);
            EXPECT_NEAR(boxes[0].high_m[axis], boxes[other].high_m[axis], 2e-3);
        }
}

/// A leg of fixed length leaves a surface without volume. No grid point is on it, but home is.
TEST(Workspace, HomeIsMetWhereNothingElseIs) {
    const Platform platform = read_platform(PlatformDocument(R"(name: test
units: {length: mm, angle: deg}
base: {radius: 200, spread: 30}
platform: {radius: 200, spread: 30}
legs: {min: [150, 150, 150, 150, 150, 200], max: [300, 300, 300, 300, 300, 200]}
home: {z: 200}
)",
                                                             "fixed.yaml"));
    const WorkspaceState state = examine_workspace(platform);
    ASSERT_TRUE(state.reachable);
    EXPECT_TRUE(std::isfinite(state.reachable->excess_part));
    for (std::size_t axis = 0; axis < 3; ++axis) {
        const double home_m = axis == 2 ? 0.2 : 0;
        EXPECT_LE(state.reachable->box.low_m[axis], home_m);
        EXPECT_GE(state.reachable->box.high_m[axis], home_m);
    }
}

/// Rod ends have computed clearances far below the true ones. A search that gives up has still met positions.
TEST(Workspace, OfRodEndsIsMet) {
    const Platform platform = read_platform(PlatformDocument(R"(name: test
units: {length: mm, angle: deg}
base: {radius: 300, spread: 30, axis: motor, max_misalignment: 20}
platform: {radius: 250, spread: 30, azimuth: 60}
legs: {kind: rotary, arm: 100, rod: 400, azimuth: [-105, 105, 15, 225, 135, -15], angle: [-60, 60]}
home: {z: 400}
)",
                                                             "sim.yaml"));
    const PositionBox within{{-1, -1, 0.2}, {1, 1, 0.6}};
    const auto found = reachable_box(platform.machine, Orientation{}, within, 1.0 / 200, 3000);
    ASSERT_TRUE(found);
    EXPECT_TRUE(std::isfinite(found->excess_part));

    // The reachable points of a grid are within the box and fill it.
    const auto reachable = examine_workspace(platform).reachable;
    ASSERT_TRUE(reachable);
    EXPECT_LE(reachable->excess_part, 1.0 / 200);
    const PoseVerdicts verdicts(platform.machine);
    PosesInTurn is_reachable(verdicts);
    constexpr double step_m = 4e-3;
    std::array<double, 3> low_m{1, 1, 1}, high_m{-1, -1, -1};
    for (double x_m = -0.3; x_m <= 0.3; x_m += step_m)
        for (double y_m = -0.3; y_m <= 0.3; y_m += step_m)
            for (double z_m = 0.2; z_m <= 0.6; z_m += step_m) {
                if (!is_reachable({{x_m, y_m, z_m}, {}})) continue;
                const std::array at_m{x_m, y_m, z_m};
                for (std::size_t axis = 0; axis < 3; ++axis) {
                    low_m[axis] = std::min(low_m[axis], at_m[axis]);
                    high_m[axis] = std::max(high_m[axis], at_m[axis]);
                }
            }
    for (std::size_t axis = 0; axis < 3; ++axis) {
        EXPECT_LE(reachable->box.low_m[axis], low_m[axis]);
        EXPECT_GE(reachable->box.low_m[axis], low_m[axis] - 3 * step_m);
        EXPECT_GE(reachable->box.high_m[axis], high_m[axis]);
        EXPECT_LE(reachable->box.high_m[axis], high_m[axis] + 3 * step_m);
    }
}

TEST(Workspace, OfATurnedHomeIsScannedLevelWithAWarning) {
    Platform platform = built_in_platform();
    EXPECT_EQ(find(examine_workspace(platform).findings, "level-scan"), nullptr);
    platform.machine.home->orientation.yaw_rad = std::numbers::pi / 18;
    const WorkspaceState state = examine_workspace(platform);
    const Finding* const level = find(state.findings, "level-scan");
    ASSERT_NE(level, nullptr);
    EXPECT_TRUE(contains(level->text, "scan.orientation: {roll: 0, pitch: 0, yaw: 10}")) << level->text;
    platform.scan.orientations = OrientationSet(platform.machine.home->orientation);
    EXPECT_EQ(find(examine_workspace(platform).findings, "level-scan"), nullptr);
}

/// Short legs reach the base itself, so a whole side of the box is as low as its lowest position.
TEST(Workspace, EndsAtTheBase) {
    Platform platform = built_in_platform();
    platform.machine.base.max_tilt_rad.fill(infinity);
    platform.machine.platform.max_tilt_rad.fill(infinity);
    platform.machine.telescopic().min_length.fill(0.1);
    const WorkspaceState state = examine_workspace(platform);
    ASSERT_TRUE(state.reachable);
    EXPECT_EQ(state.reachable->box.low_m[2], 0);
}

TEST(Workspace, EmptyAndWhichLimitAloneEmptiesIt) {
    // Leg 3 is too short to reach where the others do.
    Platform platform = shell_without_home(1, 2);
    platform.machine.telescopic().max_length[2] = 0.9;
    platform.machine.telescopic().min_length[2] = 0.5;
    const WorkspaceState state = examine_workspace(platform);
    EXPECT_FALSE(state.reachable);
    const Finding* const empty = find(state.findings, "empty-workspace");
    ASSERT_NE(empty, nullptr);
    EXPECT_TRUE(contains(empty->text,
                         "removing any one of these limits would make some positions reachable: leg 3, longest length"))
        << empty->text;
}

TEST(Workspace, LimitsThatEmptyItTogether) {
    // Two distant base joints with short legs: no single leg is the cause.
    Platform platform = shell_without_home(0.1, 1);
    for (std::size_t i = 0; i < leg_count; ++i) platform.machine.base.points_m[i] = {i % 2 == 0 ? -2.0 : 2.0, 0, 0};
    const WorkspaceState state = examine_workspace(platform);
    const Finding* const empty = find(state.findings, "empty-workspace");
    ASSERT_NE(empty, nullptr);
    EXPECT_TRUE(contains(empty->text,
                         "removing all limits of any one of these kinds would make some positions reachable: longest "
                         "lengths"))
        << empty->text;
}

/// If legs are singular everywhere, no forces hold a load, whatever their limits.
TEST(Workspace, IsEmptyWhereNoForcesHoldTheLoad) {
    Platform platform = built_in_platform();
    Machine& machine = platform.machine;
    for (JointSet* const side : {&machine.base, &machine.platform}) side->max_tilt_rad.fill(infinity);
    Platform good = platform;
    put_on_similar_hexagons(machine);
    for (const bool has_home : {true, false}) {
        if (!has_home) machine.home.reset();
        machine.load.reset();
        EXPECT_TRUE(examine_workspace(platform).reachable);
        for (Machine* const loaded : {&machine, &good.machine}) {
            loaded->load.emplace().force = {0, 0, -100};
            EXPECT_TRUE(examine_workspace(platform).reachable || loaded == &good.machine);
            loaded->load->max_force.emplace().fill(1e12);
        }
        const WorkspaceState state = examine_workspace(platform);
        EXPECT_FALSE(state.reachable);
        const Finding* const empty = find(state.findings, "empty-workspace");
        ASSERT_NE(empty, nullptr);
        EXPECT_TRUE(contains(empty->text, "no leg forces hold the load")) << empty->text;
        EXPECT_TRUE(examine_workspace(good).reachable);
    }
}

/// A position with clearance 0 that violates the limit does not count as met.
TEST(Workspace, WhatDoesNotKeepALimitIsNotMet) {
    Platform platform = built_in_platform();
    Machine& machine = platform.machine;
    put_on_similar_hexagons(machine);
    machine.load.emplace().force = {0, 0, -100};
    machine.load->max_force.emplace().fill(1e12);
    const Orientation level = platform.scan.orientations.first();
    EXPECT_NE(reach_of(machine, level, 200), Reach::something);
    const PositionBox within{{-3, -3, 0}, {3, 3, 3}};
    const std::optional<ReachableBox> found = reachable_box(machine, level, within, 1.0 / 200, 500);
    ASSERT_TRUE(found);
    EXPECT_EQ(found->excess_part, infinity);
}

TEST(Workspace, WhatTheGridMisses) {
    Platform platform = shell_without_home(0.5, 2);
    platform.scan.x = {-1, 2.1, 10};
    platform.scan.y = {-2.1, 2.1, 10};
    platform.scan.z = {0, 3, 10};
    const WorkspaceState state = examine_workspace(platform);
    const Finding* const misses = find(state.findings, "grid-misses");
    ASSERT_NE(misses, nullptr);
    EXPECT_TRUE(contains(misses->text, "x is reachable from -2")) << misses->text;
    EXPECT_TRUE(contains(misses->text, "the grid goes from -1 m to 2.1 m")) << misses->text;
    EXPECT_FALSE(contains(misses->text, "y is reachable")) << misses->text;
    EXPECT_TRUE(contains(misses->text, "z is reachable")) << misses->text;
}

TEST(ScanWarnings, ARightMachineHasNone) { EXPECT_TRUE(scan_warnings(built_in_platform()).empty()); }

TEST(ScanWarnings, FaultsAreTold) {
    Platform platform = built_in_platform();
    platform.machine.telescopic().min_length.fill(0.1);
    platform.machine.telescopic().max_length.fill(0.6);  // base and platform joints are at least 0.65 m apart
    const auto warnings = scan_warnings(platform);
    ASSERT_FALSE(warnings.empty());
    EXPECT_TRUE(contains(warnings[0], "the home pose is unreachable")) << warnings[0];
    EXPECT_TRUE(contains(warnings.back(), "no position is reachable")) << warnings.back();
}

TEST(ScanWarnings, HomeOutsideTheGrid) {
    Platform platform = built_in_platform();
    platform.scan.z = {0.1, 0.5, 3};
    const auto warnings = scan_warnings(platform);
    ASSERT_EQ(warnings.size(), 1U);
    EXPECT_TRUE(contains(warnings[0], "the home pose is outside the scan's grid: z is ")) << warnings[0];
    EXPECT_TRUE(contains(warnings[0], ", but the grid goes from 0.1 m to 0.5 m")) << warnings[0];
    platform.scan.z = {0.3, 0.3, 1};  // a single slice is a request of its own
    EXPECT_TRUE(scan_warnings(platform).empty());
}

TEST(ScanWarnings, ARegionThatGoesOnBeyondTheGrid) {
    Platform platform = built_in_platform();
    platform.scan.questions.tilt_inside = PositionBall{{0, 0, 1.4}, 0.3};
    EXPECT_TRUE(scan_warnings(platform).empty());
    platform.scan.questions.tilt_inside = PositionBall{{0, 0, 1.4}, 0.5};
    const auto warnings = scan_warnings(platform);
    ASSERT_EQ(warnings.size(), 1U);
    EXPECT_TRUE(contains(warnings[0], "the ball of radius 0.5 m about (0, 0, 1.4) continues beyond the grid"))
        << warnings[0];
}

TEST(ReachOf, FindsOrExcludes) {
    EXPECT_EQ(reach_of(shell_without_home(1, 2).machine, {}), Reach::something);
    EXPECT_EQ(reach_of(shell_without_home(1, 1).machine, {}, 10), Reach::undecided);  // a surface without thickness
    Platform none = shell_without_home(1, 2);
    none.machine.telescopic().max_length[5] = 0.5;
    none.machine.telescopic().min_length[5] = 0.5;
    EXPECT_EQ(reach_of(none.machine, {}), Reach::nothing);
}

/// Counts the steps of searches.
class StepCounter final : public Observer {
public:
    std::unique_ptr<Work> begin(std::string what, std::int64_t total) override {
        if (what == "steps of search") most = total;
        return std::make_unique<Counted>(steps);
    }
    std::int64_t steps = 0, most = 0;

private:
    class Counted final : public Work {
    public:
        explicit Counted(std::int64_t& steps) : steps_(steps) {}
        void advance(std::int64_t steps) override { steps_ += steps; }

    private:
        std::int64_t& steps_;
    };
};

/// Arms whose motors hold almost no torque. Bounds neither find a reachable position nor prove that there is none.
TEST(Workspace, TheSearchForAnythingReachableIsShownAndGivenUp) {
    const Platform platform = read_platform(PlatformDocument(R"(name: arms
units: {length: mm, angle: deg}
base: {radius: 100, spread: 40, axis: motor, max_misalignment: 25}
platform: {radius: 80, spread: 40, azimuth: 60}
legs:
  {kind: rotary, arm: 38, rod: 130, azimuth: [-20, 20, 100, 140, -140, -100], angle: [-60, 60], branch: behind,
   max_torque: 5e-9, diameter: 4, free_ends: 5}
load: {force: [0, 0, -50]}
home: {z: 125}
)",
                                                             "arms.yaml"));
    StepCounter counter;
    const WorkspaceState state = examine_workspace(platform, counter);
    EXPECT_EQ(counter.most, 50'000);
    EXPECT_EQ(counter.steps, counter.most);
    ASSERT_TRUE(state.reachable);
    EXPECT_EQ(state.reachable->excess_part, infinity);
}

}  // namespace
}  // namespace hexscan
