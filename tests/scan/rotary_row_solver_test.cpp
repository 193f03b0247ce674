// Scans of rotary legs row by row: constant and total workspaces equal the reference, of machines of all shapes, of
// sets of angles and of tilts.

#include "src/scan/rotary_row_solver.h"

#include <algorithm>
#include <cmath>
#include <cstdint>

#include <gtest/gtest.h>

#include "src/scan/set_reference.h"
#include "tests/support/dice.h"
#include "tests/support/random_leg_machines.h"
#include "tests/support/rod_machine.h"

namespace {

using namespace hexscan;
using namespace hexscan_test;
using leg_oracle::Kind;

/// A machine and a grid around its home.
Platform around_home(const RandomLegMachine& random, int columns) {
    Platform platform;
    platform.machine = rod_machine(random.machine, random.home);
    const double half = random.whole ? std::max(1.0, std::round(random.span)) : random.span * 0.5;
    const auto about = [&](double home, int count) {
        return count == 1 ? ScanRange{home, home, 1, false} : ScanRange{home - half, home + half, count, false};
    };
    platform.scan.x = about(random.home.x, columns);
    platform.scan.y = about(random.home.y, 7);
    platform.scan.z = about(random.home.z, 3);
    platform.scan.orientations = pose_of(random.home).orientation;
    return platform;
}

RandomLegMachine random_machine(std::uint64_t seed) {
    return seed % 3 == 0   ? integer_leg_machine(Kind::rotary, seed)
           : seed % 3 == 1 ? edge_leg_machine(Kind::rotary, seed)
                           : random_leg_machine(Kind::rotary, seed);
}

struct Tally {
    std::int64_t points = 0, reachable = 0;
};

void expect_the_references_rows(const Platform& platform, Tally& tally) {
    const ScanPlan plan = make_scan_plan(platform);
    ASSERT_TRUE(RotaryRowSolver::supports(plan));
    const RotaryRowSolver solver(plan);
    for (int slice = 0; slice < plan.slices(); ++slice) {
        WorkspaceSlice found, expected;
        solver.append(slice, 0, plan.rows(), found);
        append_reference_rows(plan, plan.set->legs(), slice, 0, plan.rows(), expected);
        ASSERT_EQ(found, expected) << "slice " << slice;
        tally.reachable += found.reachable_points();
    }
    tally.points += plan.points();
}

void expect_both_verdicts(const Tally& tally) {
    EXPECT_GT(tally.reachable, tally.points / 50);
    EXPECT_LT(tally.reachable, tally.points - tally.points / 20);
}

TEST(RotaryRowSolver, ScansOneOrientationAsTheReferenceDoes) {
    Tally tally;
    for (std::uint64_t seed = 0; seed < 600; ++seed) {
        Platform platform = around_home(random_machine(seed), seed % 7 == 0 ? 1 : 101);
        expect_the_references_rows(platform, tally);
        if (HasFatalFailure()) FAIL() << "seed " << seed;
    }
    expect_both_verdicts(tally);
}

/// Legs without limits of the joints, which alone have bounds over cells, as well as with them.
TEST(RotaryRowSolver, ScansTotalWorkspacesAsTheReferenceDoes) {
    Tally tally;
    for (std::uint64_t seed = 0; seed < 240; ++seed) {
        const RandomLegMachine random = random_machine(seed);
        Dice dice(seed);
        Platform platform = around_home(random, 61);
        if (seed % 4 != 3)
            for (JointSet* const joints : {&platform.machine.base, &platform.machine.platform})
                for (std::size_t i = 0; i < leg_count; ++i) joints->free_joint(i);
        const double half_rad = dice.magnitude(0.003, 0.3);
        platform.scan.workspace = WorkspaceKind::total;
        if (seed % 5 == 4) {
            platform.scan.orientations.tilt = TiltCone{half_rad, 3, 8};
            platform.scan.orientations.yaw = {-half_rad, half_rad, 2};
        } else {
            const Orientation home = pose_of(random.home).orientation;
            platform.scan.orientations.roll = {home.roll_rad - half_rad, home.roll_rad + half_rad, dice.whole(1, 7)};
            platform.scan.orientations.pitch = {home.pitch_rad - half_rad, home.pitch_rad + half_rad, dice.whole(1, 5)};
            platform.scan.orientations.yaw = {home.yaw_rad - half_rad, home.yaw_rad + half_rad, dice.whole(2, 9)};
        }
        expect_the_references_rows(platform, tally);
        if (HasFatalFailure()) FAIL() << "seed " << seed;
    }
    expect_both_verdicts(tally);
}

TEST(RotaryRowSolver, LeavesTheRestToOthers) {
    Platform platform = around_home(random_leg_machine(Kind::rotary, 1), 5);
    EXPECT_TRUE(RotaryRowSolver::supports(make_scan_plan(platform)));
    platform.scan.workspace = WorkspaceKind::inclusive;
    platform.scan.orientations.yaw = {0, 1, 2};
    EXPECT_FALSE(RotaryRowSolver::supports(make_scan_plan(platform)));
    EXPECT_FALSE(RotaryRowSolver::supports(make_scan_plan(around_home(random_leg_machine(Kind::slider, 1), 5))));
}

}  // namespace
