// Compares every column of radii.csv and radii_proved.csv with the oracle and the columns' definitions. Machines, sets
// and grids are random. Some grids cut the workspace off; in some the z axis is between grid points or outside the
// grid.

#include <algorithm>
#include <cmath>
#include <numbers>
#include <vector>

#include <gtest/gtest.h>

#include "src/engines/axis_verdicts.h"
#include "src/engines/delivery.h"
#include "src/engines/host_engines.h"
#include "src/results/radii/radii_file.h"
#include "tests/support/oracles/oracle.h"
#include "tests/support/random/dice.h"
#include "tests/support/random/how_many.h"
#include "tests/support/random/random_platform.h"
#include "tests/support/random/random_set.h"
#include "tests/support/temporary_folder.h"

namespace {

using namespace hexscan;
using namespace hexscan_test;

/// The oracle's margin of a position in the workspace of a set of orientations.
double workspace_margin(const Platform& platform, const std::vector<Orientation>& set, double x_m, double y_m,
                        double z_m) {
    const bool inclusive = platform.scan.workspace == WorkspaceKind::inclusive;
    double margin = inclusive ? -INFINITY : INFINITY;
    for (const Orientation& orientation : set) {
        const double here = hexscan_oracle::margin(at(platform, orientation), x_m, y_m, z_m);
        margin = inclusive ? std::max(margin, here) : std::min(margin, here);
    }
    return margin;
}

struct SlicePoints {
    std::vector<PlanePoint> reachable, unreachable;
    double cells = 0;  ///< sum over the reachable points of their parts of a cell dx dy
    bool axis = false, is_certain = true;
};

SlicePoints slice_points(const Platform& platform, double z_m) {
    const std::vector<Orientation> set = members(platform.scan.orientations);
    const ScanRequest& scan = platform.scan;
    SlicePoints points;
    const auto decide = [&](double x_m, double y_m) {
        const double margin = workspace_margin(platform, set, x_m, y_m, z_m);
        points.is_certain = points.is_certain && !(std::abs(margin) <= hexscan_oracle::sure_margin);
        return margin > 0;
    };
    points.axis = decide(0, 0);
    const auto coordinate = [](const ScanRange& range, int i) {
        return range.count == 1 ? range.from_m : range.from_m + (range.to_m - range.from_m) * i / (range.count - 1);
    };
    const auto part = [](const ScanRange& range, int i) {
        return range.count > 1 && (i == 0 || i == range.count - 1) ? 0.5 : 1.0;
    };
    for (int r = 0; r < scan.y.count; ++r)
        for (int c = 0; c < scan.x.count; ++c) {
            const PlanePoint at{coordinate(scan.x, c), coordinate(scan.y, r)};
            const bool reachable = decide(at.x_m, at.y_m);
            (reachable ? points.reachable : points.unreachable).push_back(at);
            if (reachable) points.cells += part(scan.x, c) * part(scan.y, r);
        }
    return points;
}

/// Checks that a circle is the smallest around all points: all are inside, and no half of the circle is without a
/// point.
void expect_smallest(const Circle& circle, const std::vector<PlanePoint>& points) {
    const double dust_m = 1e-9 * (circle.radius_m + std::hypot(circle.x_m, circle.y_m)) + 1e-15;
    std::vector<double> angles;
    for (const PlanePoint& p : points) {
        const double away_m = std::hypot(p.x_m - circle.x_m, p.y_m - circle.y_m);
        ASSERT_LE(away_m, circle.radius_m + dust_m);
        if (away_m >= circle.radius_m - dust_m) angles.push_back(std::atan2(p.y_m - circle.y_m, p.x_m - circle.x_m));
    }
    ASSERT_FALSE(angles.empty());
    if (circle.radius_m <= dust_m) return;
    std::sort(angles.begin(), angles.end());
    double widest_rad = angles.front() + 2 * std::numbers::pi - angles.back();
    for (std::size_t i = 1; i < angles.size(); ++i) widest_rad = std::max(widest_rad, angles[i] - angles[i - 1]);
    EXPECT_LE(widest_rad, std::numbers::pi * (1 + 1e-6));
}

void expect_as_defined(const SliceRadii& told, const SlicePoints& points, const ScanRequest& scan) {
    EXPECT_EQ(told.reachable_points, static_cast<std::int64_t>(points.reachable.size()));
    const auto step_m = [](const ScanRange& range) {
        return range.count > 1 ? (range.to_m - range.from_m) / (range.count - 1) : 0.0;
    };
    const double area_m2 = points.cells * step_m(scan.x) * step_m(scan.y);
    EXPECT_LE(std::abs(told.area_m2 - area_m2), 1e-12 * area_m2);
    EXPECT_LE(told.area_m2, (scan.x.to_m - scan.x.from_m) * (scan.y.to_m - scan.y.from_m) * (1 + 1e-12));
    ASSERT_EQ(told.circumcircle.has_value(), !points.reachable.empty());
    if (points.reachable.empty()) {
        EXPECT_FALSE(told.inscribed_radius_m);
        return;
    }
    expect_smallest(*told.circumcircle, points.reachable);
    if (!points.axis) {
        EXPECT_EQ(told.inscribed_radius_m, 0.0);
        return;
    }
    ASSERT_EQ(told.inscribed_radius_m.has_value(), !points.unreachable.empty());
    double nearest_m = INFINITY;
    for (const PlanePoint& p : points.unreachable) nearest_m = std::min(nearest_m, std::hypot(p.x_m, p.y_m));
    if (told.inscribed_radius_m) {
        EXPECT_LE(std::abs(*told.inscribed_radius_m - nearest_m), 1e-9 * nearest_m);
    }
}

class RadiiAttack : public FolderTest {
protected:
    RadiiFile delivered(const Platform& platform) {
        const ScanPlan plan = make_scan_plan(platform);
        RadiiFile radii(plan, folder_);
        Consumer* const consumers[] = {&radii};
        (void)deliver(set_engine(), plan, consumers, {});
        radii.finish();
        return radii;
    }
};

/// A random machine with a random set, on a small grid around the middle of its default grid.
Platform attacked(std::uint64_t seed) {
    Dice dice(seed);
    Platform platform = random_platform(seed);
    const WorkspaceKind kinds[] = {WorkspaceKind::total, WorkspaceKind::inclusive};
    if (seed % 5 != 0) add_random_set(seed, kinds[seed % 2], platform);
    for (ScanRange* const range : {&platform.scan.x, &platform.scan.y})
        if (dice.chance(0.7)) {
            const double half_m = (range->to_m - range->from_m) / 2 * dice.between(0.2, 1);
            const double middle_m = dice.chance(0.5) ? 0.0 : dice.between(-0.5, 0.5) * half_m;
            *range = {middle_m - half_m, middle_m + half_m, dice.whole(2, 12), false};
            if (!(half_m > 0)) range->count = 1;
        }
    platform.scan.z.count = std::min(platform.scan.z.count, 4);
    if (platform.scan.z.count == 1) platform.scan.z.to_m = platform.scan.z.from_m;
    return platform;
}

TEST_F(RadiiAttack, EveryColumnIsThatOfTheSetsWorkspace) {
    int axis_reached = 0, axis_missed = 0, not_as_the_first = 0, cut_off = 0;
    const auto seeds = how_many_seeds(400);
    for (std::uint64_t seed = 0; seed < seeds; ++seed) {
        const Platform platform = attacked(seed);
        const RadiiFile radii = delivered(platform);
        const ScanGrid grid = scan_grid(platform.scan);
        double volume = 0;
        bool all_certain = true;
        for (int s = 0; s < grid.slices(); ++s) {
            SCOPED_TRACE(testing::Message() << "seed " << seed << " slice " << s);
            const SlicePoints points = slice_points(platform, radii.radii(s).z_m);
            all_certain = all_certain && points.is_certain;
            if (!points.is_certain) continue;
            expect_as_defined(radii.radii(s), points, platform.scan);
            volume += points.cells * (grid.slices() > 1 && (s == 0 || s == grid.slices() - 1) ? 0.5 : 1);
            if (points.reachable.empty()) continue;
            (points.axis ? axis_reached : axis_missed) += 1;
            not_as_the_first += points.axis != hexscan_oracle::reachable(platform, 0, 0, radii.radii(s).z_m);
        }
        if (!all_certain) continue;
        volume *= grid.x.step_m * grid.y.step_m * grid.z.step_m;
        EXPECT_LE(std::abs(radii.summary().volume_m3 - volume), 1e-12 * volume) << seed;
        cut_off += radii.summary().border.any();
    }
    if (asks_few()) return;
    EXPECT_GT(axis_reached, 40);
    EXPECT_GT(axis_missed, 40);
    EXPECT_GT(not_as_the_first, 10);
    EXPECT_GT(cut_off, 100);
}

/// The proof at the z axis equals the proof of a grid point on the axis.
TEST_F(RadiiAttack, TheProvedAxisIsThatOfAGridPointThere) {
    int proved = 0, only_possible = 0;
    for (std::uint64_t seed = 0; seed < 150; ++seed) {
        Platform platform = random_platform(seed);
        add_random_set(seed, WorkspaceKind::total, platform);
        if (platform.scan.orientations.is_single()) continue;
        platform.scan.questions.certified = true;
        const ScanPlan plan = make_scan_plan(platform);
        const AxisVerdicts axis = axis_verdicts(plan);
        Platform on_axis = platform;
        on_axis.scan.x = on_axis.scan.y = {0, 0, 1, false};
        const auto scan = reference_engine().prepare(make_scan_plan(on_axis));
        scan->scan();
        for (int s = 0; s < plan.slices(); ++s) {
            const auto at = static_cast<std::size_t>(s);
            EXPECT_EQ(axis.reachable[at], scan->slice(s).reachable_points() > 0) << seed;
            EXPECT_EQ(axis.proved[at], scan->proved(s).reachable_points() > 0) << seed;
            proved += axis.proved[at];
            only_possible += axis.reachable[at] && !axis.proved[at];
        }
    }
    EXPECT_GT(proved, 20);
    EXPECT_GT(only_possible, 5);
}

}  // namespace
