#pragma once

#include "src/results/surface_mesh.h"

namespace hexscan {

/// Moves every vertex of a mesh within its cell of the lattice: to where the planes meet that touch the surface at the
/// cell's edges (dual contouring: Ju et al., Dual contouring of Hermite data, 2002), which is on an edge or a corner of
/// the surface if one passes through the cell, and from there onto the zero of the field. In cells that hold several
/// vertices, only the latter.
void refine(const ClearanceField& field, const CellLattice& lattice, QuadMesh& mesh);

/// Each quad as two triangles along the diagonal whose middle is nearer to the surface.
TriangleMesh triangulated(const ClearanceField& field, QuadMesh mesh);

}  // namespace hexscan
