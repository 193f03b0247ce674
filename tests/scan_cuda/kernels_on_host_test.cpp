// The kernels of sets of orientations, their source as it is, with 32 host threads for a warp: what they leave in memory is
// held against the solver of rows in double.

#include "tests/support/warp_on_host.h"

#include <numbers>

#include <gtest/gtest.h>

#include "kernels/map_kernels.cuh"
#include "kernels/set_rows_kernel.cuh"
#include "src/scan/host_row_solver.h"
#include "src/scan/platform.h"
#include "src/scan/row_geometry.h"
#include "src/scan/set_scan_data.h"

namespace {

using namespace hexscan;

constexpr double degree = std::numbers::pi / 180;

template <bool inclusive>
using Segment =
    std::conditional_t<inclusive, ShortSegment<max_narrow_runs, NarrowRun>, RowSegment<max_narrow_runs, NarrowRun>>;

/// The built-in machine with a set of orientations, on a grid that is small enough for threads as lanes.
struct SmallScan {
    SmallScan(const OrientationSet& set, WorkspaceKind workspace, int columns, int rows, int slices)
        : plan(make_plan(set, workspace, columns, rows, slices)),
          host(plan, plan.set->legs()),
          start(make_row_geometry(at_orientation(plan, plan.set->legs(), middle_of(plan.set->tables())))) {
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
    SetScanData<float> data;
    HostRowSolver host;
    RowGeometry start;

private:
    static ScanPlan make_plan(const OrientationSet& set, WorkspaceKind workspace, int columns, int rows, int slices) {
        Platform platform = built_in_platform();
        platform.scan.orientations = set;
        platform.scan.workspace = workspace;
        platform.scan.x.count = columns;
        platform.scan.y.count = rows;
        platform.scan.z.count = slices;
        return make_scan_plan(platform);
    }
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

/// Runs a kernel of rows on every segment and counts the rows that differ; `undecided` ones are the host's.
template <bool inclusive>
int rows_that_differ(const SmallScan& small, int& undecided) {
    int any_undecided = 0, wrong = 0;
    undecided = 0;
    using Rows = Segment<inclusive>;
    std::vector<Rows> segments(small.segments(Rows::rows));
    const std::uint32_t per_slice = small.segments_per_slice(Rows::rows), all = small.segments(Rows::rows);
    const RowTargets<Rows> targets{segments.data(), per_slice, all, &any_undecided};
    const int scout_rows = (small.plan.rows() + Scouts::row_step - 1) / Scouts::row_step;
    const int scout_slices = (small.plan.slices() + Scouts::slice_step - 1) / Scouts::slice_step;
    const auto scout_count = static_cast<std::size_t>(scout_rows) * static_cast<std::size_t>(scout_slices);
    std::vector<ClosingLog> logs(scout_count);
    std::vector<RowWitnesses> witnesses(scout_count);
    const Scouts scouts{scout_rows, logs.data(), witnesses.data()};
    if constexpr (inclusive) {
        const auto segments_of_scouts =
            static_cast<std::uint32_t>((scout_rows + Scouts::rows_per_warp - 1) / Scouts::rows_per_warp);
        const std::uint32_t all_scouts = segments_of_scouts * static_cast<std::uint32_t>(scout_slices);
        const RowTargets<Rows> nowhere{nullptr, segments_of_scouts, all_scouts, nullptr};
        for (std::uint32_t s = 0; s < all_scouts; ++s)
            hexscan_test::warp_on_host::run_warp(s, [&] {
                hexapod_inclusive_rows_kernel<Rows, float, false, 1>(small.data.scan, &small.start, nowhere, scouts,
                                                                     true);
            });
        EXPECT_TRUE(std::any_of(witnesses.begin(), witnesses.end(), [](const RowWitnesses& w) { return w.count > 0; }));
    }
    for (std::uint32_t s = 0; s < all; ++s) {
        hexscan_test::warp_on_host::run_warp(s, [&] {
            if constexpr (inclusive)
                hexapod_inclusive_rows_kernel<Rows, float, false, 1>(small.data.scan, &small.start, targets, scouts,
                                                                     false);
            else
                hexapod_total_rows_kernel<Rows, float, false, 1>(small.data.scan, &small.start, targets);
        });
        int at = 0;
        for (int lane = 0; lane < Rows::rows; ++lane) {
            const auto [row, slice] = segment_row(s, per_slice, Rows::rows, lane);
            const std::uint8_t count = segments[s].run_counts[lane];
            if (count == undecided_row) {
                ++undecided;
                continue;
            }
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
    EXPECT_EQ(rows_that_differ<true>(SmallScan(ranges(5, 9), WorkspaceKind::inclusive, 300, 40, 5), undecided), 0);
    EXPECT_LT(undecided, 10);
    EXPECT_EQ(rows_that_differ<true>(SmallScan(cone(12, 3, 12, 3), WorkspaceKind::inclusive, 300, 40, 5), undecided),
              0);
    EXPECT_LT(undecided, 10);
}

/// As the rows, of the tilt map.
int tilts_that_differ(const SmallScan& small, int& undecided) {
    constexpr std::uint8_t unwritten = 0xFF;
    const auto columns = static_cast<std::size_t>(small.plan.columns()),
               rows = static_cast<std::size_t>(small.plan.rows());
    std::vector<std::uint8_t> rings(static_cast<std::size_t>(small.plan.points()), unwritten);
    std::vector<std::uint8_t> row_undecided(rows * static_cast<std::size_t>(small.plan.slices()), unwritten);
    const MapWindow window{0, small.plan.slices(), row_undecided.data()};
    for (std::uint32_t s = 0; s < small.segments(); ++s)
        hexscan_test::warp_on_host::run_warp(s, [&] {
            hexapod_tilt_kernel<float, false, max_narrow_runs, 1>(small.data.scan, &small.start, rings.data(),
                                                                  small.segments_per_slice(), small.segments(), window);
        });
    int wrong = 0;
    undecided = 0;
    std::vector<std::uint8_t> expected(columns);
    for (std::size_t r = 0; r < row_undecided.size(); ++r) {
        if (row_undecided[r] != 0) {
            EXPECT_EQ(row_undecided[r], 1);
            ++undecided;
            continue;
        }
        small.host.count_rings(static_cast<int>(r / rows), static_cast<int>(r % rows), expected);
        wrong += std::equal(expected.begin(), expected.end(), rings.begin() + static_cast<std::ptrdiff_t>(r * columns))
                     ? 0
                     : 1;
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
