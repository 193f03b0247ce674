// Compares the double-precision reference with workspaces whose size is known in closed form.

#include "src/engines/host_engines.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <numbers>
#include <string>

#include <gtest/gtest.h>

#include "src/scan/plan.h"
#include "src/scan/platform.h"
#include "src/scan/rows/runs.h"
#include "tests/support/grid_points.h"
#include "tests/support/oracles/oracle.h"
#include "tests/support/values.h"

namespace {

using namespace hexscan;
using namespace hexscan_test;

// If each platform joint is its base joint plus the offset, every leg has the vector p + offset. So all six limit p to
// the same shell around -offset. The offsets are not multiples of the steps. If a ball is centred on a grid point, its
// lattice points come in shells and the count scatters more.
struct Shell {
    Vector centre_m;
    double inner_m, outer_m;
};

Platform shells(const Shell& even_legs, const Shell& odd_legs) {
    Platform platform;
    platform.machine.name = "shells";
    for (std::size_t leg = 0; leg < leg_count; ++leg) {
        const Shell& shell = leg % 2 == 0 ? even_legs : odd_legs;
        const double angle = static_cast<double>(leg) * pi / 3;
        const Vector a{std::cos(angle), std::sin(angle), 0};
        platform.machine.base.points_m[leg] = a;
        platform.machine.platform.points_m[leg] = {a.x - shell.centre_m.x, a.y - shell.centre_m.y, -shell.centre_m.z};
        platform.machine.telescopic().min_length[leg] = shell.inner_m;
        platform.machine.telescopic().max_length[leg] = shell.outer_m;
    }
    for (auto* side : {&platform.machine.base, &platform.machine.platform}) {
        side->axes.fill({0, 0, 1});
        side->max_tilt_rad.fill(infinity);
    }
    return platform;
}

constexpr Shell the_shell{{0.0137, -0.0071, 0.0193}, 0.5, 1.0};

/// A cubic grid with equal steps around the unit ball at the origin.
void cubic_grid(Platform& platform, int count) {
    platform.scan.x = platform.scan.y = platform.scan.z = {-1.1, 1.1, count};
}

double step_m(const ScanRange& range) { return (range.to_m - range.from_m) / (range.count - 1); }

double volume_m3(const Platform& platform) {
    const Workspace workspace = scan_reference(make_scan_plan(platform).oriented());
    std::int64_t points = 0;
    for (const WorkspaceSlice& slice : workspace) points += slice.reachable_points();
    const double cell = step_m(platform.scan.x) * step_m(platform.scan.y) * step_m(platform.scan.z);
    return static_cast<double>(points) * cell;
}

// A surface of area A crosses on average 1.5 A/h^2 cells of a cubic grid, because the mean of |nx| + |ny| + |nz| over
// all normals is 1.5. Each cell counts as full or empty, a rounding error with a standard deviation of at most half a
// cell. On a curved surface, neighbours' errors are independent. So the count's standard deviation is at most sqrt(1.5
// A/h^2) / 2 cells, and 3 sqrt(A/h^2) is five times that.
double volume_tolerance(double surface_m2, double h) { return 3 * std::sqrt(surface_m2) * h * h; }

// In the plane, a curve of length P crosses 4/pi P/h cells, which gives at most 0.56 sqrt(P/h) cells.
double area_tolerance(double perimeter_m, double h) { return 3 * std::sqrt(perimeter_m / h) * h * h; }

double cubed(double x) { return x * x * x; }

/// Expects `measured` to agree with `expected`. A radius error of 1 % would change it by far more than the tolerance.
void expect_close(double measured, double expected, double tolerance) {
    EXPECT_TRUE(std::abs(measured - expected) <= tolerance)
        << measured << " instead of " << expected << " +- " << tolerance;
    EXPECT_LT(tolerance, 0.01 * expected) << "the bound does not bite";
}

TEST(ClosedForm, LegsWithOneOffsetReachAShell) {
    Platform platform = shells(the_shell, the_shell);
    cubic_grid(platform, 111);
    const double r = the_shell.inner_m, R = the_shell.outer_m;
    const double surface = 4 * pi * (R * R + r * r);
    expect_close(volume_m3(platform), 4 * pi / 3 * (cubed(R) - cubed(r)),
                 volume_tolerance(surface, step_m(platform.scan.x)));
}

TEST(ClosedForm, OrientationCarriesTheOffsetAlong) {
    Platform platform = shells(the_shell, the_shell);
    platform.scan.orientations = hexscan::Orientation{0.3, -0.7, 2.1};
    // The leg vector is p + R b - a. If b is turned back by the orientation, the shell stays in place.
    for (Vector& b : platform.machine.platform.points_m) {
        const auto turned = hexscan_oracle::rotate_back({b.x, b.y, b.z}, 0.3, -0.7, 2.1);
        b = {double(turned.x), double(turned.y), double(turned.z)};
    }
    cubic_grid(platform, 41);
    Platform level = shells(the_shell, the_shell);
    cubic_grid(level, 41);
    EXPECT_EQ(scan_reference(make_scan_plan(platform).oriented()), scan_reference(make_scan_plan(level).oriented()));
}

// Radius and area of the reachable points of a one-slice scan, relative to the shell's centre.
struct SliceMeasure {
    double area_m2 = 0, nearest_m = infinity, farthest_m = 0;
};

SliceMeasure measure_slice(const Platform& platform, const Vector& centre) {
    const ScanPlan plan = make_scan_plan(platform);
    const Workspace workspace = scan_reference(plan.oriented());
    SliceMeasure measure;
    for_each_point(plan, [&](int column, int row, int slice) {
        if (!is_reachable(workspace, column, row, slice)) return;
        const Vector p = grid_point(platform, column, row, slice);
        const double distance = std::hypot(p.x - centre.x, p.y - centre.y);
        measure.nearest_m = std::min(measure.nearest_m, distance);
        measure.farthest_m = std::max(measure.farthest_m, distance);
        measure.area_m2 += step_m(platform.scan.x) * step_m(platform.scan.y);
    });
    return measure;
}

// Every disc of radius h / sqrt(2) holds a grid point. A disc that touches the circle from within is at most sqrt(2) h
// deep. So the farthest reachable point is that close to the radius, and beyond it only by rounding. The same holds for
// an inner circle from outside.
void expect_ring(const SliceMeasure& measure, double inner, double outer, double h) {
    const double depth = std::sqrt(2.0) * h, rounding = 1e-12;
    EXPECT_TRUE(measure.farthest_m <= outer + rounding) << measure.farthest_m << " " << outer;
    EXPECT_TRUE(measure.farthest_m >= outer - depth) << measure.farthest_m << " " << outer;
    EXPECT_TRUE(measure.nearest_m >= inner - rounding) << measure.nearest_m << " " << inner;
    EXPECT_TRUE(measure.nearest_m <= inner + depth) << measure.nearest_m << " " << inner;
    EXPECT_LT(depth, 0.01 * outer) << "the bound does not bite";
    expect_close(measure.area_m2, pi * (outer * outer - inner * inner), area_tolerance(2 * pi * (outer + inner), h));
}

TEST(ClosedForm, SlicesOfAShellAreAnnuli) {
    Platform platform = shells(the_shell, the_shell);
    for (const double height : {-0.83, -0.31, 0.02, 0.4, 0.6}) {
        cubic_grid(platform, 601);
        platform.scan.z = {height, height, 1};
        const double dz = height - the_shell.centre_m.z;
        const double inner = std::sqrt(std::max(0.0, 0.25 - dz * dz));
        SCOPED_TRACE("z = " + std::to_string(height) + " m");
        expect_ring(measure_slice(platform, the_shell.centre_m), inner, std::sqrt(1 - dz * dz),
                    step_m(platform.scan.x));
    }
}

// A cone of half-angle t about the shell's centre cuts out the spherical sector 2 pi/3 (R^3 - r^3) (1 - cos t).
double cone_volume_m3(double t) {
    return 2 * pi / 3 * (cubed(the_shell.outer_m) - cubed(the_shell.inner_m)) * (1 - std::cos(t));
}

double cone_surface_m2(double t) {
    const double rr = the_shell.inner_m * the_shell.inner_m, RR = the_shell.outer_m * the_shell.outer_m;
    return 2 * pi * (RR + rr) * (1 - std::cos(t)) + pi * std::sin(t) * (RR - rr);
}

TEST(ClosedForm, ATiltLimitCutsAConeOutOfTheShell) {
    const Vector axis{2.0 / 7, -3.0 / 7, 6.0 / 7};
    for (const double degrees : {35.0, 60.0, 90.0, 125.0, 160.0}) {
        for (const bool on_base : {true, false}) {
            Platform platform = shells(the_shell, the_shell);
            auto& side = on_base ? platform.machine.base : platform.machine.platform;
            side.axes.fill(axis);
            side.max_tilt_rad.fill(radians(degrees));
            cubic_grid(platform, 91);
            SCOPED_TRACE(std::to_string(degrees) + " deg on " + (on_base ? "base" : "platform"));
            const double t = radians(degrees);
            expect_close(volume_m3(platform), cone_volume_m3(t),
                         volume_tolerance(cone_surface_m2(t), step_m(platform.scan.x)));
        }
    }
}

// Two balls of radius R at distance d intersect in a lens of volume pi/12 (4 R + d) (2 R - d)^2. Half way between the
// centres the lens is as wide as the circle in which the spheres intersect, sqrt(R^2 - d^2/4).
constexpr double ball_distance_m = 0.9;

Platform lens() {
    const double half = ball_distance_m / 2;
    return shells({{0.0137, -0.0071, 0.0193 - half}, 0, 1}, {{0.0137, -0.0071, 0.0193 + half}, 0, 1});
}

TEST(ClosedForm, TwoOffsetsReachALens) {
    Platform platform = lens();
    cubic_grid(platform, 111);
    const double d = ball_distance_m;
    const double cap_height = 1 - d / 2;
    expect_close(volume_m3(platform), pi / 12 * (4 + d) * (2 - d) * (2 - d),
                 volume_tolerance(2 * 2 * pi * cap_height, step_m(platform.scan.x)));
}

TEST(ClosedForm, TheLensIsWidestHalfWay) {
    Platform platform = lens();
    const double half = ball_distance_m / 2;
    cubic_grid(platform, 601);
    platform.scan.z = {0.0193, 0.0193, 1};
    expect_ring(measure_slice(platform, {0.0137, -0.0071, 0}), 0, std::sqrt(1 - half * half), step_m(platform.scan.x));
    platform.scan.z = {0.2193, 0.2193, 1};
    expect_ring(measure_slice(platform, {0.0137, -0.0071, 0}), 0, std::sqrt(1 - (half + 0.2) * (half + 0.2)),
                step_m(platform.scan.x));
}

}  // namespace
