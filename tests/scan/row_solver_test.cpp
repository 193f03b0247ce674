#include "kernels/row_solver.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <initializer_list>
#include <limits>
#include <numbers>
#include <random>
#include <span>
#include <sstream>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "kernels/kinematics.h"
#include "src/scan/cpu_engine.h"
#include "src/scan/plan.h"
#include "src/scan/platform.h"
#include "src/scan/reference.h"
#include "src/scan/row_geometry.h"
#include "src/scan/runs.h"
#include "tests/support/random_platform.h"

/// The closed form against the reference test, point by point. No difference is ever allowed: not in double
/// on the CPU engine, and not in the float instantiation that the GPU runs. The latter may call a row
/// undecided; those rows are counted.
namespace {

using hexscan::for_each_run;
using hexscan::leg_count;
using hexscan::make_row_geometry;
using hexscan::make_scan_plan;
using hexscan::narrow_holes;
using hexscan::Platform;
using hexscan::RowColumns;
using hexscan::RowGeometry;
using hexscan::Run;
using hexscan::scan_on_cpu;
using hexscan::scan_reference;
using hexscan::ScanPlan;
using hexscan::ScanRange;
using hexscan::Vector;
using hexscan::wide_holes;
using hexscan::Workspace;
using hexscan::WorkspaceSlice;

constexpr double pi = std::numbers::pi;
constexpr double no_limit = std::numeric_limits<double>::infinity();
constexpr int reported_differences = 5;  ///< per test; the rest is only counted

double radians(double degrees) { return degrees * pi / 180; }

// ---- comparing ------------------------------------------------------------------------------------------

/// What a test has looked at, so that it can say that it looked at something.
struct Tally {
    std::int64_t platforms = 0, points = 0, reachable = 0, unsolvable = 0;
    std::int64_t float_rows = 0, undecided_rows = 0;
    std::int64_t double_rows = 0, undecided_in_double = 0;
    std::size_t most_runs = 0;
    int differences = 0;
};

std::string summary(const Tally& t) {
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

void report(const std::string& engine, const Platform& platform, int slice, int row, std::span<const Run> got,
            std::span<const Run> expected, Tally& tally) {
    if (++tally.differences > reported_differences) return;
    ADD_FAILURE() << platform.machine.name << ": " << engine << ", slice " << slice << " row " << row << ": runs"
                  << to_text(got) << ", reference" << to_text(expected);
}

bool equal(std::span<const Run> a, std::span<const Run> b) { return std::ranges::equal(a, b); }

void compare_rows(const std::string& engine, const Platform& platform, const Workspace& got, const Workspace& expected,
                  Tally& tally) {
    if (got == expected) return;
    ASSERT_EQ(got.size(), expected.size()) << platform.machine.name;
    for (std::size_t s = 0; s < got.size(); ++s) {
        ASSERT_EQ(got[s].rows(), expected[s].rows()) << platform.machine.name;
        for (int r = 0; r < got[s].rows(); ++r)
            if (!equal(got[s].row(r), expected[s].row(r)))
                report(engine, platform, static_cast<int>(s), r, got[s].row(r), expected[s].row(r), tally);
    }
}

/// One row by `Real` arithmetic: its runs, or nothing where the row is undecided.
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

/// Row by row, as a thread of the row-runs stage solves it.
template <int hole_count, class Real>
void compare_solved_rows(const Platform& platform, const RowGeometry& geometry, const Workspace& expected,
                         Tally& tally) {
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
                        Tally& tally) {
    if (geometry.single_suffices) compare_solved_rows<hole_count, float>(platform, geometry, expected, tally);
    compare_solved_rows<hole_count, double>(platform, geometry, expected, tally);
}

void count(const Workspace& workspace, Tally& tally) {
    for (const WorkspaceSlice& slice : workspace) {
        tally.reachable += slice.reachable_points();
        for (int r = 0; r < slice.rows(); ++r) tally.most_runs = std::max(tally.most_runs, slice.row(r).size());
    }
}

Workspace compare(const Platform& platform, Tally& tally) {
    const ScanPlan plan = make_scan_plan(platform);
    Workspace expected = scan_reference(plan);
    compare_rows("CPU engine", platform, scan_on_cpu(plan), expected, tally);
    const RowGeometry geometry = make_row_geometry(plan);
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

using Generate = std::function<Platform(std::uint64_t)>;

Tally compare_many(const Generate& generate, int platforms) {
    Tally tally;
    for (int seed = 0; seed < platforms; ++seed) compare(generate(static_cast<std::uint64_t>(seed)), tally);
    EXPECT_EQ(tally.differences, 0) << summary(tally);
    testing::Test::RecordProperty("tally", summary(tally));
    return tally;
}

/// Neither verdict may be so rare that always answering the other one would nearly pass.
void expect_both_verdicts(const Tally& tally) {
    EXPECT_GT(tally.reachable, tally.points / 50) << summary(tally);
    EXPECT_LT(tally.reachable, tally.points - tally.points / 50) << summary(tally);
}

// ---- building platforms ---------------------------------------------------------------------------------

class Dice {
public:
    explicit Dice(std::uint64_t seed) : engine_(seed) {}

    double between(double low, double high) {
        return low + (high - low) * (static_cast<double>(engine_() >> 11) * 0x1p-53);
    }
    /// Both ends included.
    int whole(int low, int high) {
        return low + static_cast<int>(engine_() % static_cast<std::uint64_t>(high - low + 1));
    }
    bool chance(double probability) { return between(0, 1) < probability; }
    template <class T>
    T one_of(std::initializer_list<T> choices) {
        return *(choices.begin() + whole(0, static_cast<int>(choices.size()) - 1));
    }
    /// Spread evenly over the decades.
    double magnitude(double low, double high) { return low * std::pow(high / low, between(0, 1)); }

private:
    std::mt19937_64 engine_;
};

double length(const Vector& v) { return std::hypot(v.x, v.y, v.z); }
Vector unit(const Vector& v) { return {v.x / length(v), v.y / length(v), v.z / length(v)}; }

Vector direction(Dice& dice) {
    for (;;) {
        const Vector v{dice.between(-1, 1), dice.between(-1, 1), dice.between(-1, 1)};
        if (length(v) > 0.1 && length(v) < 1) return unit(v);
    }
}

/// No limits but a stroke that reaches everywhere; all joints at their origins, so that a leg vector is the
/// platform's position. One point at the origin.
Platform unlimited(const std::string& name) {
    Platform platform;
    platform.machine.name = name;
    for (auto* side : {&platform.machine.base, &platform.machine.platform}) {
        side->axes.fill({0, 0, 1});
        side->max_tilt_rad.fill(no_limit);
    }
    platform.machine.max_length_m.fill(1e3);
    return platform;
}

std::string seeded(const std::string& name, std::uint64_t seed) { return name + " " + std::to_string(seed); }

ScanRange around(double centre, double half, int count) {
    return count == 1 ? ScanRange{centre, centre, 1} : ScanRange{centre - half, centre + half, count};
}

// ---- shared generators ----------------------------------------------------------------------------------

TEST(RowSolver, EqualsTheReferenceOnRandomPlatforms) {
    const Tally tally = compare_many(hexscan_test::random_platform, 8000);
    expect_both_verdicts(tally);
    // Generic rows hardly ever graze a limit, so the reference is hardly ever asked for a whole row.
    EXPECT_LT(tally.undecided_rows, tally.float_rows / 200) << summary(tally);
}

TEST(RowSolver, EqualsTheReferenceOnIntegerPlatforms) {
    expect_both_verdicts(compare_many(hexscan_test::integer_platform, 8000));
}

TEST(RowSolver, EqualsTheReferenceOnEverySlab) {
    for (std::uint64_t seed = 0; seed < 50; ++seed) {
        const ScanPlan plan = make_scan_plan(hexscan_test::random_platform(seed));
        const Workspace whole = scan_reference(plan);
        for (int slice = 0; slice < plan.slices(); ++slice) {
            const Workspace slab = scan_on_cpu(plan.slab(slice, 1));
            ASSERT_EQ(slab.size(), 1U);
            EXPECT_TRUE(slab[0] == whole[static_cast<std::size_t>(slice)]) << "seed " << seed << " slice " << slice;
        }
    }
}

/// The same point scanned as the only row of a plan and as one of many.
TEST(RowSolver, DoesNotCareWhichRowsAreSolvedTogether) {
    Tally tally;
    for (std::uint64_t seed = 0; seed < 400; ++seed) {
        const Platform platform = hexscan_test::integer_platform(seed);
        const ScanPlan plan = make_scan_plan(platform);
        for (int row = 0; row < plan.rows(); ++row) {
            Platform one_row = platform;
            one_row.scan.y = around(grid_coordinate(plan.geometry.y, row), 0, 1);
            one_row.machine.name += " row " + std::to_string(row);
            compare(one_row, tally);
        }
    }
    EXPECT_EQ(tally.differences, 0) << summary(tally);
}

// ---- cones ----------------------------------------------------------------------------------------------

/// An axis that leans along the row by any amount, the row's own direction included.
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
    return degrees > 180 ? no_limit : radians(degrees);
}

/// Legs short enough for their apexes to lie among the grid points.
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
    platform.scan.orientations = hexscan::Orientation{roll_rad, 0, yaw_rad};
    platform.scan.x = around(dice.between(-0.5, 0.5), 3, dice.one_of({2, 31, 64, 257}));
    platform.scan.y = around(0, 2, dice.one_of({1, 5, 33, 40}));
    platform.scan.z = around(dice.between(-1, 1), 1, 3);
    return platform;
}

TEST(RowSolver, NeverCountsTheMirrorCone) { expect_both_verdicts(compare_many(coned, 4000)); }

/// One cone of any limit on one leg, its axis along x, y, z or a diagonal: with 45 degrees the row's
/// direction lies on the cone (A = 0). Apex on the grid.
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
    Tally tally;
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

/// A row that touches a cone along a generator, in one grid point only: position l and axis n are integer and
/// n . l = nx |l|^2 / lx, so the cone through l about n is tangent to the row there.
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

/// A row that touches a sphere in one grid point, from inside the hole of Lmin or from within Lmax.
Platform touching_sphere(std::uint64_t seed) {
    Dice dice(seed);
    Platform platform = unlimited(seeded("touching sphere", seed));
    const double scale = dice.one_of({1.0, 0.1, 1.0 / 3, 1e-3, 1e3});
    const double y = scale * dice.whole(-5, 5), z = scale * dice.whole(1, 5);
    const double radius = std::sqrt(y * y + z * z);
    const double nudged = radius * (1 + dice.whole(-3, 3) * dice.one_of({0.0, 0x1p-52, 1e-14, 1e-10}));
    const std::size_t leg = static_cast<std::size_t>(dice.whole(0, 5));
    (dice.chance(0.5) ? platform.machine.min_length_m : platform.machine.max_length_m)[leg] = nudged;
    platform.scan.x = around(0, scale * 2, dice.one_of({1, 5, 9, 401}));
    platform.scan.y = around(y, scale, dice.one_of({1, 3}));
    platform.scan.z = around(z, 0, 1);
    return platform;
}

TEST(RowSolver, RowsThatTouchASphereInOnePoint) { compare_many(touching_sphere, 6000); }

// ---- strokes and runs -----------------------------------------------------------------------------------

/// Six legs whose shortest lengths cut six holes out of a row.
Platform seven_runs(int columns) {
    Platform platform = unlimited("seven runs, " + std::to_string(columns) + " columns");
    for (std::size_t leg = 0; leg < leg_count; ++leg)
        platform.machine.base.points_m[leg] = {static_cast<double>(leg * 7 % 6), 0, 0};
    platform.machine.min_length_m.fill(0.3);
    platform.machine.max_length_m.fill(5.5);
    platform.scan.x = {-1, 6, columns};
    platform.scan.y = around(0, 0.4, 9);
    platform.scan.z = around(0, 0.4, 9);
    return platform;
}

TEST(RowSolver, SevenRunsInARow) {
    for (const int columns : {71, 1000, 65537}) {
        Tally tally;
        compare(seven_runs(columns), tally);
        EXPECT_EQ(tally.differences, 0);
        EXPECT_EQ(tally.most_runs, 7U);
    }
}

/// Below its joint each leg meets a sphere and two forbidden cones that lean to either side: 18 holes.
Platform nineteen_runs(int columns) {
    Platform platform = unlimited("nineteen runs, " + std::to_string(columns) + " columns");
    const double lean = radians(80), sine = std::sin(lean), cosine = std::cos(lean);
    platform.machine.base.axes.fill({sine, 0, cosine});
    platform.machine.platform.axes.fill({-sine, 0, cosine});
    platform.machine.base.max_tilt_rad.fill(radians(177));
    platform.machine.platform.max_tilt_rad.fill(radians(176));
    platform.machine.min_length_m.fill(0.5);
    for (std::size_t leg = 0; leg < leg_count; ++leg)
        platform.machine.base.points_m[leg] = {5.0 * static_cast<double>(leg * 5 % 6), 0, 0};
    platform.scan.x = {-3, 29, columns};
    platform.scan.y = around(0, 0.1, 5);
    platform.scan.z = {-0.3, 0.3, 7};
    return platform;
}

TEST(RowSolver, NineteenRunsInARow) {
    for (const int columns : {1000, 2001, 65537}) {
        Tally tally;
        compare(nineteen_runs(columns), tally);
        EXPECT_EQ(tally.differences, 0);
        EXPECT_EQ(tally.most_runs, 19U);
    }
}

TEST(RowSolver, WholeAndEmptyRows) {
    Platform platform = unlimited("whole and empty");
    platform.machine.max_length_m.fill(1);
    platform.scan.x = around(0, 0.5, 100);
    platform.scan.y = around(0, 3, 13);
    Tally tally;
    const Workspace workspace = compare(platform, tally);
    EXPECT_EQ(tally.differences, 0);
    EXPECT_EQ(workspace[0].row(0).size(), 0U);
    EXPECT_EQ(to_text(workspace[0].row(6)), " [0, 99]");
}

/// Lmin = 0 cuts nothing, not even the point where the leg has no length; Lmin = Lmax leaves a sphere.
TEST(RowSolver, StrokesOfNothingAndFromNothing) {
    Tally tally;
    for (const double shortest : {0.0, 3.0})
        for (const double longest : {3.0, 5.0}) {
            Platform platform = unlimited("stroke");
            platform.machine.min_length_m[2] = shortest;
            platform.machine.max_length_m[2] = longest;
            platform.scan.x = platform.scan.y = platform.scan.z = around(0, 5, 11);
            const Workspace workspace = compare(platform, tally);
            EXPECT_EQ(shortest == 0, workspace[5].row(5).size() == 1U) << shortest;
        }
    EXPECT_EQ(tally.differences, 0) << summary(tally);
    EXPECT_GT(tally.reachable, 0);
}

/// Runs and holes down to a small part of a column, at any place between two columns.
Platform thin_shell(std::uint64_t seed) {
    Dice dice(seed);
    Platform platform = unlimited(seeded("thin shell", seed));
    for (std::size_t leg = 0; leg < leg_count; ++leg) {
        if (dice.chance(0.6)) continue;
        const double radius = dice.between(0.5, 1.5);
        platform.machine.base.points_m[leg] = {dice.between(-0.2, 0.2), dice.between(-0.2, 0.2), 0};
        platform.machine.min_length_m[leg] = radius;
        if (dice.chance(0.7)) platform.machine.max_length_m[leg] = radius + dice.magnitude(1e-12, 1e-1);
    }
    platform.scan.x = around(0, 1, dice.one_of({2, 17, 101, 1000}));
    platform.scan.y = around(0, 1, 33);
    platform.scan.z = around(0.3, 0.01, 2);
    return platform;
}

TEST(RowSolver, RunsAndHolesNarrowerThanAColumn) { EXPECT_GT(compare_many(thin_shell, 600).reachable, 0); }

// ---- grids ----------------------------------------------------------------------------------------------

TEST(RowSolver, GridsOfFewAndOfManyColumns) {
    Tally tally;
    for (const int columns : {1, 2, 3, 65536, 65537, 100000})
        for (std::uint64_t seed = 0; seed < 12; ++seed) {
            Platform platform = hexscan_test::random_platform(seed);
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

/// Everything in metres is multiplied.
void resize(double factor, Platform& platform) {
    for (auto* side : {&platform.machine.base, &platform.machine.platform})
        for (Vector& p : side->points_m) p = {p.x * factor, p.y * factor, p.z * factor};
    for (auto* lengths : {&platform.machine.min_length_m, &platform.machine.max_length_m})
        for (double& metres : *lengths) metres *= factor;
    for (auto* range : {&platform.scan.x, &platform.scan.y, &platform.scan.z}) {
        range->from_m *= factor;
        range->to_m *= factor;
    }
}

/// Base and grid move together, so that coordinates are large and leg vectors stay small.
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
    Platform platform = seed % 2 ? hexscan_test::random_platform(seed) : hexscan_test::integer_platform(seed);
    platform.machine.name = seeded("resized and moved", seed);
    const double factor = dice.one_of({1e-6, 1e-3, 0.1, 1.0, 1e3});
    resize(factor, platform);
    const double away = dice.one_of({0.0, 10 * factor, 1e3 * factor, 1e3});
    move_away({dice.between(-away, away), dice.between(-away, away), dice.between(-away, away)}, platform);
    return platform;
}

TEST(RowSolver, MachinesOfAnySizeAnywhere) { expect_both_verdicts(compare_many(resized_and_moved, 6000)); }

/// A run's end somewhere in a random scan: the last reachable column of a row that has an unreachable one.
bool find_end(const ScanPlan& plan, Dice& dice, Vector& end, double& step_m) {
    const Workspace workspace = scan_reference(plan);
    std::vector<Vector> ends;
    for (int s = 0; s < plan.slices(); ++s)
        for (int r = 0; r < plan.rows(); ++r)
            for (const Run& run : workspace[static_cast<std::size_t>(s)].row(r))
                if (run.last + 1 < plan.columns())
                    ends.push_back({grid_coordinate(plan.geometry.x, run.last), grid_coordinate(plan.geometry.y, r),
                                    grid_coordinate(plan.geometry.z, s)});
    if (ends.empty()) return false;
    end = ends[static_cast<std::size_t>(dice.whole(0, static_cast<int>(ends.size()) - 1))];
    step_m = plan.geometry.x.step_m;
    return true;
}

bool reachable_at(const ScanPlan& plan, double x, double y, double z) {
    return exact_reachable(plan.geometry, x, y, z);
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

/// A magnified look at a limit: up to a billion columns per metre, so that rounding in float reaches over
/// many columns.
Platform magnified(std::uint64_t seed) {
    Dice dice(seed);
    for (std::uint64_t attempt = 0;; ++attempt) {
        const std::uint64_t inner = seed * 64 + attempt;
        Platform platform = attempt % 2 ? hexscan_test::random_platform(inner) : hexscan_test::integer_platform(inner);
        const ScanPlan plan = make_scan_plan(platform);
        Vector end;
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
    const Tally tally = compare_many(magnified, 6000);
    expect_both_verdicts(tally);
    EXPECT_EQ(tally.unsolvable, 0) << summary(tally);
    EXPECT_LT(tally.undecided_in_double, tally.double_rows / 4) << summary(tally);
}

/// Several limits within a few columns of each other, and of the grid's ends, on a fine grid.
Platform crowded_ends(std::uint64_t seed) {
    Dice dice(seed);
    Platform platform = unlimited(seeded("crowded ends", seed));
    const double step_m = dice.magnitude(1e-7, 1e-4);
    const double y = 0.3, end_m = std::sqrt(1 - y * y);
    const int columns = dice.one_of({5, 20, 60});
    for (std::size_t leg = 0; leg < leg_count; ++leg) {
        const double centre = dice.one_of({-1.0, 1.0}) * end_m;
        platform.machine.base.points_m[leg] = {centre + step_m * dice.between(-6, 6), 0, 0};
        if (dice.chance(0.6)) platform.machine.min_length_m[leg] = 1;
        if (dice.chance(0.3)) platform.machine.max_length_m[leg] = 1 + step_m * dice.between(0, 6);
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

/// Grids of 1 nm steps are not guessed.
TEST(RowSolver, UltraFineGrids) {
    Platform platform = unlimited("ultra fine");
    platform.machine.max_length_m.fill(1);
    platform.scan.x = around(std::sqrt(0.5), 1e-9, 3);
    platform.scan.y = around(std::sqrt(0.5), 1e-9, 3);
    Tally tally;
    compare(platform, tally);
    EXPECT_EQ(tally.differences, 0);
}

/// The case study with so many columns that only single rows are left to the reference.
TEST(RowSolver, ColumnsByTheMillion) {
    Platform platform = hexscan::built_in_platform();
    platform.scan.y.count = platform.scan.z.count = 7;
    for (const int columns : {1'000'000, 4'000'000}) {
        platform.scan.x.count = columns;
        Tally tally;
        compare(platform, tally);
        EXPECT_EQ(tally.differences, 0);
        EXPECT_EQ(tally.unsolvable, 0);
        EXPECT_EQ(tally.undecided_in_double, 0) << summary(tally);
    }
    platform.scan.x = {0.2, 0.2001, 1000};
    platform.scan.y.count = platform.scan.z.count = 50;
    Tally tally;
    compare(platform, tally);
    EXPECT_EQ(tally.differences, 0);
    EXPECT_LE(tally.undecided_in_double, 2) << summary(tally);
}

/// A tilt limit a hair from 90 degrees is nearly a plane; its rows are solved as those of any other limit.
TEST(RowSolver, LimitsAHairFromARightAngle) {
    for (const double hair_deg : {1e-2, 1e-4, 1e-6, 1e-8, 1e-10, 1e-11, 1e-12, 1e-13})
        for (const double sign : {-1.0, 1.0}) {
            Platform platform = hexscan::built_in_platform();
            platform.machine.base.max_tilt_rad.fill(radians(90 + sign * hair_deg));
            platform.machine.base.axes.fill({0.6, 0, 0.8});
            platform.machine.base.axes[2] = {0, 0.6, 0.8};
            platform.machine.platform.max_tilt_rad.fill(radians(90 - sign * hair_deg));
            platform.machine.platform.axes.fill({0, 0, 1});
            platform.scan.x = {-1.9, 1.9, 101};
            platform.scan.y = {-1.9, 1.9, 41};
            platform.scan.z = {-0.3, 1.9, 41};
            Tally tally;
            compare(platform, tally);
            EXPECT_EQ(tally.differences, 0) << hair_deg * sign;
            EXPECT_LE(tally.undecided_in_double, tally.double_rows / 100) << hair_deg * sign << ": " << summary(tally);
        }
}

/// Every case-study grid that a designer is likely to ask for is solved in closed form.
TEST(RowSolver, SolvesOrdinaryGrids) {
    Platform platform = hexscan::load_platform(HEXSCAN_SOURCE_DIR "/platforms/case-study.yaml");
    for (const int columns : {2, 1000, 10000, 100000}) {
        platform.scan.x.count = columns;
        EXPECT_TRUE(make_row_geometry(make_scan_plan(platform)).solvable) << columns;
    }
}

class ShippedPlatform : public testing::TestWithParam<const char*> {};

TEST_P(ShippedPlatform, EqualsTheReferenceLevelAndTilted) {
    Platform platform = hexscan::load_platform(std::string(HEXSCAN_SOURCE_DIR "/platforms/") + GetParam() + ".yaml");
    platform.scan.x.count = 301;
    platform.scan.y.count = 37;
    platform.scan.z.count = 15;
    Tally tally;
    for (const double tilt_deg : {0.0, 1.5, -7.0}) {
        platform.scan.orientations =
            hexscan::Orientation{radians(tilt_deg), radians(-tilt_deg / 2), radians(tilt_deg * 2)};
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

// ---- runs out of columns and holes ----------------------------------------------------------------------

struct Hole {
    int first, last;
};

template <int hole_count>
RowColumns<hole_count> columns(int first, int last, std::initializer_list<Hole> holes) {
    RowColumns<hole_count> row = hexscan::empty_row<hole_count>();
    row.first = first;
    row.last = last;
    row.unbroken = holes.size() == 0;
    std::fill_n(row.hole_first, hole_count, 0);
    std::fill_n(row.hole_last, hole_count, -1);
    int h = hole_count;  // from the back, so that the order is not always that of the columns
    for (const Hole& hole : holes) {
        row.hole_first[--h] = hole.first;
        row.hole_last[h] = hole.last;
    }
    return row;
}

std::vector<Run> runs_of(const RowColumns<narrow_holes>& row) {
    std::vector<Run> runs;
    const int counted = for_each_run(row, [&](int first, int last) { runs.push_back({first, last}); });
    EXPECT_EQ(static_cast<std::size_t>(counted), runs.size());
    return runs;
}

void expect_runs(const RowColumns<narrow_holes>& row, const std::vector<Run>& expected) {
    const std::vector<Run> runs = runs_of(row);
    EXPECT_TRUE(equal(runs, expected)) << to_text(runs) << " instead of" << to_text(expected);
}

TEST(ForEachRun, RowsWithoutHoles) {
    expect_runs(hexscan::empty_row<narrow_holes>(), {});
    expect_runs(columns<narrow_holes>(3, 2, {}), {});
    expect_runs(columns<narrow_holes>(0, 0, {}), {{0, 0}});
    expect_runs(columns<narrow_holes>(2, 9, {}), {{2, 9}});
}

TEST(ForEachRun, HolesInsideOverEndsAndBeyond) {
    expect_runs(columns<narrow_holes>(2, 9, {{4, 5}}), {{2, 3}, {6, 9}});
    expect_runs(columns<narrow_holes>(2, 9, {{1, 2}}), {{3, 9}});
    expect_runs(columns<narrow_holes>(2, 9, {{9, 12}}), {{2, 8}});
    expect_runs(columns<narrow_holes>(2, 9, {{0, 1}, {10, 11}}), {{2, 9}});
    expect_runs(columns<narrow_holes>(2, 9, {{2, 9}}), {});
    expect_runs(columns<narrow_holes>(2, 9, {{-5, 50}}), {});
    expect_runs(columns<narrow_holes>(5, 4, {{3, 3}}), {});
}

TEST(ForEachRun, HolesThatOverlapTouchAndNest) {
    expect_runs(columns<narrow_holes>(0, 20, {{5, 9}, {8, 12}}), {{0, 4}, {13, 20}});
    expect_runs(columns<narrow_holes>(0, 20, {{10, 12}, {5, 9}}), {{0, 4}, {13, 20}});
    expect_runs(columns<narrow_holes>(0, 20, {{5, 15}, {8, 9}, {15, 16}}), {{0, 4}, {17, 20}});
    expect_runs(columns<narrow_holes>(0, 20, {{16, 17}, {12, 15}, {8, 11}, {4, 7}, {0, 3}}), {{18, 20}});
}

TEST(ForEachRun, EmptyHolesCutNothing) {
    expect_runs(columns<narrow_holes>(0, 20, {{7, 6}, {0, -1}, {30, 29}}), {{0, 20}});
    expect_runs(columns<narrow_holes>(0, 20, {{7, 6}, {7, 7}}), {{0, 6}, {8, 20}});
}

TEST(ForEachRun, AsManyRunsAsHolesAllow) {
    expect_runs(columns<narrow_holes>(0, 12, {{11, 11}, {1, 1}, {5, 5}, {3, 3}, {9, 9}, {7, 7}}),
                {{0, 0}, {2, 2}, {4, 4}, {6, 6}, {8, 8}, {10, 10}, {12, 12}});
}

/// Against the plain definition: a column counts unless some hole contains it.
TEST(ForEachRun, RandomHoles) {
    Dice dice(7);
    for (int k = 0; k < 20000; ++k) {
        const int first = dice.whole(0, 6), last = dice.whole(-1, 24);
        RowColumns<narrow_holes> row = columns<narrow_holes>(first, last, {{0, -1}});
        for (int h = 0; h < narrow_holes; ++h) {
            row.hole_first[h] = dice.whole(-2, 26);
            row.hole_last[h] = row.hole_first[h] + dice.whole(-3, 5);
        }
        std::vector<std::uint8_t> verdicts(30, 0);
        for (int c = first; c <= last; ++c) {
            bool lost = false;
            for (int h = 0; h < narrow_holes; ++h) lost |= row.hole_first[h] <= c && c <= row.hole_last[h];
            verdicts[static_cast<std::size_t>(c)] = lost ? 0 : 1;
        }
        WorkspaceSlice expected;
        append_row_from_bytes(verdicts, expected);
        ASSERT_TRUE(equal(runs_of(row), expected.row(0))) << "draw " << k;
    }
}

}  // namespace
