#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <filesystem>
#include <vector>

#include "src/machine/pose_clearance.h"

/// Closed surfaces, and the lattice in which they are meshed.
namespace hexscan {

/// Vertex indices of a face's corners, counter-clockwise seen from outside.
using Quad = std::array<std::uint32_t, 4>;
using Triangle = std::array<std::uint32_t, 3>;

struct TriangleMesh {
    std::vector<Vector> vertices_m;
    std::vector<Triangle> triangles;
};

/// A lattice of cells over a box, with a margin of a fraction of a cell on every side. Cells are nearly cubes. Along a
/// short axis they are shorter.
struct CellLattice {
    Vector origin_m{}, cell_m{};
    std::array<int, 3> points{};  ///< corners of cells along x, y, z

    Vector at(double i, double j, double k) const {
        return {origin_m.x + i * cell_m.x, origin_m.y + j * cell_m.y, origin_m.z + k * cell_m.z};
    }
    /// One of the eight corners of the cell whose lowest corner is the point `low`. Bits 0, 1 and 2 of `number` say
    /// whether to step from `low` along x, y and z.
    Vector corner(const std::array<int, 3>& low, unsigned number) const {
        return at(low[0] + static_cast<int>(number & 1), low[1] + static_cast<int>(number >> 1 & 1),
                  low[2] + static_cast<int>(number >> 2));
    }
    double shortest_side_m() const { return std::min({cell_m.x, cell_m.y, cell_m.z}); }
};

/// The volume inside a closed surface, in cubic metres. It is negative if the faces point inwards.
double enclosed_volume(const TriangleMesh& mesh);

}  // namespace hexscan
