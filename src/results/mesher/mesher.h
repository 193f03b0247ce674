#pragma once

#include "src/base/loaded_module.h"
#include "src/results/surface_mesh.h"

namespace hexscan {

/// Meshes where the field is 0 on the lattice's cells, with about one vertex in each cell that the surface passes through;
/// faces look to where the field is negative. The field must be negative on the lattice's border. Throws what the field
/// throws, std::bad_alloc.
using Mesher = void (*)(const ClearanceField& field, const CellLattice& lattice, QuadMesh& mesh);

/// The function that the module exports.
inline constexpr const char* mesher_symbol = HEXSCAN_MODULE_SYMBOL("hexscan_mesh");

}  // namespace hexscan
