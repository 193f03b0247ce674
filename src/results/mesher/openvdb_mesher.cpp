// The mesher: OpenVDB's volumeToMesh on a narrow band of samples. A module of its own, loaded when a surface is asked for:
// loading OpenVDB costs a program 45 ms at every start (Debian 12, Intel Xeon, 2026-11-21).

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <memory>
#include <stdexcept>
#include <vector>

#include <openvdb/openvdb.h>
#include <openvdb/tools/VolumeToMesh.h>
#include <tbb/enumerable_thread_specific.h>
#include <tbb/parallel_for.h>

#include "src/results/mesher/mesher.h"

namespace hexscan {
namespace {

using Tree = openvdb::FloatTree;
using Leaf = Tree::LeafNodeType;
constexpr int leaf_points = static_cast<int>(Leaf::DIM);

/// Samples the field where it matters. Between two points it changes by no more than their distance, so one look at the
/// middle of a block tells the sign of all its points unless the surface is near.
class Sampler {
public:
    Sampler(const ClearanceField& field, const CellLattice& lattice)
        : field_(field), lattice_(lattice), diagonal_m_(std::sqrt(dot(lattice.cell_m, lattice.cell_m))) {}

    /// More than a corner of a cell that the surface passes through can have.
    float far_value() const { return static_cast<float>(2 * diagonal_m_); }

    /// Minus the field in the middle of the block of `size` points a side from (i, j, k) on: inside is negative.
    double middle(int i, int j, int k, int size) const {
        const double half = 0.5 * (size - 1);
        return -field_(lattice_.at(i + half, j + half, k + half));
    }
    /// Whether a block with that value in its middle has one sign throughout and no corner of a cell with the surface.
    bool decided(double middle_value, int size) const {
        return std::abs(middle_value) > (0.5 * (size - 1) + 1) * diagonal_m_;
    }

    /// Fills the block of `size` points a side from (i, j, k) on.
    void fill(Leaf& leaf, int i, int j, int k, int size) const {
        const double value = middle(i, j, k, size);
        if (size == 1) {
            // Never quite 0: the vertices of all cells around a point on the surface would be one.
            const double apart = std::copysign(std::max(std::abs(value), 0.01 * diagonal_m_), value);
            leaf.setValueOn(openvdb::Coord(i, j, k), static_cast<float>(apart));
        } else if (decided(value, size)) {
            const float far = value < 0 ? -far_value() : far_value();
            for (int x = i; x < i + size; ++x)
                for (int y = j; y < j + size; ++y)
                    for (int z = k; z < k + size; ++z) leaf.setValueOn(openvdb::Coord(x, y, z), far);
        } else {
            const int half = size / 2;
            for (const int x : {i, i + half})
                for (const int y : {j, j + half})
                    for (const int z : {k, k + half}) fill(leaf, x, y, z, half);
        }
    }

private:
    const ClearanceField& field_;
    const CellLattice& lattice_;
    double diagonal_m_;
};

int blocks_along(int points) { return (points + leaf_points - 1) / leaf_points; }

/// The blocks near the surface point by point, the blocks deep inside as one value each, nothing outside.
void sample(const Sampler& sampler, const CellLattice& lattice, Tree& tree) {
    struct Part {
        std::vector<std::unique_ptr<Leaf>> leaves;
        std::vector<openvdb::Coord> inside;
    };
    tbb::enumerable_thread_specific<Part> parts;
    tbb::parallel_for(0, blocks_along(lattice.points[0]), [&](int block) {
        Part& part = parts.local();
        const int i = block * leaf_points;
        for (int j = 0; j < lattice.points[1]; j += leaf_points)
            for (int k = 0; k < lattice.points[2]; k += leaf_points) {
                const double value = sampler.middle(i, j, k, leaf_points);
                if (sampler.decided(value, leaf_points)) {
                    if (value < 0) part.inside.emplace_back(i, j, k);
                    continue;
                }
                part.leaves.push_back(std::make_unique<Leaf>(openvdb::Coord(i, j, k), sampler.far_value()));
                sampler.fill(*part.leaves.back(), i, j, k, leaf_points);
            }
    });
    for (Part& part : parts) {
        for (const openvdb::Coord& block : part.inside) tree.addTile(1, block, -sampler.far_value(), false);
        for (std::unique_ptr<Leaf>& leaf : part.leaves) tree.addLeaf(leaf.release());
    }
}

}  // namespace

__attribute__((visibility("default"))) void mesh_field(const ClearanceField& field, const CellLattice& lattice,
                                                       QuadMesh& mesh) asm(HEXSCAN_MODULE_SYMBOL("hexscan_mesh"));

void mesh_field(const ClearanceField& field, const CellLattice& lattice, QuadMesh& mesh) {
    const Sampler sampler(field, lattice);
    const openvdb::FloatGrid::Ptr grid = openvdb::FloatGrid::create(sampler.far_value());
    sample(sampler, lattice, grid->tree());
    std::vector<openvdb::Vec3s> points;
    std::vector<openvdb::Vec3I> triangles;
    std::vector<openvdb::Vec4I> quads;
    openvdb::tools::volumeToMesh(*grid, points, triangles, quads, 0.0, 0.0);
    if (!triangles.empty()) throw std::logic_error("the mesher left triangles among its quads");
    mesh.vertices_m.resize(points.size());
    std::transform(points.begin(), points.end(), mesh.vertices_m.begin(),
                   [&](const openvdb::Vec3s& p) { return lattice.at(double{p.x()}, double{p.y()}, double{p.z()}); });
    mesh.quads.resize(quads.size());
    std::transform(quads.begin(), quads.end(), mesh.quads.begin(), [](const openvdb::Vec4I& q) {
        return Quad{q[0], q[1], q[2], q[3]};
    });
}

}  // namespace hexscan
