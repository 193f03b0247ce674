// Tests surfaces of known bodies, of the built-in machine and of random machines. surface_check_test.py reads the file
// with other programs.

#include "src/results/surface/surface_file.h"
#include "src/files/platform_file.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <numbers>
#include <set>

#include <gtest/gtest.h>

#include "src/engines/delivery.h"
#include "src/engines/host_engines.h"
#include "src/results/surface/stl_file.h"
#include "tests/support/closed_surface.h"
#include "tests/support/listener.h"
#include "tests/support/pictures.h"
#include "tests/support/random/how_many.h"
#include "tests/support/random/random_platform.h"
#include "tests/support/temporary_folder.h"

namespace {

using namespace hexscan;
using namespace hexscan_test;

TriangleMesh surface(const ClearanceField& field, const ScanPlan& plan) {
    return surface_of(within_grid(plan, field), surface_lattice(plan), Units{});
}

ScanPlan grid(GridAxis<double> x, GridAxis<double> y, GridAxis<double> z) { return ball(1, x, y, z); }

ScanPlan cube_grid(double half_m, int count) {
    return grid(axis(-half_m, half_m, count), axis(-half_m, half_m, count), axis(-half_m, half_m, count));
}

ClearanceField workspace(const Platform& platform) {
    return [oriented = OrientedMachine(platform.machine, platform.scan.orientations.first())](const Vector& p) {
        return oriented.clearance(p).clearance_m;
    };
}

double shortest_side(const CellLattice& lattice) {
    return std::min({lattice.cell_m.x, lattice.cell_m.y, lattice.cell_m.z});
}

double largest_distance(const TriangleMesh& mesh, const ClearanceField& field) {
    double largest = 0;
    for (const Vector& vertex : mesh.vertices_m) {
        const double distance = std::abs(field(vertex));
        largest = distance <= largest ? largest : distance;
    }
    return largest;
}

double radius(const Vector& p) { return std::sqrt(dot(p, p)); }

TEST(SurfaceLattice, IsAsFineAsTheGridWithinBounds) {
    const CellLattice fine = surface_lattice(cube_grid(1, 1000));
    EXPECT_EQ(fine.points, (std::array{202, 202, 202}));
    EXPECT_DOUBLE_EQ(fine.cell_m.x, 0.01);
    EXPECT_DOUBLE_EQ(fine.origin_m.x, -1.005);
    const CellLattice as_the_grid = surface_lattice(cube_grid(1, 101));
    EXPECT_EQ(as_the_grid.points, (std::array{102, 102, 102}));
    const CellLattice flat = surface_lattice(grid(axis(-1, 1, 500), axis(0, 0.5, 10), axis(3, 3.001, 2)));
    EXPECT_EQ(flat.points, (std::array{202, 52, 10}));
    EXPECT_NEAR(flat.cell_m.z, 0.001 / 8, 1e-15);
}

TEST(Surface, OfABall) {
    const ScanPlan plan = cube_grid(1.2, 101);
    const TriangleMesh mesh = surface([](const Vector& p) { return 1 - radius(p); }, plan);
    EXPECT_EQ(faulty_edges(mesh.triangles), 0);
    EXPECT_GT(mesh.triangles.size(), 10000U);
    for (const Vector& vertex : mesh.vertices_m) EXPECT_NEAR(radius(vertex), 1, 1e-5);
    EXPECT_NEAR(enclosed_volume(mesh), 4 * std::numbers::pi / 3, 1e-3);
    // Every face looks outwards, away from the centre.
    for (const auto& [a, b, c] : mesh.triangles) {
        const Vector &p = mesh.vertices_m[a], &q = mesh.vertices_m[b], &r = mesh.vertices_m[c];
        EXPECT_GT(dot(cross(q - p, r - p), p + q + r), 0);
    }
}

/// A cavity has a surface of its own, which faces into the cavity.
TEST(Surface, OfAShell) {
    const auto shell = [](const Vector& p) { return std::min(1 - radius(p), radius(p) - 0.5); };
    const TriangleMesh mesh = surface(shell, cube_grid(1.2, 101));
    EXPECT_NEAR(enclosed_volume(mesh), 4 * std::numbers::pi / 3 * (1 - 0.125), 1e-3);
}

/// A body that contains the whole grid gives the grid's box, with sharp edges and corners.
TEST(Surface, IsCappedByTheGrid) {
    const ScanPlan plan = grid(axis(-1, 1, 21), axis(2, 3, 31), axis(-4, -2.5, 41));
    const TriangleMesh mesh = surface([](const Vector& p) { return 100 - radius(p); }, plan);
    EXPECT_EQ(faulty_edges(mesh.triangles), 0);
    EXPECT_NEAR(enclosed_volume(mesh), 2 * 1 * 1.5, 1e-4);
    for (const Vector& corner : {Vector{-1, 2, -4}, Vector{1, 3, -2.5}}) {
        const auto distance = [&](const Vector& vertex) { return radius(vertex - corner); };
        double nearest = 1;
        for (const Vector& vertex : mesh.vertices_m) nearest = std::min(nearest, distance(vertex));
        EXPECT_LT(nearest, 1e-4);
    }
}

TEST(Surface, OfTheBuiltInMachineIsWhatTheScanFinds) {
    Platform platform = built_in_platform();
    const ScanPlan plan = make_scan_plan(platform);
    const ClearanceField field = workspace(platform);
    const TriangleMesh mesh = surface(field, plan);
    EXPECT_EQ(faulty_edges(mesh.triangles), 0);
    std::int64_t points = 0;
    for (const WorkspaceSlice& slice : scan_on_cpu(plan.oriented())) points += slice.reachable_points();
    const auto& [x, y, z] = static_cast<const ScanGrid&>(plan);
    const double scanned_m3 = static_cast<double>(points) * x.step_m * y.step_m * z.step_m;
    EXPECT_NEAR(enclosed_volume(mesh) / scanned_m3, 1, 0.0005);
    EXPECT_LE(largest_distance(mesh, field), 0.01 * shortest_side(surface_lattice(plan)));
}

/// The machines are of every kind, including degenerate ones.
TEST(Surface, OfRandomMachinesIsClosedOutwardAndNearTheWorkspace) {
    int surfaces = 0;
    const auto seeds = hexscan_test::how_many_seeds(40);
    for (std::uint64_t seed = 0; seed < seeds; ++seed)
        for (Platform platform : {random_platform(seed), integer_platform(seed)}) {
            for (ScanRange* const range : {&platform.scan.x, &platform.scan.y, &platform.scan.z})
                if (range->count > 1) range->count = 30;
            const ScanPlan plan = make_scan_plan(platform);
            if (std::min({plan.columns(), plan.rows(), plan.slices()}) < 2) continue;
            const TriangleMesh mesh = surface(workspace(platform), plan);
            if (mesh.triangles.empty()) continue;
            ++surfaces;
            EXPECT_EQ(faulty_edges(mesh.triangles), 0) << seed;
            EXPECT_EQ(pinched_vertices(mesh.triangles), 0) << seed;
            EXPECT_GT(enclosed_volume(mesh), 0) << seed;
            EXPECT_LE(largest_distance(mesh, within_grid(plan, workspace(platform))),
                      shortest_side(surface_lattice(plan)) / 2)
                << seed;
            std::set<StlPoint> points;
            for (const Vector& vertex : mesh.vertices_m) points.insert(stl_point(vertex, {}));
            EXPECT_EQ(points.size(), mesh.vertices_m.size()) << seed;
        }
    if (hexscan_test::asks_few()) return;
    EXPECT_GT(surfaces, 30);
}

/// Far from the origin single precision cannot represent a small workspace. Then there must be no surface instead of a
/// torn one.
TEST(Surface, TooFarFromTheOriginIsRefused) {
    const auto at = [](double from_m) { return axis(from_m, from_m + 0.1, 40); };
    const ScanPlan plan = grid(at(1e5), at(1e5), at(1e5));
    const auto far_ball = [](const Vector& p) { return 0.04 - radius(p - Vector{1e5 + 0.05, 1e5 + 0.05, 1e5 + 0.05}); };
    EXPECT_TRUE(contains(output_error_of([&] { surface(far_ball, plan); }), "single precision"));
}

class SurfaceFileTest : public FolderTest {
protected:
    SurfaceFileTest() {
        platform_ = built_in_platform();
        platform_.machine.units = {"mm", "deg"};
        platform_.scan.x.count = platform_.scan.y.count = platform_.scan.z.count = 30;
    }
    OutputReport write() { return SurfaceFile(platform_, scan_grid(platform_.scan), folder_).finish(); }

    Platform platform_;
};

TEST_F(SurfaceFileTest, IsBinaryStlInTheFilesUnit) {
    const OutputReport told = write();
    EXPECT_TRUE(told.warnings.empty());
    EXPECT_EQ(told.lines.size(), 1U);
    const std::string stl = content(folder_ / "workspace.stl");
    ASSERT_GT(stl.size(), 84U);
    EXPECT_TRUE(stl.starts_with("hexscan ")) << stl.substr(0, 80);
    EXPECT_TRUE(contains(stl.substr(0, 80), "unit mm, workspace of case-study"));
    std::uint32_t triangles = 0;
    std::memcpy(&triangles, stl.data() + 80, 4);
    EXPECT_EQ(stl.size(), 84 + 50 * std::size_t{triangles});
    EXPECT_EQ(told.json.at("triangles").get<std::uint32_t>(), triangles);
    EXPECT_FALSE(told.json.at("capped").get<bool>());
    float z = 0;
    std::memcpy(&z, stl.data() + 84 + 12 + 8, 4);
    EXPECT_GT(z, 1000);
    EXPECT_LT(z, 1900);
}

TEST_F(SurfaceFileTest, SaysWhereItIsCapped) {
    platform_.scan.x = {-0.2, 0.2, 30};
    const OutputReport told = write();
    ASSERT_EQ(told.warnings.size(), 1U);
    EXPECT_TRUE(contains(told.warnings[0], "flat caps"));
    EXPECT_TRUE(told.json.at("capped").get<bool>());
}

TEST_F(SurfaceFileTest, AnEmptyWorkspaceIsSaidAndLeavesNoFile) {
    platform_.scan.z = {5, 6, 30};
    const OutputReport told = write();
    ASSERT_EQ(told.warnings.size(), 1U);
    EXPECT_TRUE(contains(told.warnings[0], "no position is reachable"));
    EXPECT_TRUE(told.json.is_null());
    EXPECT_TRUE(names_in(folder_).empty());
}

TEST_F(SurfaceFileTest, AFlatGridIsRefused) {
    platform_.scan.z = {1.5, 1.5, 1};
    EXPECT_THROW(SurfaceFile(platform_, scan_grid(platform_.scan), folder_), UsageError);
}

TEST_F(SurfaceFileTest, AFullDiskLeavesNothing) {
    for (const rlim_t limit : {0U, 79U, 84U, 5000U, 100000U}) {
        const std::string message = output_error_of([&] {
            const FileSizeLimit full(limit);
            SurfaceFile(platform_, scan_grid(platform_.scan), folder_).finish();
        });
        EXPECT_TRUE(contains(message, "workspace.stl: File too large")) << limit << message;
        EXPECT_TRUE(names_in(folder_).empty());
    }
}

}  // namespace
