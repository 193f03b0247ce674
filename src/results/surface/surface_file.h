#pragma once

#include <filesystem>
#include <vector>

#include "src/results/output.h"
#include "src/results/surface/surface_mesh.h"
#include "src/scan/grid.h"
#include "src/scan/platform.h"

namespace hexscan {

/// The lattice of cells in which a surface is meshed. Its cells are as small as the grid's smallest step. But the
/// grid's longest side has at most 200 cells, to bound the memory, and every side has at least 8.
CellLattice surface_lattice(const ScanGrid& grid);

/// The field, cut off at the grid. It is the minimum of the field and the signed distances to the grid's six sides,
/// which are positive inside.
ClearanceField within_grid(const ScanGrid& grid, ClearanceField field);

/// The surface on which a field is 0. Triangles face outwards, and all vertices differ in single precision. To get a
/// closed surface, pass a field from within_grid(). The mesh is empty if the field is negative at all lattice points.
/// Throws OutputError if vertices cannot be made different, for example on a grid far from the origin.
TriangleMesh surface_of(const ClearanceField& field, const CellLattice& lattice, const Units& units);

/// Writes workspace.stl, the surface of the workspace. The surface is meshed from the clearance, not from the slices,
/// and flat caps close it where the grid cuts it off.
class SurfaceFile final : public Output {
public:
    /// `grid` is the grid of the platform's scan. The platform must outlive this object. Throws UsageError if an axis
    /// has a single point or the scan has several orientations.
    SurfaceFile(const Platform& platform, const ScanGrid& grid, const std::filesystem::path& folder);

    std::vector<AnnouncedFiles> files() const override;
    /// Meshes the workspace and writes the file. If there is no surface, it returns a warning and writes nothing.
    OutputReport finish() override;

private:
    const Platform& platform_;
    ScanGrid grid_;
    std::filesystem::path file_;
};

}  // namespace hexscan
