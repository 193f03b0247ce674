#include "src/results/surface/surface_file.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <numeric>
#include <utility>

#include <fmt/format.h>
#include <tbb/parallel_for.h>

#include "hexscan/errors.h"
#include "src/base/numbers.h"
#include "src/results/output_kinds.h"
#include "src/results/results_tuning.h"
#include "src/results/surface/stl_file.h"
#include "src/results/surface/surface_refinement.h"

namespace hexscan {
namespace {

constexpr const char* surface_file_name = "workspace.stl";

/// Indices of vertices that equal an earlier vertex in single precision.
std::vector<std::size_t> repeated_points(const std::vector<Vector>& vertices_m, const Units& units) {
    std::vector<std::size_t> order(vertices_m.size()), repeated;
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::vector<StlPoint> points(vertices_m.size());
    std::transform(vertices_m.begin(), vertices_m.end(), points.begin(),
                   [&](const Vector& vertex) { return stl_point(vertex, units); });
    std::sort(order.begin(), order.end(),
              [&](std::size_t a, std::size_t b) { return points[a] != points[b] ? points[a] < points[b] : a < b; });
    for (std::size_t i = 1; i < order.size(); ++i)
        if (points[order[i]] == points[order[i - 1]]) repeated.push_back(order[i]);
    return repeated;
}

/// Makes all vertices different in single precision. In a very thin part of the workspace, refinement moves vertices of
/// both sides to the same point. Such vertices then move back a short distance, towards the middle of the piece of
/// surface in their cell.
void keep_apart(std::vector<Vector>& vertices_m, const SurfaceNet& net, const CellLattice& lattice,
                const Units& units) {
    for (const double part : {0.01, 0.1, 0.3}) {
        const std::vector<std::size_t> repeated = repeated_points(vertices_m, units);
        if (repeated.empty()) return;
        for (const std::size_t i : repeated) {
            const Vector back = middle_of(net.vertices[i], lattice) - vertices_m[i];
            vertices_m[i] = vertices_m[i] + scaled(back, part);
        }
    }
    if (!repeated_points(vertices_m, units).empty())
        throw OutputError(
            fmt::format("cannot write {}: STL's single precision cannot separate its points; scan a smaller or coarser "
                        "grid, or one closer to the origin",
                        surface_file_name));
}

bool is_capped(const TriangleMesh& mesh, const ClearanceField& workspace, const CellLattice& lattice) {
    return std::any_of(mesh.vertices_m.begin(), mesh.vertices_m.end(),
                       [&](const Vector& vertex) { return workspace(vertex) > lattice.shortest_side_m() / 2; });
}

std::unique_ptr<Output> make_surface(const OutputOrder& order) {
    if (!order.requested.want("surface")) return nullptr;
    return std::make_unique<SurfaceFile>(order.platform, order.plan, order.folder);
}

}  // namespace

CellLattice surface_lattice(const ScanGrid& grid) {
    const auto& [x, y, z] = grid;
    const auto extent_m = [](const GridAxis<double>& axis) { return axis.to_m - axis.from_m; };
    const double longest_m = std::max({extent_m(x), extent_m(y), extent_m(z)});
    const double side_m = std::max(std::min({x.step_m, y.step_m, z.step_m}), longest_m / tuning::most_surface_cells);
    CellLattice lattice;
    const auto lay = [&](const GridAxis<double>& axis, double& origin_m, double& cell_m, int& points) {
        // If the side is a whole number of cells, a rounding error must not add another cell.
        const int cells =
            std::max(tuning::fewest_surface_cells, static_cast<int>(std::ceil(extent_m(axis) / side_m - 1e-9)));
        cell_m = extent_m(axis) / cells;
        // The margin is half a cell, so the border of the grid runs through the middle of cells.
        origin_m = axis.from_m - cell_m / 2;
        points = cells + 2;
    };
    lay(x, lattice.origin_m.x, lattice.cell_m.x, lattice.points[0]);
    lay(y, lattice.origin_m.y, lattice.cell_m.y, lattice.points[1]);
    lay(z, lattice.origin_m.z, lattice.cell_m.z, lattice.points[2]);
    return lattice;
}

ClearanceField within_grid(const ScanGrid& grid, ClearanceField field) {
    const auto& [x, y, z] = grid;
    return [field = std::move(field), x = x, y = y, z = z](const Vector& p) {
        return std::min(
            {field(p), p.x - x.from_m, x.to_m - p.x, p.y - y.from_m, y.to_m - p.y, p.z - z.from_m, z.to_m - p.z});
    };
}

TriangleMesh surface_of(const ClearanceField& field, const CellLattice& lattice, const Units& units) {
    const SurfaceNet net = surface_net(field, lattice);
    std::vector<Vector> vertices_m(net.vertices.size());
    tbb::parallel_for(std::size_t{0}, vertices_m.size(),
                      [&](std::size_t i) { vertices_m[i] = refined(field, lattice, net.vertices[i]); });
    keep_apart(vertices_m, net, lattice, units);
    return triangulated(field, std::move(vertices_m), net.quads);
}

OutputKind surface_output() {
    return {.option = "surface",
            .standard = no_output,
            .meaning = "also write workspace.stl, the closed surface, in the file's length unit",
            .key = "surface",
            .of_sets = false,
            .make = make_surface};
}

SurfaceFile::SurfaceFile(const Platform& platform, const ScanGrid& grid, const std::filesystem::path& folder)
    : platform_(platform), grid_(grid), file_(folder / surface_file_name) {
    if (std::min({grid.columns(), grid.rows(), grid.slices()}) < 2)
        throw UsageError("surface: needs several points on every axis; a single point encloses no volume");
    if (!platform.scan.orientations.is_single())
        throw UsageError("surface: needs a single orientation; use volume for a set");
}

std::vector<AnnouncedFiles> SurfaceFile::files() const { return {{.name = surface_file_name}}; }

OutputReport SurfaceFile::finish() {
    const auto& [machine, scan] = platform_;
    const ClearanceField workspace =
        [oriented = OrientedMachine(machine, scan.orientations.first())](const Vector& position_m) {
            return oriented.clearance(position_m).clearance_m;
        };
    const CellLattice lattice = surface_lattice(grid_);
    const TriangleMesh mesh = surface_of(within_grid(grid_, workspace), lattice, machine.units);
    OutputReport report;
    if (mesh.triangles.empty()) {
        report.warnings.push_back(
            fmt::format("no {}: no position is reachable, or no reachable part is as large as a cell of {}",
                        surface_file_name, machine.units.length_text(lattice.shortest_side_m(), 3)));
        return report;
    }
    write_stl(file_, mesh, machine.units, machine.name);
    const bool capped = is_capped(mesh, workspace, lattice);
    if (capped)
        report.warnings.push_back(
            fmt::format("{} is closed by flat caps where the grid cuts the workspace off", surface_file_name));
    const double volume_m3 = enclosed_volume(mesh);
    report.json = {{"cell_m", {lattice.cell_m.x, lattice.cell_m.y, lattice.cell_m.z}},
                   {"triangles", mesh.triangles.size()},
                   {"volume_m3", volume_m3},
                   {"capped", capped}};
    report.lines.emplace_back(
        "surface",
        fmt::format("{} triangles, cells of {}, {}", mesh.triangles.size(),
                    machine.units.length_text(std::cbrt(lattice.cell_m.x * lattice.cell_m.y * lattice.cell_m.z), 3),
                    volume_text(volume_m3, 6)));
    return report;
}

}  // namespace hexscan
