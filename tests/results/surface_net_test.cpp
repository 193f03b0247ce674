// Tests nets between the corners of lattices, including bodies that touch themselves at edges and corners of cells.

#include "src/results/surface/surface_net.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <numbers>

#include <gtest/gtest.h>

#include "src/results/surface/surface_file.h"
#include "tests/support/closed_surface.h"
#include "tests/support/random/dice.h"

namespace {

using namespace hexscan;
using namespace hexscan_test;

struct NetBall {
    Vector centre;
    double radius;
};

ClearanceField inside_any(std::vector<NetBall> balls) {
    return [balls = std::move(balls)](const Vector& p) {
        double clearance = -100;
        for (const auto& [centre, radius] : balls)
            clearance = std::max(clearance, radius - std::sqrt(dot(p - centre, p - centre)));
        return clearance;
    };
}

CellLattice unit_lattice(int points) { return {{0, 0, 0}, {1, 1, 1}, {points, points, points}}; }

std::vector<Triangle> triangles(const SurfaceNet& net) {
    std::vector<Triangle> result;
    for (const auto& [a, b, c, d] : net.quads) {
        result.push_back({a, b, c});
        result.push_back({a, c, d});
    }
    return result;
}

void expect_manifold(const SurfaceNet& net, const std::string& of) {
    EXPECT_EQ(faulty_edges(triangles(net)), 0) << of;
    EXPECT_EQ(pinched_vertices(triangles(net)), 0) << of;
    std::vector<int> quads_at(net.vertices.size());
    for (const Quad& quad : net.quads)
        for (const std::uint32_t vertex : quad) ++quads_at[vertex];
    for (std::size_t i = 0; i < quads_at.size(); ++i)
        EXPECT_EQ(quads_at[i], std::popcount(net.vertices[i].edges)) << of << ", vertex " << i;
}

TEST(SurfaceNet, OfOneCornerIsACubeAroundIt) {
    const SurfaceNet net = surface_net(inside_any({{{3, 4, 5}, 0.4}}), unit_lattice(9));
    EXPECT_EQ(net.vertices.size(), 8U);
    EXPECT_EQ(net.quads.size(), 6U);
    expect_manifold(net, "one corner");
    TriangleMesh mesh{{}, triangles(net)};
    for (const NetVertex& vertex : net.vertices) {
        const auto [x, y, z] = vertex.cell;
        mesh.vertices_m.push_back({x + 0.5, y + 0.5, z + 0.5});
        EXPECT_TRUE((x == 2 || x == 3) && (y == 3 || y == 4) && (z == 4 || z == 5)) << x << ' ' << y << ' ' << z;
    }
    EXPECT_DOUBLE_EQ(enclosed_volume(mesh), 1);
}

TEST(SurfaceNet, OfNothingIsEmpty) {
    const SurfaceNet net = surface_net([](const Vector&) { return -1; }, unit_lattice(9));
    EXPECT_TRUE(net.vertices.empty());
    EXPECT_TRUE(net.quads.empty());
}

/// Balls are at opposite corners of faces and of cells. Small balls are separate; larger ones reach the middle of a
/// face.
TEST(SurfaceNet, PartsWhatTouchesAtAnEdgeOrACornerAndJoinsWhatIsJoined) {
    const auto vertices = [](const std::vector<Vector>& centres, double radius) {
        std::vector<NetBall> balls;
        for (const Vector& centre : centres) balls.push_back({centre, radius});
        const SurfaceNet net = surface_net(inside_any(balls), unit_lattice(9));
        expect_manifold(net, std::to_string(centres.size()) + " corners");
        return net.vertices.size();
    };
    EXPECT_EQ(vertices({{4, 4, 4}, {5, 5, 4}}, 0.4), 16U);
    EXPECT_EQ(vertices({{4, 4, 4}, {5, 5, 5}}, 0.4), 16U);
    // The neck between the two cells of a face has no ring of vertices around it.
    EXPECT_EQ(vertices({{4, 4, 4}, {5, 5, 4}}, 0.8), 16U);
    // The cell between two faces has two pieces: one around each pair of balls, or one on each side of the neck.
    const std::vector<Vector> two_pairs{{4, 4, 4}, {4, 4, 5}, {5, 5, 4}, {5, 5, 5}};
    EXPECT_EQ(vertices(two_pairs, 0.4), 24U);
    EXPECT_EQ(vertices(two_pairs, 0.8), 22U);
}

/// Random corners are inside, so that cells with all patterns of corners are beside each other. The bodies are balls
/// that do not reach the next corner. Some reach the middles of faces.
TEST(SurfaceNet, OfCornersAtRandomIsAManifold) {
    constexpr int points = 14;
    for (std::uint64_t seed = 0; seed < 24; ++seed) {
        Dice dice(seed);
        const double share = dice.between(0.2, 0.8);
        std::vector<NetBall> balls;
        for (int x = 1; x < points - 1; ++x)
            for (int y = 1; y < points - 1; ++y)
                for (int z = 1; z < points - 1; ++z)
                    if (dice.chance(share))
                        balls.push_back({{1.0 * x, 1.0 * y, 1.0 * z}, dice.chance(0.5) ? 0.4 : 0.8});
        const ClearanceField field = inside_any(balls);
        const SurfaceNet net = surface_net(field, unit_lattice(points));
        EXPECT_GT(net.vertices.size(), balls.size());
        expect_manifold(net, "seed " + std::to_string(seed));
    }
}

/// A lattice needs the field's sign at every corner. Skipping blocks by their clearance must not change a sign.
TEST(SurfaceNet, SkipsNoCorner) {
    Dice dice(7);
    for (int repeat = 0; repeat < 20; ++repeat) {
        CellLattice lattice{{-1, 2, -3}, {0.1, 0.05, 0.2}, {37, 50, 20}};
        std::vector<NetBall> balls;
        for (int i = 0; i < 5; ++i) {
            const double x = dice.between(4, 32), y = dice.between(5, 44), z = dice.between(3, 16);
            balls.push_back({lattice.at(x, y, z), dice.between(0.01, 0.2)});
        }
        const ClearanceField field = inside_any(balls);
        std::size_t crossed = 0;
        for (int k = 0; k < lattice.points[2]; ++k)
            for (int j = 0; j < lattice.points[1]; ++j)
                for (int i = 0; i < lattice.points[0]; ++i)
                    for (const std::array<int, 3> step : {std::array{1, 0, 0}, {0, 1, 0}, {0, 0, 1}})
                        crossed += (field(lattice.at(i, j, k)) >= 0) !=
                                   (field(lattice.at(i + step[0], j + step[1], k + step[2])) >= 0);
        EXPECT_EQ(surface_net(field, lattice).quads.size(), crossed) << repeat;
    }
}

/// Vertices of touching bodies are on the surface, so that the bodies keep their volume.
TEST(SurfaceNet, OfBallsThatTouchIsTheirSurface) {
    const double radius = std::sqrt(0.5) * 1.0001;
    std::vector<NetBall> balls;
    for (const Vector& centre : {Vector{4, 4, 4}, {5, 5, 4}, {4, 5, 5}}) balls.push_back({centre, radius});
    const ClearanceField field = inside_any(balls);
    CellLattice lattice{{0.05, 0.05, 0.05}, {0.1, 0.1, 0.1}, {90, 90, 90}};
    const TriangleMesh mesh = surface_of(field, lattice, Units{});
    EXPECT_EQ(faulty_edges(mesh.triangles), 0);
    EXPECT_EQ(pinched_vertices(mesh.triangles), 0);
    for (const Vector& vertex : mesh.vertices_m) EXPECT_NEAR(field(vertex), 0, 0.001);
    EXPECT_NEAR(enclosed_volume(mesh) / (4 * std::numbers::pi * radius * radius * radius), 1, 0.01);
}

}  // namespace
