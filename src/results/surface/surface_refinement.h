#pragma once

#include "src/results/surface/surface_net.h"

namespace hexscan {

/// The middle between the middles of the edges that a vertex's piece of the surface crosses.
Vector middle_of(const NetVertex& vertex, const CellLattice& lattice);

/// A vertex's place: where within its cell the planes meet that touch the surface at the cell's edges (dual contouring:
/// Ju et al., Dual contouring of Hermite data, 2002), which is on an edge or a corner of the surface if one passes
/// through the cell, and from there on the zero of the field.
Vector refined(const ClearanceField& field, const CellLattice& lattice, const NetVertex& vertex);

/// Each quad as two triangles along the diagonal whose middle is nearer to the surface.
TriangleMesh triangulated(const ClearanceField& field, std::vector<Vector> vertices_m, const std::vector<Quad>& quads);

}  // namespace hexscan
