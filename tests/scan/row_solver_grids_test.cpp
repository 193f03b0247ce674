// Compares rows in closed form with the reference: grids of few and of very many columns, machines of any size
// anywhere, limits under magnification, and the platforms that come with hexscan.

#include "kernels/rows/row_solver.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <string>

#include <gtest/gtest.h>

#include "kernels/kinematics.h"
#include "src/engines/host_engines.h"
#include "src/files/platform_file.h"
#include "src/scan/plan.h"
#include "src/scan/rows/row_geometry.h"
#include "tests/support/bare_platforms.h"
#include "tests/support/random/dice.h"
#include "tests/support/random/random_platform.h"
#include "tests/support/row_comparison.h"
#include "tests/support/values.h"

namespace {

using namespace hexscan;
using namespace hexscan_test;

TEST(RowSolver, GridsOfFewAndOfManyColumns) {
    RowTally tally;
    for (const int columns : {1, 2, 3, 65536, 65537, 100000})
        for (std::uint64_t seed = 0; seed < 12; ++seed) {
            Platform platform = random_platform(seed);
            platform.machine.name += ", " + std::to_string(columns) + " columns";
            platform.scan.x = around(platform.machine.home->position_m.x, 0.6, columns);
            platform.scan.y.count = std::min(platform.scan.y.count, 3);
            platform.scan.y.to_m = platform.scan.y.count == 1 ? platform.scan.y.from_m : platform.scan.y.to_m;
            platform.scan.z = around(platform.machine.home->position_m.z, 0, 1);
            compare(platform, tally);
        }
    EXPECT_EQ(tally.differences, 0) << summary(tally);
    EXPECT_GT(tally.reachable, 0);
}

/// Multiplies everything that is in metres.
void resize(double factor, Platform& platform) {
    for (auto* side : {&platform.machine.base, &platform.machine.platform})
        for (Vector& p : side->points_m) p = {p.x * factor, p.y * factor, p.z * factor};
    for (auto* lengths : {&platform.machine.telescopic().min_length, &platform.machine.telescopic().max_length})
        for (double& metres : *lengths) metres *= factor;
    for (auto* range : {&platform.scan.x, &platform.scan.y, &platform.scan.z}) {
        range->from_m *= factor;
        range->to_m *= factor;
    }
}

/// Moves base and grid together, so that coordinates are large and leg vectors stay small.
void move_away(const Vector& by, Platform& platform) {
    for (Vector& p : platform.machine.base.points_m) p = {p.x + by.x, p.y + by.y, p.z + by.z};
    platform.scan.x.from_m += by.x;
    platform.scan.x.to_m += by.x;
    platform.scan.y.from_m += by.y;
    platform.scan.y.to_m += by.y;
    platform.scan.z.from_m += by.z;
    platform.scan.z.to_m += by.z;
}

Platform resized_and_moved(std::uint64_t seed) {
    Dice dice(seed);
    Platform platform = seed % 2 ? random_platform(seed) : integer_platform(seed);
    platform.machine.name = seeded("resized and moved", seed);
    const double factor = dice.one_of({1e-6, 1e-3, 0.1, 1.0, 1e3});
    resize(factor, platform);
    const double away = dice.one_of({0.0, 10 * factor, 1e3 * factor, 1e3});
    move_away({dice.between(-away, away), dice.between(-away, away), dice.between(-away, away)}, platform);
    return platform;
}

TEST(RowSolver, MachinesOfAnySizeAnywhere) { expect_both_verdicts(compare_many(resized_and_moved, 6000)); }

/// Finds a run's end somewhere in a random scan: the last reachable column before an unreachable one.
bool find_end(const ScanPlan& plan, Dice& dice, Vector& end, double& step_m) {
    const Workspace workspace = scan_reference(plan.oriented());
    std::vector<Vector> ends;
    for (int s = 0; s < plan.slices(); ++s)
        for (int r = 0; r < plan.rows(); ++r)
            for (const Run& run : workspace[static_cast<std::size_t>(s)].row(r))
                if (run.last + 1 < plan.columns())
                    ends.push_back(
                        {grid_coordinate(plan.x, run.last), grid_coordinate(plan.y, r), grid_coordinate(plan.z, s)});
    if (ends.empty()) return false;
    end = ends[static_cast<std::size_t>(dice.whole(0, static_cast<int>(ends.size()) - 1))];
    step_m = plan.x.step_m;
    return true;
}

bool reachable_at(const ScanPlan& plan, double x, double y, double z) {
    return exact_reachable(plan.oriented().geometry, x, y, z);
}

/// Halves the step between a reachable x and an unreachable one until the limit is known.
double limit_between(const ScanPlan& plan, const Vector& inside, double outside_x) {
    double in = inside.x, out = outside_x;
    for (int k = 0; k < 60; ++k) {
        const double middle = in + (out - in) / 2;
        (reachable_at(plan, middle, inside.y, inside.z) ? in : out) = middle;
    }
    return in;
}

/// A magnified part of a limit: up to a billion columns per metre, so that rounding in float covers many columns.
Platform magnified(std::uint64_t seed) {
    Dice dice(seed);
    for (std::uint64_t attempt = 0;; ++attempt) {
        const std::uint64_t inner = seed * 64 + attempt;
        Platform platform = attempt % 2 ? random_platform(inner) : integer_platform(inner);
        const ScanPlan plan = make_scan_plan(platform);
        Vector end{};
        double step_m = 0;
        if (!find_end(plan, dice, end, step_m)) continue;
        platform.machine.name = seeded("magnified", seed);
        const double limit = limit_between(plan, end, end.x + step_m);
        const int columns = dice.one_of({2, 9, 33, 100});
        const double half = step_m * dice.magnitude(1e-6, 1e-1);
        platform.scan.x = around(limit + half * dice.between(-1.2, 1.2), half, columns);
        platform.scan.y = around(end.y, half, dice.one_of({1, 3}));
        platform.scan.z = around(end.z, 0, 1);
        return platform;
    }
}

TEST(RowSolver, MagnifiedLimits) {
    const RowTally tally = compare_many(magnified, 6000);
    expect_both_verdicts(tally);
    EXPECT_EQ(tally.unsolvable, 0) << summary(tally);
    EXPECT_LT(tally.undecided_in_double, tally.double_rows / 4) << summary(tally);
}

/// Several limits within a few columns of each other and of the grid's ends, on a fine grid.
Platform crowded_ends(std::uint64_t seed) {
    Dice dice(seed);
    Platform platform = unlimited(seeded("crowded ends", seed));
    const double step_m = dice.magnitude(1e-7, 1e-4);
    const double y = 0.3, end_m = std::sqrt(1 - y * y);
    const int columns = dice.one_of({5, 20, 60});
    for (std::size_t leg = 0; leg < leg_count; ++leg) {
        const double centre = dice.one_of({-1.0, 1.0}) * end_m;
        platform.machine.base.points_m[leg] = {centre + step_m * dice.between(-6, 6), 0, 0};
        if (dice.chance(0.6)) platform.machine.telescopic().min_length[leg] = 1;
        if (dice.chance(0.3)) platform.machine.telescopic().max_length[leg] = 1 + step_m * dice.between(0, 6);
        if (!dice.chance(0.3)) continue;
        platform.machine.base.axes[leg] = unit({centre, y, dice.between(0, 0.5)});
        platform.machine.base.max_tilt_rad[leg] = dice.between(0, pi);
    }
    platform.scan.x = around(step_m * dice.between(-8, 8), step_m * (columns - 1) / 2, columns);
    platform.scan.y = around(y, step_m, 3);
    platform.scan.z = around(0, 0, 1);
    return platform;
}

TEST(RowSolver, EndsThatCrowdAFewColumns) { compare_many(crowded_ends, 8000); }

/// Grids with steps of 1 nm must give exact verdicts too.
TEST(RowSolver, UltraFineGrids) {
    Platform platform = unlimited("ultra fine");
    platform.machine.telescopic().max_length.fill(1);
    platform.scan.x = around(std::sqrt(0.5), 1e-9, 3);
    platform.scan.y = around(std::sqrt(0.5), 1e-9, 3);
    RowTally tally;
    compare(platform, tally);
    EXPECT_EQ(tally.differences, 0);
}

/// The case study with so many columns that only single rows are left to the reference.
TEST(RowSolver, ColumnsByTheMillion) {
    Platform platform = built_in_platform();
    platform.scan.y.count = platform.scan.z.count = 7;
    for (const int columns : {1'000'000, 4'000'000}) {
        platform.scan.x.count = columns;
        RowTally tally;
        compare(platform, tally);
        EXPECT_EQ(tally.differences, 0);
        EXPECT_EQ(tally.unsolvable, 0);
        EXPECT_EQ(tally.undecided_in_double, 0) << summary(tally);
    }
    platform.scan.x = {0.2, 0.2001, 1000};
    platform.scan.y.count = platform.scan.z.count = 50;
    RowTally tally;
    compare(platform, tally);
    EXPECT_EQ(tally.differences, 0);
    EXPECT_LE(tally.undecided_in_double, 2) << summary(tally);
}

/// A tilt limit very close to 90 degrees is almost a plane. Its rows are solved like those of any other limit.
TEST(RowSolver, LimitsAHairFromARightAngle) {
    for (const double hair_deg : {1e-2, 1e-4, 1e-6, 1e-8, 1e-10, 1e-11, 1e-12, 1e-13})
        for (const double sign : {-1.0, 1.0}) {
            Platform platform = built_in_platform();
            platform.machine.base.max_tilt_rad.fill(radians(90 + sign * hair_deg));
            platform.machine.base.axes.fill({0.6, 0, 0.8});
            platform.machine.base.axes[2] = {0, 0.6, 0.8};
            platform.machine.platform.max_tilt_rad.fill(radians(90 - sign * hair_deg));
            platform.machine.platform.axes.fill({0, 0, 1});
            platform.scan.x = {-1.9, 1.9, 101};
            platform.scan.y = {-1.9, 1.9, 41};
            platform.scan.z = {-0.3, 1.9, 41};
            RowTally tally;
            compare(platform, tally);
            EXPECT_EQ(tally.differences, 0) << hair_deg * sign;
            EXPECT_LE(tally.undecided_in_double, tally.double_rows / 100) << hair_deg * sign << ": " << summary(tally);
        }
}

/// Closed forms solve every case-study grid that a designer is likely to request.
TEST(RowSolver, SolvesOrdinaryGrids) {
    Platform platform = load_platform(HEXSCAN_SOURCE_DIR "/platforms/case-study.yaml");
    for (const int columns : {2, 1000, 10000, 100000}) {
        platform.scan.x.count = columns;
        EXPECT_TRUE(make_row_geometry(make_scan_plan(platform).oriented()).solvable) << columns;
    }
}

class ShippedPlatform : public testing::TestWithParam<const char*> {};

TEST_P(ShippedPlatform, EqualsTheReferenceLevelAndTilted) {
    Platform platform = load_platform(std::string(HEXSCAN_SOURCE_DIR "/platforms/") + GetParam() + ".yaml");
    platform.scan.x.count = 301;
    platform.scan.y.count = 37;
    platform.scan.z.count = 15;
    RowTally tally;
    for (const double tilt_deg : {0.0, 1.5, -7.0}) {
        platform.scan.orientations = Orientation{radians(tilt_deg), radians(-tilt_deg / 2), radians(tilt_deg * 2)};
        compare(platform, tally);
    }
    EXPECT_EQ(tally.differences, 0) << summary(tally);
    EXPECT_GT(tally.reachable, 0) << summary(tally);
    EXPECT_LT(tally.undecided_rows, tally.float_rows / 50) << summary(tally);
}

INSTANTIATE_TEST_SUITE_P(Platforms, ShippedPlatform,
                         testing::Values("case-study", "rubin-camera-hexapod", "simona-flight-simulator"),
                         [](const auto& tested) {
                             std::string name = tested.param;
                             std::ranges::replace(name, '-', '_');
                             return name;
                         });

}  // namespace
