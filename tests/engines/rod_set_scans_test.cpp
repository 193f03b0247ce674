// Compares scans of sets of orientations in closed form with the reference, for slider and rotary legs: workspaces, and
// the maps that follow from their rows.

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <numbers>
#include <variant>

#include <gtest/gtest.h>

#include "src/engines/host_engines.h"
#include "src/engines/verification.h"
#include "src/scan/map_kind.h"
#include "src/scan/plan.h"
#include "tests/support/random/how_many.h"
#include "tests/support/rod_scan.h"
#include "tests/support/scanned.h"

namespace {

using namespace hexscan;
using namespace hexscan_test;
using leg_oracle::Kind;

/// Compares rows, and the maps that follow from them, with the reference, for total and inclusive workspaces.
void expect_the_references_sets(Kind kind) {
    for (const WorkspaceKind workspace : {WorkspaceKind::total, WorkspaceKind::inclusive})
        for (std::uint64_t seed = 0; seed < how_many_seeds(100); ++seed) {
            Platform platform = any_rod_set_scan(kind, seed);
            platform.scan.workspace = workspace;
            platform.scan.questions.maps = {MapKind::share};
            if (platform.scan.orientations.tilt) platform.scan.questions.maps.push_back(MapKind::tilt);
            const ScanPlan plan = make_scan_plan(platform);
            ASSERT_TRUE(rod_engine().supports(plan)) << "seed " << seed;
            const Verification result =
                verify_against(*scanned(reference_engine(), plan), *scanned(rod_engine(), plan), plan);
            ASSERT_EQ(result.differences, 0) << "seed " << seed;
        }
}

TEST(RodSetScans, OfSlidersEqualTheReference) { expect_the_references_sets(Kind::slider); }
TEST(RodSetScans, OfArmsEqualTheReference) { expect_the_references_sets(Kind::rotary); }

/// The first leg's arm turns by at most `by_rad`; the other legs reach everywhere. If the arm's tip is as far from the
/// joint as the rod is long at both ends of the range, signs alone say that the rod reaches at an angle in between.
Platform scan_of_an_arm_that_hardly_turns(double by_rad, double joint_z_m) {
    Platform platform = any_rod_set_scan(Kind::rotary, 0);
    Machine& machine = platform.machine;
    auto& arms = std::get<RotaryLegs>(machine.legs);
    arms.branch.fill(0);
    arms.zero_x.fill(1);
    arms.up_z.fill(1);
    for (PerLeg* const none : {&arms.zero_y, &arms.zero_z, &arms.up_x, &arms.up_y}) none->fill(0);
    arms.arm = {3, 12, 12, 12, 12, 12};
    arms.rod = {4, 16, 16, 16, 16, 16};
    arms.angle_from.fill(-std::numbers::pi);
    arms.angle_to.fill(std::numbers::pi);
    arms.angle_from[0] = 0;
    arms.angle_to[0] = by_rad;
    for (std::size_t i = 0; i < leg_count; ++i) {
        const double angle_rad = std::numbers::pi / 3 * static_cast<double>(i);
        machine.base.points_m[i] = {10 * std::cos(angle_rad), 10 * std::sin(angle_rad), 0};
        machine.platform.points_m[i] = scaled(machine.base.points_m[i], 0.3);
    }
    machine.platform.points_m[0] = {13, 0, joint_z_m};
    platform.scan.x = platform.scan.y = platform.scan.z = {-1, 1, 3, false};
    platform.scan.orientations = Orientation{};
    platform.scan.orientations.yaw = {0, 0.06, 3};
    platform.scan.workspace = WorkspaceKind::inclusive;
    return platform;
}

TEST(RodSetScans, OfAnArmThatHardlyTurnsEqualTheReference) {
    for (const double by_rad : {0.0, 2e-17, 2e-16, 1e-15, 1e-12, 1e-6, 1e-3})
        for (const double joint_z_m : {-4.0, 4.0}) {
            const ScanPlan plan = make_scan_plan(scan_of_an_arm_that_hardly_turns(by_rad, joint_z_m));
            const Workspace expected = answer_by_reference(plan).workspace;
            EXPECT_EQ(answer_on_host(plan).workspace, expected) << by_rad << ", " << joint_z_m;
            std::int64_t points = 0;
            for (const WorkspaceSlice& slice : expected) points += slice.reachable_points();
            EXPECT_EQ(points, joint_z_m > 0) << by_rad << ": the arm is behind, or ahead";
        }
}

}  // namespace
