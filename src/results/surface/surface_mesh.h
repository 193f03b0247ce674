#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <filesystem>
#include <vector>

#include "src/machine/pose_clearance.h"

/// Closed surfaces, and the lattice they are made in.
namespace hexscan {

/// Corners of a face, counter-clockwise seen from outside.
using Quad = std::array<std::uint32_t, 4>;
using Triangle = std::array<std::uint32_t, 3>;

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
    /// Corner 1 x + 2 y + 4 z of the cell from point `low` on lies x, y and z cells from there.
    Vector corner(const std::array<int, 3>& low, unsigned number) const {
        return at(low[0] + static_cast<int>(number & 1), low[1] + static_cast<int>(number >> 1 & 1),
                  low[2] + static_cast<int>(number >> 2));
    }
    double shortest_side_m() const { return std::min({cell_m.x, cell_m.y, cell_m.z}); }
};

/// The volume inside a closed surface, in the cube of the vertices' unit; negative if its faces look inwards.
double enclosed_volume(const TriangleMesh& mesh);

}  // namespace hexscan
