#pragma once

#include <filesystem>
#include <vector>

#include "src/results/output.h"
#include "src/results/surface/surface_mesh.h"
#include "src/scan/grid.h"
#include "src/scan/platform.h"

namespace hexscan {

/// The cells a surface is meshed in: as fine as the grid's finest steps, but at most 200 along the longest side of the
/// grid and at least 8 along any, so that memory stays bounded.
CellLattice surface_lattice(const ScanGrid& grid);

/// What of a field lies within the grid: beyond it the distance to the grid counts against it.
ClearanceField within_grid(const ScanGrid& grid, ClearanceField field);

/// The surface where a field is 0, closed by the border of the grid: triangles that look outwards, with no two vertices
/// that are one in single precision. Empty where no cell is reached. Throws OutputError where the grid is so far from
/// the origin that single precision cannot tell its cells apart.
TriangleMesh surface_of(const ClearanceField& field, const CellLattice& lattice, const Units& units);

/// workspace.stl: the surface of the workspace, from the clearance itself, closed where the grid cuts it off.
class SurfaceFile final : public Output {
public:
    /// `grid` is that of the platform's scan; `platform` must outlive this object. Throws UsageError on a grid that is
    /// flat and on a set of orientations.
    SurfaceFile(const Platform& platform, const ScanGrid& grid, const std::filesystem::path& folder);

    std::vector<AnnouncedFiles> files() const override;
    /// Meshes and writes. A workspace without a surface is a warning, and there is no file.
    Told finish() override;

private:
    const Platform& platform_;
    ScanGrid grid_;
    std::filesystem::path file_;
};

}  // namespace hexscan
