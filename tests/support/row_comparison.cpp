#include "tests/support/row_comparison.h"

#include <algorithm>
#include <sstream>
#include <type_traits>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "kernels/kinematics.h"
#include "kernels/rows/row_solver.h"
#include "src/engines/host_engines.h"
#include "src/engines/lipschitz_rows.h"
#include "src/scan/plan.h"
#include "src/scan/rows/row_geometry.h"

namespace hexscan_test {

using namespace hexscan;

namespace {

constexpr int reported_differences = 5;  ///< per test; further ones are only counted

void report(const std::string& engine, const Platform& platform, int slice, int row, std::span<const Run> got,
            std::span<const Run> expected, RowTally& tally) {
    if (++tally.differences > reported_differences) return;
    ADD_FAILURE() << platform.machine.name << ": " << engine << ", slice " << slice << " row " << row << ": runs"
                  << to_text(got) << ", reference" << to_text(expected);
}

void compare_rows(const std::string& engine, const Platform& platform, const Workspace& got, const Workspace& expected,
                  RowTally& tally) {
    if (got == expected) return;
    ASSERT_EQ(got.size(), expected.size()) << platform.machine.name;
    for (std::size_t s = 0; s < got.size(); ++s) {
        ASSERT_EQ(got[s].rows(), expected[s].rows()) << platform.machine.name;
        for (int r = 0; r < got[s].rows(); ++r)
            if (!equal(got[s].row(r), expected[s].row(r)))
                report(engine, platform, static_cast<int>(s), r, got[s].row(r), expected[s].row(r), tally);
    }
}

/// Solves one row in `Real` arithmetic. Returns its runs, or none if the row is undecided.
template <int hole_count, class Real>
std::pair<bool, std::vector<Run>> solve(const RowGeometry& geometry, double y_m, double z_m) {
    const auto reachable = [&](int column) {
        return exact_reachable(geometry.exact, grid_coordinate(geometry.exact.x, column), y_m, z_m);
    };
    const RowColumns<hole_count> row = hexscan::solve_row<hole_count, Real>(geometry, y_m, z_m, reachable);
    std::vector<Run> runs;
    if (row.decided) for_each_run(row, [&](int first, int last) { runs.push_back({first, last}); });
    return {row.decided, runs};
}

/// Compares row by row, as a thread of the row-runs stage solves them.
template <int hole_count, class Real>
void compare_solved_rows(const Platform& platform, const RowGeometry& geometry, const Workspace& expected,
                         RowTally& tally) {
    constexpr bool is_float = std::is_same_v<Real, float>;
    for (std::size_t s = 0; s < expected.size(); ++s)
        for (int r = 0; r < expected[s].rows(); ++r) {
            const auto [decided, runs] = solve<hole_count, Real>(
                geometry, grid_coordinate(geometry.exact.y, r), grid_coordinate(geometry.exact.z, static_cast<int>(s)));
            tally.float_rows += is_float;
            tally.undecided_rows += is_float && !decided;
            tally.double_rows += !is_float;
            tally.undecided_in_double += !is_float && !decided;
            if (decided && !equal(runs, expected[s].row(r)))
                report(is_float ? "float" : "double", platform, static_cast<int>(s), r, runs, expected[s].row(r),
                       tally);
        }
}

template <int hole_count>
void compare_row_solver(const Platform& platform, const RowGeometry& geometry, const Workspace& expected,
                        RowTally& tally) {
    if (geometry.single_suffices) compare_solved_rows<hole_count, float>(platform, geometry, expected, tally);
    compare_solved_rows<hole_count, double>(platform, geometry, expected, tally);
}

void count(const Workspace& workspace, RowTally& tally) {
    for (const WorkspaceSlice& slice : workspace) {
        tally.reachable += slice.reachable_points();
        for (int r = 0; r < slice.rows(); ++r) tally.most_runs = std::max(tally.most_runs, slice.row(r).size());
    }
}

}  // namespace

std::string summary(const RowTally& t) {
    std::ostringstream out;
    out << t.platforms << " platforms (" << t.unsolvable << " left to the reference), " << t.points << " points, "
        << t.reachable << " reachable, " << t.undecided_rows << " of " << t.float_rows << " float rows undecided, "
        << t.undecided_in_double << " of " << t.double_rows << " double rows undecided, " << t.most_runs
        << " runs at most";
    return out.str();
}

std::string to_text(std::span<const Run> runs) {
    std::ostringstream out;
    for (const Run& run : runs) out << " [" << run.first << ", " << run.last << "]";
    return runs.empty() ? " none" : out.str();
}

bool equal(std::span<const Run> a, std::span<const Run> b) { return std::ranges::equal(a, b); }

Workspace compare(const Platform& platform, RowTally& tally) {
    const ScanPlan plan = make_scan_plan(platform);
    Workspace expected = scan_reference(plan.oriented());
    compare_rows("CPU engine", platform, scan_on_cpu(plan.oriented()), expected, tally);
    compare_rows("rows by clearance", platform, scan_by_clearance(plan).workspace, expected, tally);
    const RowGeometry geometry = make_row_geometry(plan.oriented());
    if (!geometry.solvable)
        ++tally.unsolvable;
    else if (geometry.wide)
        compare_row_solver<wide_holes>(platform, geometry, expected, tally);
    else
        compare_row_solver<narrow_holes>(platform, geometry, expected, tally);
    ++tally.platforms;
    tally.points += plan.points();
    count(expected, tally);
    return expected;
}

RowTally compare_many(const Generate& generate, int platforms) {
    RowTally tally;
    for (int seed = 0; seed < platforms; ++seed) compare(generate(static_cast<std::uint64_t>(seed)), tally);
    EXPECT_EQ(tally.differences, 0) << summary(tally);
    testing::Test::RecordProperty("tally", summary(tally));
    return tally;
}

void expect_both_verdicts(const RowTally& tally) {
    EXPECT_GT(tally.reachable, tally.points / 50) << summary(tally);
    EXPECT_LT(tally.reachable, tally.points - tally.points / 50) << summary(tally);
}

}  // namespace hexscan_test
