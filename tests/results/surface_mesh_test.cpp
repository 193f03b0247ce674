#include "src/results/surface/surface_mesh.h"

#include <gtest/gtest.h>

#include "tests/support/closed_surface.h"

namespace {

using namespace hexscan;
using namespace hexscan_test;

TriangleMesh tetrahedron() {
    return {{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}}, {{0, 2, 1}, {0, 1, 3}, {1, 2, 3}, {0, 3, 2}}};
}

TEST(SurfaceMesh, ATetrahedronIsClosed) {
    const TriangleMesh mesh = tetrahedron();
    EXPECT_EQ(faulty_edges(mesh.triangles), 0);
    EXPECT_DOUBLE_EQ(enclosed_volume(mesh), 1.0 / 6);
    EXPECT_EQ(pinched_vertices(tetrahedron().triangles), 0);
    EXPECT_EQ(faulty_edges({}), 0);
    EXPECT_EQ(enclosed_volume({}), 0);
}

TEST(SurfaceMesh, HolesTurnedFacesAndDoubledFacesAreFaults) {
    TriangleMesh open = tetrahedron();
    open.triangles.pop_back();
    EXPECT_EQ(faulty_edges(open.triangles), 3);
    TriangleMesh turned = tetrahedron();
    std::swap(turned.triangles[2][0], turned.triangles[2][1]);
    EXPECT_EQ(faulty_edges(turned.triangles), 3);
    TriangleMesh doubled = tetrahedron();
    doubled.triangles.push_back(doubled.triangles.front());
    EXPECT_EQ(faulty_edges(doubled.triangles), 3);
    // Two bodies that share an edge have four faces along it.
    TriangleMesh joined = tetrahedron();
    joined.vertices_m.insert(joined.vertices_m.end(), {{0, -1, 0}, {0, 0, -1}});
    for (const Triangle& t : {Triangle{0, 4, 1}, Triangle{0, 1, 5}, Triangle{1, 4, 5}, Triangle{0, 5, 4}})
        joined.triangles.push_back(t);
    EXPECT_EQ(faulty_edges(joined.triangles), 1);
    TriangleMesh degenerate = tetrahedron();
    degenerate.triangles.push_back({1, 1, 1});
    EXPECT_EQ(faulty_edges(degenerate.triangles), 1);
}

TEST(SurfaceMesh, BodiesThatShareACornerArePinchedThere) {
    TriangleMesh joined = tetrahedron();
    for (const Triangle& t : tetrahedron().triangles) {
        Triangle other = t;
        for (std::uint32_t& corner : other) corner = corner == 0 ? 0 : corner + 3;
        joined.triangles.push_back(other);
    }
    EXPECT_EQ(faulty_edges(joined.triangles), 0);
    EXPECT_EQ(pinched_vertices(joined.triangles), 1);
}

TEST(SurfaceMesh, VolumeHasASignAndNoPlace) {
    TriangleMesh mesh = tetrahedron();
    for (Vector& vertex : mesh.vertices_m) vertex = vertex + Vector{1e6, -1e6, 1e6};
    EXPECT_NEAR(enclosed_volume(mesh), 1.0 / 6, 1e-9);
    for (Triangle& triangle : mesh.triangles) std::swap(triangle[0], triangle[1]);
    EXPECT_NEAR(enclosed_volume(mesh), -1.0 / 6, 1e-9);
}

}  // namespace
