#pragma once

#include "src/results/surface/surface_net.h"

namespace hexscan {

/// The mean of the midpoints of the edges that a vertex's piece of the surface crosses.
Vector middle_of(const NetVertex& vertex, const CellLattice& lattice);

/// The position of a vertex. The surface has a tangent plane at each crossed edge of the cell. These planes meet at a
/// point (dual contouring: Ju et al., Dual contouring of Hermite data, 2002). If the surface has an edge or a corner in
/// the cell, the point is on it. From there the vertex moves onto the zero of the field.
Vector refined(const ClearanceField& field, const CellLattice& lattice, const NetVertex& vertex);

/// Splits each quad into two triangles, along the diagonal whose middle is nearer to the surface.
TriangleMesh triangulated(const ClearanceField& field, std::vector<Vector> vertices_m, const std::vector<Quad>& quads);

}  // namespace hexscan
