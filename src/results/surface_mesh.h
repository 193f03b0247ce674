#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <filesystem>
#include <vector>

#include "src/machine/pose_clearance.h"

/// Closed surfaces and what is asked of them.
namespace hexscan {

/// Corners of a face, counter-clockwise seen from outside.
using Quad = std::array<std::uint32_t, 4>;
using Triangle = std::array<std::uint32_t, 3>;

struct QuadMesh {
    std::vector<Vector> vertices_m;
    std::vector<Quad> quads;
};

struct TriangleMesh {
    std::vector<Vector> vertices_m;
    std::vector<Triangle> triangles;
};

/// Cubic or, on an axis that is short, shorter cells that cover a box and a part of a cell more on every side.
struct CellLattice {
    Vector origin_m{}, cell_m{};
    std::array<int, 3> points{};  ///< corners of cells along x, y, z

    Vector at(double i, double j, double k) const {
        return {origin_m.x + i * cell_m.x, origin_m.y + j * cell_m.y, origin_m.z + k * cell_m.z};
    }
    double shortest_side_m() const { return std::min({cell_m.x, cell_m.y, cell_m.z}); }
};

/// How often two faces do not meet along an edge as they should in a closed surface of two sides: the edge belongs to
/// another number of faces than two, or these do not agree which side is outside. 0 in a closed, oriented manifold.
std::int64_t faulty_edges(const std::vector<Triangle>& triangles);

/// The volume inside a closed surface, in the cube of the vertices' unit; negative if its faces look inwards.
double enclosed_volume(const TriangleMesh& mesh);

}  // namespace hexscan
