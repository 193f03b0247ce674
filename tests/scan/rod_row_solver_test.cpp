// Scans of legs with rods, row by row. Constant and total workspaces must equal the reference, for machines of all
// shapes and for sets of angles and of tilts.

#include "src/scan/rows/rod_row_solver.h"

#include <cstdint>

#include <gtest/gtest.h>

#include "src/scan/set_reference.h"
#include "tests/support/random/random_leg_machines.h"
#include "tests/support/rod_scan.h"

namespace {

using namespace hexscan;
using namespace hexscan_test;
using leg_oracle::Kind;

struct RodTally {
    std::int64_t points = 0, reachable = 0;
};

template <class Solver>
void expect_the_references_rows(const Platform& platform, RodTally& tally) {
    const ScanPlan plan = make_scan_plan(platform);
    ASSERT_TRUE(Solver::supports(plan));
    const Solver solver(plan);
    for (int slice = 0; slice < plan.slices(); ++slice) {
        WorkspaceSlice found, expected;
        solver.append(slice, 0, plan.rows(), found);
        append_reference_rows(plan, plan.set->legs(), slice, 0, plan.rows(), expected);
        ASSERT_EQ(found, expected) << "slice " << slice;
        tally.reachable += found.reachable_points();
    }
    tally.points += plan.points();
}

void expect_both_verdicts(const RodTally& tally) {
    EXPECT_GT(tally.reachable, tally.points / 50);
    EXPECT_LT(tally.reachable, tally.points - tally.points / 20);
}

template <class Solver>
void expect_rows_of_one_orientation(Kind kind) {
    RodTally tally;
    for (std::uint64_t seed = 0; seed < 600; ++seed) {
        const Platform platform = scan_about_home(any_leg_machine(kind, seed), seed % 7 == 0 ? 1 : 101, 7, 3);
        expect_the_references_rows<Solver>(platform, tally);
        if (testing::Test::HasFatalFailure()) FAIL() << "seed " << seed;
    }
    expect_both_verdicts(tally);
}

TEST(RodRowSolver, ScansArmsAtOneOrientationAsTheReferenceDoes) {
    expect_rows_of_one_orientation<RotaryRowSolver>(Kind::rotary);
}
TEST(RodRowSolver, ScansSlidersAtOneOrientationAsTheReferenceDoes) {
    expect_rows_of_one_orientation<SliderRowSolver>(Kind::slider);
}

template <class Solver>
void expect_total_rows(Kind kind) {
    RodTally tally;
    for (std::uint64_t seed = 0; seed < 240; ++seed) {
        expect_the_references_rows<Solver>(any_rod_set_scan(kind, seed), tally);
        if (testing::Test::HasFatalFailure()) FAIL() << "seed " << seed;
    }
    expect_both_verdicts(tally);
}

TEST(RodRowSolver, ScansTotalWorkspacesOfArmsAsTheReferenceDoes) { expect_total_rows<RotaryRowSolver>(Kind::rotary); }
TEST(RodRowSolver, ScansTotalWorkspacesOfSlidersAsTheReferenceDoes) {
    expect_total_rows<SliderRowSolver>(Kind::slider);
}

TEST(RodRowSolver, LeavesTheRestToOthers) {
    Platform arms = scan_about_home(random_leg_machine(Kind::rotary, 1), 5, 7, 3);
    const Platform sliders = scan_about_home(random_leg_machine(Kind::slider, 1), 5, 7, 3);
    EXPECT_TRUE(RotaryRowSolver::supports(make_scan_plan(arms)));
    EXPECT_FALSE(SliderRowSolver::supports(make_scan_plan(arms)));
    EXPECT_TRUE(SliderRowSolver::supports(make_scan_plan(sliders)));
    EXPECT_FALSE(RotaryRowSolver::supports(make_scan_plan(sliders)));
    arms.scan.workspace = WorkspaceKind::inclusive;
    arms.scan.orientations.yaw = {0, 1, 2};
    EXPECT_TRUE(RotaryRowSolver::supports(make_scan_plan(arms)));
    arms.machine.legs_apart = LegsApart{0.001, 0, 0, {}};
    EXPECT_FALSE(RotaryRowSolver::supports(make_scan_plan(arms)));
}

}  // namespace
