#pragma once

#include <filesystem>
#include <vector>

#include "src/results/output.h"
#include "src/results/run_record.h"
#include "src/results/surface_mesh.h"

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
    /// Tells `record` what becomes of the surface. Throws UsageError on a grid that is flat and on a set of orientations.
    SurfaceFile(RunRecord& record, const ScanGrid& grid, const std::filesystem::path& folder);

    std::vector<AnnouncedFiles> files() const override;
    void take(const Slice&) override {}
    /// Meshes and writes. A workspace without a surface is a warning, and there is no file.
    void finish(const Delivery&) override;

private:
    RunRecord& record_;
    ScanGrid grid_;
    std::filesystem::path file_;
};

}  // namespace hexscan
