#include "src/results/surface/surface_net.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <compare>
#include <cstddef>
#include <unordered_set>
#include <utility>

#include <tbb/parallel_for.h>
#include <tbb/parallel_sort.h>

#include "src/results/results_tuning.h"

namespace hexscan {
namespace {

using Point = std::array<int, 3>;
using EdgeMask = std::uint16_t;

/// The corners of a lattice, each with a flag that is set if the corner is inside (field >= 0). Corners are numbered
/// with x running fastest.
class Corners {
public:
    Corners(const ClearanceField& field, const CellLattice& lattice)
        : field_(field),
          lattice_(lattice),
          diagonal_m_(std::sqrt(dot(lattice.cell_m, lattice.cell_m))),
          strides_{1, static_cast<std::size_t>(lattice.points[0]),
                   static_cast<std::size_t>(lattice.points[0]) * static_cast<std::size_t>(lattice.points[1])},
          inside_(strides_[2] * static_cast<std::size_t>(lattice.points[2])) {
        tbb::parallel_for(0, (lattice.points[2] + block_points - 1) / block_points, [&](int layer) {
            for (int j = 0; j < lattice.points[1]; j += block_points)
                for (int i = 0; i < lattice.points[0]; i += block_points)
                    sample({i, j, layer * block_points}, block_points);
        });
    }

    std::size_t stride(unsigned axis) const { return strides_[axis]; }
    std::size_t number(const Point& p) const {
        return static_cast<std::size_t>(p[0]) + static_cast<std::size_t>(p[1]) * strides_[1] +
               static_cast<std::size_t>(p[2]) * strides_[2];
    }
    /// The index of one of a cell's eight corners. `cell` is the index of the cell's lowest corner.
    std::size_t number(std::size_t cell, unsigned corner) const {
        return cell + (corner & 1) + (corner >> 1 & 1) * strides_[1] + (corner >> 2) * strides_[2];
    }
    bool is_inside(std::size_t corner) const { return inside_[corner] != 0; }

    /// A mask of the corners of a cell that are inside.
    unsigned inside_of(std::size_t cell) const {
        unsigned result = 0;
        for (unsigned corner = 0; corner < 8; ++corner) result |= inside_[number(cell, corner)] << corner;
        return result;
    }

    /// The lowest corners of the cells that the surface passes through.
    std::vector<Point> crossed_cells() const {
        std::vector<Point> cells;
        for (int k = 0; k + 1 < lattice_.points[2]; ++k)
            for (int j = 0; j + 1 < lattice_.points[1]; ++j)
                for (int i = 0; i + 1 < lattice_.points[0]; ++i) {
                    const unsigned inside = inside_of(number({i, j, k}));
                    if (inside != 0 && inside != 0xFF) cells.push_back({i, j, k});
                }
        return cells;
    }

private:
    static constexpr int block_points = tuning::lattice_block_points;
    static constexpr double rounding = 1e-6;

    /// Samples the block of size x size x size points whose lowest point is `low`. Between two points the field changes
    /// by at most their distance. So the value at the middle of a block gives the sign of all its points, unless the
    /// surface is near.
    void sample(const Point& low, int size) {
        const auto [i, j, k] = low;
        const auto [width, depth, height] = lattice_.points;
        if (i >= width || j >= depth || k >= height) return;
        const double half = 0.5 * (size - 1);
        const double value = field_(lattice_.at(i + half, j + half, k + half));
        if (size == 1 || std::abs(value) > (half + rounding) * diagonal_m_) {
            if (value >= 0) fill(low, size);
            return;
        }
        const int part = size / 2;
        for (const int z : {k, k + part})
            for (const int y : {j, j + part})
                for (const int x : {i, i + part}) sample({x, y, z}, part);
    }

    void fill(const Point& low, int size) {
        const auto end = [&](std::size_t axis) { return std::min(low[axis] + size, lattice_.points[axis]); };
        for (int k = low[2]; k < end(2); ++k)
            for (int j = low[1]; j < end(1); ++j)
                for (int i = low[0]; i < end(0); ++i) inside_[number({i, j, k})] = 1;
    }

    const ClearanceField& field_;
    const CellLattice& lattice_;
    double diagonal_m_;
    std::array<std::size_t, 3> strides_;
    std::vector<std::uint8_t> inside_;
};

constexpr unsigned edge_number(unsigned low, unsigned axis) {
    const unsigned below = low & ((1U << axis) - 1);
    return 4 * axis + (below | low >> (axis + 1) << axis);
}

/// A side of a cell: its corners in cyclic order, and the edges that connect each corner with the next.
struct Face {
    std::array<unsigned, 4> corners, edges;

    constexpr Face(unsigned axis, unsigned side) {
        const unsigned u = (axis + 1) % 3, v = (axis + 2) % 3;
        const unsigned low = side << axis, beside = low | 1U << u, above = low | 1U << v;
        corners = {low, beside, beside | above, above};
        edges = {edge_number(low, u), edge_number(beside, v), edge_number(above, u), edge_number(low, v)};
    }
    /// True if the surface crosses all four edges. Then there are two ways to connect the crossings.
    bool is_ambiguous(unsigned inside) const {
        const auto is_inside = [&](std::size_t i) { return inside >> corners[i] & 1; };
        return is_inside(0) == is_inside(2) && is_inside(1) == is_inside(3) && is_inside(0) != is_inside(1);
    }
    EdgeMask all_edges() const {
        EdgeMask result = 0;
        for (const unsigned edge : edges) result = static_cast<EdgeMask>(result | 1U << edge);
        return result;
    }
};

/// The pieces of the surface in one cell. For each crossed edge, it holds the mask of all edges that the same piece
/// crosses.
class Pieces {
public:
    explicit Pieces(unsigned inside) {
        for (unsigned number = 0; number < cell_edge_count; ++number) {
            const CellEdge edge = cell_edge(number);
            if ((inside >> edge.low & 1) != (inside >> edge.high() & 1))
                of_[number] = static_cast<EdgeMask>(1U << number);
        }
    }
    EdgeMask of(unsigned edge) const { return of_[edge]; }
    bool is_crossed(unsigned edge) const { return of_[edge] != 0; }
    void unite(unsigned a, unsigned b) {
        const auto both = static_cast<EdgeMask>(of_[a] | of_[b]);
        for (unsigned edge = 0; edge < cell_edge_count; ++edge)
            if ((both >> edge & 1) != 0) of_[edge] = both;
    }

private:
    std::array<EdgeMask, cell_edge_count> of_{};
};

/// Decides how the surface runs through the cells. If a face's corners alternate between inside and outside, there are
/// two possible ways. The surface can enclose the two outside corners, which joins the inside across the face, or
/// enclose the two inside corners.
class Surface {
public:
    explicit Surface(const Corners& corners) : corners_(corners) {}

    /// Decides each ambiguous face by the sign of the field at its middle.
    void decide(const std::vector<Point>& cells, const ClearanceField& field, const CellLattice& lattice) {
        std::vector<std::pair<std::size_t, unsigned>> ambiguous;
        for (const Point& point : cells)
            for (unsigned axis = 0; axis < 3; ++axis) {
                const std::size_t cell = corners_.number(point);
                if (!Face(axis, 0).is_ambiguous(corners_.inside_of(cell))) continue;
                ambiguous.emplace_back(cell, axis);
                const auto along = [&](unsigned a) { return point[a] + (a == axis ? 0 : 0.5); };
                if (field(lattice.at(along(0), along(1), along(2))) >= 0) toggle(cell, axis);
            }
        // If all four edges of a face belonged to one piece in both of its cells, the net would not be a manifold. Two
        // vertices would then have two edges of the net in common, and four quads would meet there. With the other
        // choice each piece splits in two.
        for (const auto& [cell, axis] : ambiguous)
            if (is_one_piece(cell, axis, 0) && is_one_piece(cell - corners_.stride(axis), axis, 1)) toggle(cell, axis);
    }

    Pieces pieces(std::size_t cell) const {
        const unsigned inside = corners_.inside_of(cell);
        Pieces result(inside);
        for (const unsigned axis : {0U, 1U, 2U})
            for (const unsigned side : {0U, 1U}) {
                const Face face(axis, side);
                if (face.is_ambiguous(inside)) {
                    const unsigned around = joined_.contains(number(cell + side * corners_.stride(axis), axis)) ? 0 : 1;
                    for (std::size_t i = 0; i < 4; ++i)
                        if ((inside >> face.corners[i] & 1) == around)
                            result.unite(face.edges[(i + 3) % 4], face.edges[i]);
                    continue;
                }
                for (std::size_t i = 0; i < 4; ++i)
                    for (std::size_t j = 0; j < i; ++j)
                        if (result.is_crossed(face.edges[i]) && result.is_crossed(face.edges[j]))
                            result.unite(face.edges[i], face.edges[j]);
            }
        return result;
    }

private:
    static std::size_t number(std::size_t cell, unsigned axis) { return 4 * cell + axis; }

    void toggle(std::size_t cell, unsigned axis) {
        if (!joined_.insert(number(cell, axis)).second) joined_.erase(number(cell, axis));
    }
    bool is_one_piece(std::size_t cell, unsigned axis, unsigned side) const {
        const Face face(axis, side);
        return (~pieces(cell).of(face.edges[0]) & face.all_edges()) == 0;
    }

    const Corners& corners_;
    std::unordered_set<std::size_t> joined_;  ///< faces that join the inside, each at the low side of its cell
};

std::vector<NetVertex> vertices_in(const std::vector<Point>& cells, const Corners& corners, const Surface& surface) {
    std::vector<NetVertex> vertices;
    for (const Point& cell : cells) {
        const Pieces pieces = surface.pieces(corners.number(cell));
        for (unsigned edge = 0; edge < cell_edge_count; ++edge)
            if (std::countr_zero(pieces.of(edge)) == static_cast<int>(edge))
                vertices.push_back({cell, pieces.of(edge)});
    }
    return vertices;
}

/// Makes one quad around each edge of the lattice that the surface crosses.
std::vector<Quad> quads_between(const std::vector<NetVertex>& vertices, const Corners& corners) {
    /// One of the four vertices around an edge. Each is in a different cell that has the edge. `place` has a bit for
    /// each of the two other axes. The bit is set if the edge is on the cell's high side.
    struct QuadCorner {
        std::size_t low;
        unsigned axis, place;
        std::uint32_t vertex;

        auto operator<=>(const QuadCorner&) const = default;
    };
    std::vector<QuadCorner> around;
    for (std::uint32_t vertex = 0; vertex < vertices.size(); ++vertex)
        for (unsigned number = 0; number < cell_edge_count; ++number) {
            if ((vertices[vertex].edges >> number & 1) == 0) continue;
            const auto [low, axis] = cell_edge(number);
            const unsigned u = low >> (axis + 1) % 3 & 1, v = low >> (axis + 2) % 3 & 1;
            around.push_back({corners.number(corners.number(vertices[vertex].cell), low), axis, u | v << 1, vertex});
        }
    tbb::parallel_sort(around.begin(), around.end());
    std::vector<Quad> quads(around.size() / 4);
    for (std::size_t i = 0; i < quads.size(); ++i) {
        const QuadCorner* const q = &around[4 * i];
        // This order of corners is counter-clockwise for a viewer who looks against the direction of the axis. The
        // viewer is outside if the edge leads out of the body.
        quads[i] = corners.is_inside(q->low) ? Quad{q[3].vertex, q[2].vertex, q[0].vertex, q[1].vertex}
                                             : Quad{q[3].vertex, q[1].vertex, q[0].vertex, q[2].vertex};
    }
    return quads;
}

}  // namespace

SurfaceNet surface_net(const ClearanceField& field, const CellLattice& lattice) {
    const Corners corners(field, lattice);
    const std::vector<Point> cells = corners.crossed_cells();
    Surface surface(corners);
    surface.decide(cells, field, lattice);
    std::vector<NetVertex> vertices = vertices_in(cells, corners, surface);
    std::vector<Quad> quads = quads_between(vertices, corners);
    return {std::move(vertices), std::move(quads)};
}

}  // namespace hexscan
