// Compares the part of a workspace that is connected to home with a flood fill of points, which shares no code with it.

#include "src/engines/connected_part.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <mutex>
#include <numeric>
#include <vector>

#include <gtest/gtest.h>

#include "kernels/kinematics.h"
#include "src/engines/host_engines.h"
#include "src/files/platform_file.h"
#include "src/scan/platform.h"
#include "tests/support/random/dice.h"

namespace {

using namespace hexscan;
using namespace hexscan_test;

/// A grid with unit steps that starts at 0.
ScanGrid unit_grid(int columns, int rows, int slices) {
    const auto axis = [](int count) {
        return GridAxis<double>{0, static_cast<double>(count - 1), count > 1 ? 1.0 : 0.0, count, 0, count};
    };
    return {axis(columns), axis(rows), axis(slices)};
}

using Points = std::vector<std::vector<std::vector<std::uint8_t>>>;  // indexed by slice, row and column

Workspace workspace_of(const Points& points) {
    Workspace workspace;
    for (const auto& slice : points) {
        WorkspaceSlice& out = workspace.emplace_back();
        for (const auto& row : slice) append_row_from_bytes(row, out);
    }
    return workspace;
}

/// Marks all points that are connected to one through neighbours along the axes. Returns their number.
std::int64_t flood(Points& points, std::array<int, 3> from, std::uint8_t mark) {
    std::vector<std::array<int, 3>> open{from};
    std::int64_t count = 0;
    const auto at = [&](const std::array<int, 3>& p) -> std::uint8_t& {
        return points[static_cast<std::size_t>(p[0])][static_cast<std::size_t>(p[1])][static_cast<std::size_t>(p[2])];
    };
    const std::array<int, 3> size{static_cast<int>(points.size()), static_cast<int>(points[0].size()),
                                  static_cast<int>(points[0][0].size())};
    at(from) = mark;
    while (!open.empty()) {
        const std::array<int, 3> here = open.back();
        open.pop_back();
        ++count;
        for (std::size_t axis = 0; axis < 3; ++axis)
            for (const int way : {-1, 1}) {
                std::array<int, 3> next = here;
                next[axis] += way;
                if (next[axis] < 0 || next[axis] >= size[axis] || at(next) != 1) continue;
                at(next) = mark;
                open.push_back(next);
            }
    }
    return count;
}

TEST(ConnectedPart, IsWhatAFloodFillReaches) {
    Dice dice(17);
    int several = 0;
    for (int k = 0; k < 300; ++k) {
        const int columns = dice.whole(1, 12), rows = dice.whole(1, 9), slices = dice.whole(1, 7);
        const double density = dice.between(0.1, 0.9);
        Points points(static_cast<std::size_t>(slices));
        for (auto& slice : points) {
            slice.resize(static_cast<std::size_t>(rows));
            for (auto& row : slice)
                for (int c = 0; c < columns; ++c) row.push_back(dice.chance(density) ? 1 : 0);
        }
        const double x = dice.between(-2, columns + 1), y = dice.between(-2, rows + 1),
                     z = dice.between(-2, slices + 1);
        const ConnectedPart part =
            part_connected_with({x, y, z}, workspace_of(points), unit_grid(columns, rows, slices));
        // Finds the nearest point by a loop over all points. If two are equally near, the results may differ.
        double least = INFINITY, next = INFINITY;
        std::array<int, 3> nearest{};
        for (int s = 0; s < slices; ++s)
            for (int r = 0; r < rows; ++r)
                for (int c = 0; c < columns; ++c) {
                    if (points[static_cast<std::size_t>(s)][static_cast<std::size_t>(r)][static_cast<std::size_t>(c)] ==
                        0)
                        continue;
                    const double away = std::hypot(c - x, r - y, s - z);
                    next = std::min(next, std::max(away, least));
                    if (away < least) {
                        least = away;
                        nearest = {s, r, c};
                    }
                }
        if (least == INFINITY) {
            EXPECT_TRUE(part.part_points.empty());
            continue;
        }
        if (next - least < 1e-9) continue;
        Points kept = points;
        std::vector<std::int64_t> expected{flood(kept, nearest, 2)}, others;
        Points rest = kept;
        for (int s = 0; s < slices; ++s)
            for (int r = 0; r < rows; ++r)
                for (int c = 0; c < columns; ++c)
                    if (rest[static_cast<std::size_t>(s)][static_cast<std::size_t>(r)][static_cast<std::size_t>(c)] ==
                        1)
                        others.push_back(flood(rest, {s, r, c}, 3));
        std::sort(others.begin(), others.end(), std::greater<>());
        expected.insert(expected.end(), others.begin(), others.end());
        EXPECT_EQ(part.part_points, expected) << k;
        several += expected.size() > 1 ? 1 : 0;
        for (auto& slice : kept)
            for (auto& row : slice)
                for (std::uint8_t& point : row) point = point == 2 ? 1 : 0;
        EXPECT_EQ(part.runs, workspace_of(kept)) << k;
    }
    EXPECT_GT(several, 100);
}

/// Counts the reachable points of the slices that it takes.
class Counter final : public Consumer {
public:
    void take(const Slice& slice) override {
        const std::lock_guard lock(mutex_);
        points += slice.runs.reachable_points();
        axes += slice.axis_reachable ? 1 : 0;
    }
    std::int64_t points = 0;
    int axes = 0;

private:
    std::mutex mutex_;
};

/// Both sides of the base are reachable and are mirror images. Nothing between them is reachable.
TEST(ConnectedPart, OfAMachineThatFitsBelowItsBaseIsHomesSide) {
    Platform platform = built_in_platform();
    platform.machine.base.max_tilt_rad.fill(INFINITY);
    platform.machine.platform.max_tilt_rad.fill(INFINITY);
    platform.scan.x = platform.scan.y = {-0.9, 0.9, 41, false};
    platform.scan.z = {-2, 2, 81, false};
    const ScanPlan plan = make_scan_plan(platform);
    const Engine& engine = fastest_host_engine(plan);
    Counter all, homes, mirrored;
    Consumer* consumer = &all;
    deliver(engine, plan, std::span(&consumer, 1), {});
    ConnectedPart part;
    consumer = &homes;
    deliver_connected(engine, plan, platform.machine.home->position_m, std::span(&consumer, 1), {}, part);
    const std::vector<std::int64_t> parts = part.part_points;
    ASSERT_GE(parts.size(), 2U);
    EXPECT_EQ(homes.points, parts[0]);
    EXPECT_EQ(std::accumulate(parts.begin(), parts.end(), std::int64_t{0}), all.points);
    EXPECT_GT(homes.axes, 0);
    EXPECT_EQ(2 * homes.axes, all.axes);
    consumer = &mirrored;
    deliver_connected(engine, plan, {0, 0, -1.45}, std::span(&consumer, 1), {}, part);
    EXPECT_EQ(mirrored.points, homes.points);
    EXPECT_EQ(part.part_points, parts);
}

}  // namespace
