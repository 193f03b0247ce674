// Runs the unchanged kernels of sets of orientations on the host, with 32 fibers for a warp. Compares their results in
// memory with the solver of rows in double.

#include "src/files/platform_file.h"
#include "tests/support/cuda_on_host/device_words.h"

#include <numbers>

#include <gtest/gtest.h>

#include "kernels/row_map_kernels.cuh"
#include "kernels/set_rows_kernel.cuh"
#include "src/scan/platform.h"
#include "src/scan/rows/host_row_solver.h"
#include "src/scan/rows/row_geometry.h"
#include "src/scan/set_scan_data.h"
#include "tests/support/random/random_platform.h"
#include "tests/support/random/random_set.h"
#include "tests/support/shell.h"

namespace {

using namespace hexscan;
using namespace hexscan_test;
using hexscan_test::cuda_on_host::run_block;

constexpr double degree = std::numbers::pi / 180;

template <bool inclusive, bool wide>
using Segment = std::conditional_t<inclusive, ShortSegment<wide ? max_wide_runs : max_narrow_runs, NarrowRun>,
                                   RowSegment<wide ? max_wide_runs : max_narrow_runs, NarrowRun>>;

Platform with_set(Platform platform, const OrientationSet& set, WorkspaceKind workspace) {
    platform.scan.orientations = set;
    platform.scan.workspace = workspace;
    return platform;
}

ScanPlan make_plan(Platform platform, int columns, int rows, int slices) {
    platform.scan.x.count = columns;
    platform.scan.y.count = rows;
    platform.scan.z.count = slices;
    return make_scan_plan(platform);
}

/// A machine with a set of orientations, on a grid that is small enough for one fiber per lane.
template <class Real = float>
struct SmallScan {
    /// Takes the built-in machine.
    SmallScan(const OrientationSet& set, WorkspaceKind workspace, int columns, int rows, int slices)
        : SmallScan(make_plan(with_set(built_in_platform(), set, workspace), columns, rows, slices)) {}
    explicit SmallScan(ScanPlan small_plan)
        : plan(std::move(small_plan)),
          host(plan, plan.set->legs()),
          start(make_row_geometry(plan.oriented(plan.set->legs(), middle_of(plan.set->tables())))) {
        prepare_set_scan(plan, plan.set->legs(), data);
        prepare_cells(data);
    }
    std::uint32_t segments_per_slice(int segment_rows = rows_per_segment) const {
        return static_cast<std::uint32_t>((plan.rows() + segment_rows - 1) / segment_rows);
    }
    std::uint32_t segments(int segment_rows = rows_per_segment) const {
        return segments_per_slice(segment_rows) * static_cast<std::uint32_t>(plan.slices());
    }

    ScanPlan plan;
    SetScanData<Real> data;
    HostRowSolver host;
    RowGeometry start;
};

OrientationSet ranges(double to_deg, int points) {
    OrientationSet set;
    set.roll = set.pitch = set.yaw = AngleRange{-to_deg * degree, to_deg * degree, points};
    return set;
}

OrientationSet cone(double to_deg, int rings, int directions, int yaws) {
    OrientationSet set;
    set.tilt = TiltCone{to_deg * degree, rings, directions};
    if (yaws > 1) set.yaw = {-0.1, 0.1, yaws};
    return set;
}

/// Runs a kernel of rows on every segment and counts the rows that differ. `undecided` counts the rows that the kernel
/// leaves to the host.
template <bool inclusive, bool wide = false, class Rows = Segment<inclusive, wide>, class Real>
int rows_that_differ(const SmallScan<Real>& small, int& undecided) {
    int any_undecided = 0, wrong = 0;
    undecided = 0;
    std::vector<Rows> segments(small.segments(Rows::rows));
    const std::uint32_t per_slice = small.segments_per_slice(Rows::rows), all = small.segments(Rows::rows);
    const RowTargets<Rows> targets{segments.data(), per_slice, all, &any_undecided};
    if constexpr (inclusive) {
        const std::uint32_t tiles =
            per_slice *
            static_cast<std::uint32_t>((small.plan.slices() + RowTile<Rows>::slices - 1) / RowTile<Rows>::slices);
        for (std::uint32_t tile = 0; tile < tiles; ++tile)
            run_block(tile, 32, [&] {
                hexapod_inclusive_rows_kernel<Rows, TelescopicReach<Real, wide>>(small.data.scan, targets);
            });
    } else {
        for (std::uint32_t s = 0; s < all; ++s)
            run_block(s, 32,
                      [&] { hexapod_total_rows_kernel<Rows, Real, wide, 1>(small.data.scan, &small.start, targets); });
    }
    for (std::uint32_t s = 0; s < all; ++s) {
        int at = 0;
        for (int lane = 0; lane < Rows::rows; ++lane) {
            const auto [row, slice] = segment_row(s, per_slice, Rows::rows, lane);
            const std::uint8_t count = segments[s].run_counts[lane];
            if (count == undecided_row) {
                ++undecided;
                continue;
            }
            EXPECT_LE(count, Rows::max_runs);
            const int first = at;
            at += count;
            if (row >= small.plan.rows()) {
                wrong += count != 0;
                continue;
            }
            WorkspaceSlice expected;
            small.host.append_rows(slice, row, row + 1, nullptr, expected);
            bool same = expected.runs.size() == count;
            for (int k = 0; same && k < count; ++k) {
                const NarrowRun run = segments[s].runs[first + k];
                const Run& wanted = expected.runs[static_cast<std::size_t>(k)];
                same = run.first == wanted.first && run.last == wanted.last;
            }
            wrong += same ? 0 : 1;
        }
    }
    EXPECT_EQ(any_undecided != 0, undecided != 0);
    return wrong;
}

TEST(KernelsOnHost, TotalRows) {
    int undecided = 0;
    EXPECT_EQ(rows_that_differ<false>(SmallScan(ranges(5, 9), WorkspaceKind::total, 300, 40, 5), undecided), 0);
    EXPECT_LT(undecided, 10);
    EXPECT_EQ(rows_that_differ<false>(SmallScan(cone(12, 6, 24, 1), WorkspaceKind::total, 300, 40, 5), undecided), 0);
    EXPECT_LT(undecided, 10);
    EXPECT_EQ(rows_that_differ<false>(SmallScan(cone(12, 3, 12, 3), WorkspaceKind::total, 300, 40, 5), undecided), 0);
    EXPECT_LT(undecided, 10);
}

TEST(KernelsOnHost, InclusiveRows) {
    int undecided = 0;
    EXPECT_EQ(rows_that_differ<true>(SmallScan(ranges(5, 9), WorkspaceKind::inclusive, 300, 24, 5), undecided), 0);
    EXPECT_LT(undecided, 10);
    // The slices are five tiles; the last tile has two slices.
    EXPECT_EQ(rows_that_differ<true>(SmallScan(cone(12, 3, 12, 3), WorkspaceKind::inclusive, 300, 8, 18), undecided),
              0);
    EXPECT_LT(undecided, 10);
}

/// Rows with more runs than a segment has room for are left to the host, even if other rows leave their room unused.
TEST(KernelsOnHost, InclusiveRowsWithLittleRoom) {
    Platform platform;
    platform.machine = shell_machine(0.5, 1);
    platform.scan.x = {-0.6, 0.6, 1};
    platform.scan.y = platform.scan.z = {-0.3, 0.3, 1};
    // Every row begins and ends in the shell and passes through its cavity.
    const SmallScan<> small(make_plan(with_set(platform, ranges(5, 3), WorkspaceKind::inclusive), 60, 9, 5));
    int undecided = 0;
    EXPECT_EQ((rows_that_differ<true, false, ShortSegment<2, NarrowRun>>(small, undecided)), 0);
    EXPECT_EQ(undecided, 0);
    EXPECT_EQ((rows_that_differ<true, false, ShortSegment<1, NarrowRun>>(small, undecided)), 0);
    EXPECT_EQ(undecided, small.plan.rows() * small.plan.slices());
}

/// If a set is too dense for a tree with few samples per box, boxes have many samples, which are tested 32 at a time.
TEST(KernelsOnHost, InclusiveRowsOfBoxesWithManySamples) {
    SmallScan<> small(ranges(5, 5), WorkspaceKind::inclusive, 200, 8, 5);
    ASSERT_GT(small.data.scan.tree.levels, 1);
    small.data.scan.tree.levels = 1;
    int undecided = 0;
    EXPECT_EQ(rows_that_differ<true>(small, undecided), 0);
    EXPECT_LT(undecided, 5);
}

TEST(KernelsOnHost, RowsOfRandomMachines) {
    int narrow = 0, wide = 0, undecided_rows = 0;
    for (std::uint64_t seed = 0; seed < 12; ++seed)
        for (const WorkspaceKind kind : {WorkspaceKind::total, WorkspaceKind::inclusive}) {
            Platform platform = random_platform(seed);
            add_random_set(seed, kind, platform);
            const SmallScan<double> small(make_plan(platform, 40, 9, 3));
            if (!small.data.solvable) continue;
            int undecided = 0;
            const bool inclusive = kind == WorkspaceKind::inclusive;
            if (small.data.wide)
                EXPECT_EQ((inclusive ? rows_that_differ<true, true>(small, undecided)
                                     : rows_that_differ<false, true>(small, undecided)),
                          0)
                    << "machine " << seed;
            else
                EXPECT_EQ(
                    (inclusive ? rows_that_differ<true>(small, undecided) : rows_that_differ<false>(small, undecided)),
                    0)
                    << "machine " << seed;
            ++(small.data.wide ? wide : narrow);
            undecided_rows += undecided;
        }
    EXPECT_GT(narrow, 3);
    EXPECT_GT(wide, 3);
    EXPECT_LT(undecided_rows, 20);
}

/// Like rows_that_differ(), for the tilt map.
int tilts_that_differ(const SmallScan<>& small, int& undecided) {
    constexpr std::uint8_t unwritten = 0xFF;
    const auto columns = static_cast<std::size_t>(small.plan.columns()),
               rows = static_cast<std::size_t>(small.plan.rows());
    std::vector<std::uint8_t> rings(static_cast<std::size_t>(small.plan.points()), unwritten);
    std::vector<RowMark> marks(rows * static_cast<std::size_t>(small.plan.slices()), RowMark{unwritten});
    const MapWindow window{0, small.plan.slices(), marks.data()};
    for (std::uint32_t s = 0; s < small.segments(); ++s)
        run_block(s, 32, [&] {
            hexapod_tilt_kernel<TelescopicSetRows<float, false>, max_narrow_runs, 1>(
                {small.data.scan, &small.start}, rings.data(), small.segments_per_slice(), small.segments(), window);
        });
    int wrong = 0;
    undecided = 0;
    std::vector<std::uint8_t> expected(columns);
    for (std::size_t r = 0; r < marks.size(); ++r) {
        if (marks[r] == RowMark::undecided) {
            ++undecided;
            continue;
        }
        small.host.count_rings(static_cast<int>(r / rows), static_cast<int>(r % rows), expected);
        const bool zeros = std::ranges::count(expected, 0) == static_cast<std::ptrdiff_t>(columns);
        const bool same =
            std::equal(expected.begin(), expected.end(), rings.begin() + static_cast<std::ptrdiff_t>(r * columns));
        wrong += same && marks[r] == (zeros ? RowMark::zeros : RowMark::numbers) ? 0 : 1;
    }
    return wrong;
}

TEST(KernelsOnHost, TiltMaps) {
    int undecided = 0;
    EXPECT_EQ(tilts_that_differ(SmallScan(cone(20, 12, 36, 1), WorkspaceKind::total, 333, 40, 6), undecided), 0);
    EXPECT_LT(undecided, 10);
    EXPECT_EQ(tilts_that_differ(SmallScan(cone(60, 8, 5, 1), WorkspaceKind::total, 97, 33, 4), undecided), 0);
    EXPECT_LT(undecided, 10);
    EXPECT_EQ(tilts_that_differ(SmallScan(cone(20, 4, 12, 3), WorkspaceKind::total, 97, 33, 3), undecided), 0);
    EXPECT_LT(undecided, 10);
}

}  // namespace
