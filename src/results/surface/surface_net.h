#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "src/results/surface/surface_mesh.h"

namespace hexscan {

/// An edge of a cell: from a corner, numbered as the lattice does, to the next along an axis.
struct CellEdge {
    unsigned low, axis;

    unsigned high() const { return low | 1U << axis; }
};

inline constexpr unsigned cell_edge_count = 12;

/// Edges 0 ... 3 of a cell lie along x, 4 ... 7 along y, 8 ... 11 along z.
constexpr CellEdge cell_edge(unsigned number) {
    const unsigned axis = number / 4, others = number % 4, below = others & ((1U << axis) - 1);
    return {(others - below) << 1U | below, axis};
}

/// A piece of the surface within a cell, which becomes one vertex.
struct NetVertex {
    std::array<int, 3> cell{};  ///< the cell's lowest corner on the lattice
    std::uint16_t edges = 0;    ///< a bit for each edge of the cell that the piece crosses
};

/// Four vertices around every edge of the lattice that the surface crosses.
struct SurfaceNet {
    std::vector<NetVertex> vertices;
    std::vector<Quad> quads;
};

/// The surface net (Gibson, Constrained elastic surface nets, 1998) between the corners of a lattice where a field is
/// at least 0 and the others. A cell has one vertex for each piece of the surface within it (Nielson, Dual marching
/// cubes, 2004), so that the net is a closed, oriented manifold also where the body touches itself at an edge or at a
/// corner. The field must be negative on the lattice's border. Throws what the field throws, std::bad_alloc.
SurfaceNet surface_net(const ClearanceField& field, const CellLattice& lattice);

}  // namespace hexscan
