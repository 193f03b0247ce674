#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "src/results/surface/surface_mesh.h"

namespace hexscan {

/// An edge of a cell. It leads from the cell's corner `low` to the next corner along an axis. CellLattice::corner()
/// defines how corners are numbered.
struct CellEdge {
    unsigned low, axis;

    unsigned high() const { return low | 1U << axis; }
};

inline constexpr unsigned cell_edge_count = 12;

/// The edge with this number. Edges 0 ... 3 of a cell are along x, 4 ... 7 along y, 8 ... 11 along z.
constexpr CellEdge cell_edge(unsigned number) {
    const unsigned axis = number / 4, others = number % 4, below = others & ((1U << axis) - 1);
    return {(others - below) << 1U | below, axis};
}

/// A piece of the surface within a cell, which becomes one vertex.
struct NetVertex {
    std::array<int, 3> cell{};  ///< the cell's lowest corner on the lattice
    std::uint16_t edges = 0;    ///< mask of the cell's edges that the piece crosses
};

/// A net of quads. There is one quad around each edge of the lattice that the surface crosses.
struct SurfaceNet {
    std::vector<NetVertex> vertices;
    std::vector<Quad> quads;
};

/// The surface net (Gibson, Constrained elastic surface nets, 1998) that separates a lattice's corners with field >= 0
/// from the others. A cell has one vertex for each piece of the surface within it (Nielson, Dual marching cubes, 2004).
/// So the net is a closed, oriented manifold, even if the body touches itself at an edge or a corner. The field must be
/// negative on the lattice's border. Throws std::bad_alloc and what the field throws.
SurfaceNet surface_net(const ClearanceField& field, const CellLattice& lattice);

}  // namespace hexscan
