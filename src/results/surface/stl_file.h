#pragma once

#include <array>
#include <filesystem>
#include <string_view>

#include "src/machine/description/units.h"
#include "src/results/surface/surface_mesh.h"

namespace hexscan {

/// A vertex as STL stores it: single precision, in the file's length unit. Readers join what is equal.
using StlPoint = std::array<float, 3>;
StlPoint stl_point(const Vector& vertex_m, const Units& units);

/// Writes a mesh as binary STL, whole or not at all. The 80 bytes of its header say who wrote it, what it is and in
/// which unit. Throws OutputError.
void write_stl(const std::filesystem::path& file, const TriangleMesh& mesh, const Units& units, std::string_view name);

}  // namespace hexscan
