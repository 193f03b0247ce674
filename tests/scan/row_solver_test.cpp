// Compares rows in closed form with the reference: platforms of every kind, cones and spheres that rows touch, and
// strokes.

#include "kernels/rows/row_solver.h"
#include "kernels/kinematics.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <sstream>
#include <string>

#include <gtest/gtest.h>

#include "src/engines/host_engines.h"
#include "src/scan/plan.h"
#include "src/scan/platform.h"
#include "tests/support/bare_platforms.h"
#include "tests/support/random/dice.h"
#include "tests/support/random/random_platform.h"
#include "tests/support/row_comparison.h"
#include "tests/support/values.h"

namespace {

using namespace hexscan;
using namespace hexscan_test;

TEST(RowSolver, EqualsTheReferenceOnRandomPlatforms) {
    const RowTally tally = compare_many(random_platform, 8000);
    expect_both_verdicts(tally);
    // Generic rows rarely graze a limit, so the reference is rarely needed for a whole row.
    EXPECT_LT(tally.undecided_rows, tally.float_rows / 200) << summary(tally);
}

TEST(RowSolver, EqualsTheReferenceOnIntegerPlatforms) { expect_both_verdicts(compare_many(integer_platform, 8000)); }

TEST(RowSolver, EqualsTheReferenceOnEverySlab) {
    for (std::uint64_t seed = 0; seed < 50; ++seed) {
        const ScanPlan plan = make_scan_plan(random_platform(seed));
        const Workspace whole = scan_reference(plan.oriented());
        for (int slice = 0; slice < plan.slices(); ++slice) {
            const Workspace slab = scan_on_cpu(plan.slab(slice, 1).oriented());
            ASSERT_EQ(slab.size(), 1U);
            EXPECT_TRUE(slab[0] == whole[static_cast<std::size_t>(slice)]) << "seed " << seed << " slice " << slice;
        }
    }
}

/// The same point scanned as the only row of a plan and as one of many.
TEST(RowSolver, DoesNotCareWhichRowsAreSolvedTogether) {
    RowTally tally;
    for (std::uint64_t seed = 0; seed < 400; ++seed) {
        const Platform platform = integer_platform(seed);
        const ScanPlan plan = make_scan_plan(platform);
        for (int row = 0; row < plan.rows(); ++row) {
            Platform one_row = platform;
            one_row.scan.y = around(grid_coordinate(plan.y, row), 0, 1);
            one_row.machine.name += " row " + std::to_string(row);
            compare(one_row, tally);
        }
    }
    EXPECT_EQ(tally.differences, 0) << summary(tally);
}

// ---- cones ----------------------------------------------------------------------------------------------

/// An axis that leans along the row by any amount, including the row's own direction.
Vector leaning_axis(Dice& dice) {
    switch (dice.whole(0, 7)) {
        case 0: return {1, 0, 0};
        case 1: return {-1, 0, 0};
        case 2: return {0, dice.one_of({-1.0, 1.0}), 0};
        case 3: return {0, 0, dice.one_of({-1.0, 1.0})};
        case 4: return unit({dice.one_of({-1.0, 1.0}), dice.one_of({-1.0, 1.0}), dice.one_of({-1.0, 0.0, 1.0})});
        case 5: return unit({dice.one_of({-1.0, 1.0}), dice.magnitude(1e-9, 1), dice.magnitude(1e-9, 1)});
        case 6: return unit({dice.magnitude(1e-12, 1), dice.between(-1, 1), 1});
        default: return direction(dice);
    }
}

double tilt_limit(Dice& dice) {
    const double degrees =
        dice.one_of({0.0,  1e-4,    0.5,  10.0,  30.0,  44.999999, 45.0,  45.000001, 60.0,  89.0, 89.9999,
                     90.0, 90.0001, 91.0, 120.0, 135.0, 150.0,     179.0, 179.9999,  180.0, 1e9});
    return degrees > 180 ? infinity : radians(degrees);
}

/// Legs are so short that their apexes lie among the grid points.
Platform coned(std::uint64_t seed) {
    Dice dice(seed);
    Platform platform = unlimited(seeded("coned", seed));
    const double limited = dice.one_of({0.1, 0.3, 1.0});
    const double base_tilt = tilt_limit(dice);
    for (std::size_t leg = 0; leg < leg_count; ++leg) {
        platform.machine.base.points_m[leg] = {dice.between(-1, 1), dice.between(-1, 1), dice.between(-1, 1)};
        platform.machine.base.axes[leg] = leaning_axis(dice);
        platform.machine.platform.axes[leg] = leaning_axis(dice);
        if (dice.chance(limited)) platform.machine.base.max_tilt_rad[leg] = base_tilt;
        if (dice.chance(limited / 2)) platform.machine.platform.max_tilt_rad[leg] = tilt_limit(dice);
    }
    const double roll_rad = dice.chance(0.5) ? 0 : dice.between(-pi, pi);
    const double yaw_rad = dice.chance(0.5) ? 0 : dice.between(-pi, pi);
    platform.scan.orientations = Orientation{roll_rad, 0, yaw_rad};
    const double middle_m = dice.between(-0.5, 0.5);
    platform.scan.x = around(middle_m, 3, dice.one_of({2, 31, 64, 257}));
    platform.scan.y = around(0, 2, dice.one_of({1, 5, 33, 40}));
    platform.scan.z = around(dice.between(-1, 1), 1, 3);
    return platform;
}

TEST(RowSolver, NeverCountsTheMirrorCone) { expect_both_verdicts(compare_many(coned, 4000)); }

/// One cone with any limit on one leg. Its axis is along x, y, z or a diagonal, and its apex is on the grid. At 45
/// degrees the row's direction lies on the cone (A = 0).
Platform lone_cone(Vector axis, double tilt_deg) {
    std::ostringstream name;
    name << "cone (" << axis.x << ", " << axis.y << ", " << axis.z << ") " << tilt_deg;
    Platform platform = unlimited(name.str());
    platform.machine.base.axes[0] = unit(axis);
    platform.machine.base.max_tilt_rad[0] = radians(tilt_deg);
    platform.scan.x = around(0, 4, 17);
    platform.scan.y = around(0, 4, 17);
    platform.scan.z = around(0, 4, 17);
    return platform;
}

TEST(RowSolver, ConesAlongTheGridAtEveryLimit) {
    RowTally tally;
    for (const double tilt_deg :
         {0.0, 30.0, 45.0, 54.735610317245346, 60.0, 89.9999, 90.0, 90.0001, 120.0, 135.0, 179.0})
        for (int k = 0; k < 27; ++k) {
            const Vector axis{static_cast<double>(k % 3 - 1), static_cast<double>(k / 3 % 3 - 1),
                              static_cast<double>(k / 9 - 1)};
            if (length(axis) > 0) compare(lone_cone(axis, tilt_deg), tally);
        }
    EXPECT_EQ(tally.differences, 0) << summary(tally);
    expect_both_verdicts(tally);
}

/// A row that touches a cone along a generator, in only one grid point. Position l and axis n are integers with n . l =
/// nx |l|^2 / lx, so the cone through l about n is tangent to the row there.
Platform touching_cone(std::uint64_t seed) {
    Dice dice(seed);
    for (;;) {
        const int x = dice.whole(1, 6), y = dice.whole(-6, 6), z = dice.whole(-6, 6);
        const int nx = dice.whole(1, 6), ny = dice.whole(-9, 9), nz = dice.whole(-9, 9);
        if ((nx * x + ny * y + nz * z) * x != nx * (x * x + y * y + z * z)) continue;
        Platform platform = unlimited(seeded("touching cone", seed));
        const double sign = dice.one_of({-1.0, 1.0});
        const Vector l{double(x), double(y), double(z)}, n{double(nx), double(ny), double(nz)};
        const double cosine = (n.x * l.x + n.y * l.y + n.z * l.z) / (length(n) * length(l));
        const std::size_t leg = static_cast<std::size_t>(dice.whole(0, 5));
        platform.machine.base.axes[leg] = unit({sign * n.x, sign * n.y, sign * n.z});
        platform.machine.base.max_tilt_rad[leg] = sign > 0 ? std::acos(std::min(cosine, 1.0)) : pi - std::acos(cosine);
        platform.scan.x = around(l.x, 3, 7);
        platform.scan.y = around(l.y, 1, dice.one_of({1, 3}));
        platform.scan.z = around(l.z, 0, 1);
        return platform;
    }
}

TEST(RowSolver, RowsThatTouchAConeInOnePoint) { compare_many(touching_cone, 6000); }

/// A row that touches a sphere in one grid point, from inside the hole of Lmin or from inside Lmax.
Platform touching_sphere(std::uint64_t seed) {
    Dice dice(seed);
    Platform platform = unlimited(seeded("touching sphere", seed));
    const double scale = dice.one_of({1.0, 0.1, 1.0 / 3, 1e-3, 1e3});
    const double y = scale * dice.whole(-5, 5), z = scale * dice.whole(1, 5);
    const double radius = std::sqrt(y * y + z * z);
    const double nudged = radius * (1 + dice.whole(-3, 3) * dice.one_of({0.0, 0x1p-52, 1e-14, 1e-10}));
    const std::size_t leg = static_cast<std::size_t>(dice.whole(0, 5));
    (dice.chance(0.5) ? platform.machine.telescopic().min_length : platform.machine.telescopic().max_length)[leg] =
        nudged;
    platform.scan.x = around(0, scale * 2, dice.one_of({1, 5, 9, 401}));
    platform.scan.y = around(y, scale, dice.one_of({1, 3}));
    platform.scan.z = around(z, 0, 1);
    return platform;
}

TEST(RowSolver, RowsThatTouchASphereInOnePoint) { compare_many(touching_sphere, 6000); }

// ---- strokes and runs -----------------------------------------------------------------------------------

/// Six legs whose shortest lengths cut six holes into a row.
Platform seven_runs(int columns) {
    Platform platform = unlimited("seven runs, " + std::to_string(columns) + " columns");
    for (std::size_t leg = 0; leg < leg_count; ++leg)
        platform.machine.base.points_m[leg] = {static_cast<double>(leg * 7 % 6), 0, 0};
    platform.machine.telescopic().min_length.fill(0.3);
    platform.machine.telescopic().max_length.fill(5.5);
    platform.scan.x = {-1, 6, columns};
    platform.scan.y = around(0, 0.4, 9);
    platform.scan.z = around(0, 0.4, 9);
    return platform;
}

TEST(RowSolver, SevenRunsInARow) {
    for (const int columns : {71, 1000, 65537}) {
        RowTally tally;
        compare(seven_runs(columns), tally);
        EXPECT_EQ(tally.differences, 0);
        EXPECT_EQ(tally.most_runs, 7U);
    }
}

/// Below its joint each leg meets a sphere and two forbidden cones that lean to either side. This makes 18 holes.
Platform nineteen_runs(int columns) {
    Platform platform = unlimited("nineteen runs, " + std::to_string(columns) + " columns");
    const double lean = radians(80), sine = std::sin(lean), cosine = std::cos(lean);
    platform.machine.base.axes.fill({sine, 0, cosine});
    platform.machine.platform.axes.fill({-sine, 0, cosine});
    platform.machine.base.max_tilt_rad.fill(radians(177));
    platform.machine.platform.max_tilt_rad.fill(radians(176));
    platform.machine.telescopic().min_length.fill(0.5);
    for (std::size_t leg = 0; leg < leg_count; ++leg)
        platform.machine.base.points_m[leg] = {5.0 * static_cast<double>(leg * 5 % 6), 0, 0};
    platform.scan.x = {-3, 29, columns};
    platform.scan.y = around(0, 0.1, 5);
    platform.scan.z = {-0.3, 0.3, 7};
    return platform;
}

TEST(RowSolver, NineteenRunsInARow) {
    for (const int columns : {1000, 2001, 65537}) {
        RowTally tally;
        compare(nineteen_runs(columns), tally);
        EXPECT_EQ(tally.differences, 0);
        EXPECT_EQ(tally.most_runs, 19U);
    }
}

TEST(RowSolver, WholeAndEmptyRows) {
    Platform platform = unlimited("whole and empty");
    platform.machine.telescopic().max_length.fill(1);
    platform.scan.x = around(0, 0.5, 100);
    platform.scan.y = around(0, 3, 13);
    RowTally tally;
    const Workspace workspace = compare(platform, tally);
    EXPECT_EQ(tally.differences, 0);
    EXPECT_EQ(workspace[0].row(0).size(), 0U);
    EXPECT_EQ(to_text(workspace[0].row(6)), " [0, 99]");
}

/// Lmin = 0 removes nothing, not even the point where the leg has no length. Lmin = Lmax leaves a sphere.
TEST(RowSolver, StrokesOfNothingAndFromNothing) {
    RowTally tally;
    for (const double shortest : {0.0, 3.0})
        for (const double longest : {3.0, 5.0}) {
            Platform platform = unlimited("stroke");
            platform.machine.telescopic().min_length[2] = shortest;
            platform.machine.telescopic().max_length[2] = longest;
            platform.scan.x = platform.scan.y = platform.scan.z = around(0, 5, 11);
            const Workspace workspace = compare(platform, tally);
            EXPECT_EQ(shortest == 0, workspace[5].row(5).size() == 1U) << shortest;
        }
    EXPECT_EQ(tally.differences, 0) << summary(tally);
    EXPECT_GT(tally.reachable, 0);
}

/// Runs and holes as narrow as a small part of a column, at any place between two columns.
Platform thin_shell(std::uint64_t seed) {
    Dice dice(seed);
    Platform platform = unlimited(seeded("thin shell", seed));
    for (std::size_t leg = 0; leg < leg_count; ++leg) {
        if (dice.chance(0.6)) continue;
        const double radius = dice.between(0.5, 1.5);
        platform.machine.base.points_m[leg] = {dice.between(-0.2, 0.2), dice.between(-0.2, 0.2), 0};
        platform.machine.telescopic().min_length[leg] = radius;
        if (dice.chance(0.7)) platform.machine.telescopic().max_length[leg] = radius + dice.magnitude(1e-12, 1e-1);
    }
    platform.scan.x = around(0, 1, dice.one_of({2, 17, 101, 1000}));
    platform.scan.y = around(0, 1, 33);
    platform.scan.z = around(0.3, 0.01, 2);
    return platform;
}

TEST(RowSolver, RunsAndHolesNarrowerThanAColumn) { EXPECT_GT(compare_many(thin_shell, 600).reachable, 0); }

}  // namespace
