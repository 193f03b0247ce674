#pragma once

#include <array>
#include <filesystem>
#include <string_view>

#include "src/machine/description/units.h"
#include "src/results/surface/surface_mesh.h"

namespace hexscan {

/// A vertex as STL stores it: single precision, in the length unit of the machine file. Readers merge vertices with
/// equal coordinates.
using StlPoint = std::array<float, 3>;
StlPoint stl_point(const Vector& vertex_m, const Units& units);

/// Writes a mesh as binary STL, whole or not at all. The 80 bytes of its header name hexscan's version, the unit and
/// the machine. Throws OutputError.
void write_stl(const std::filesystem::path& file, const TriangleMesh& mesh, const Units& units, std::string_view name);

}  // namespace hexscan
