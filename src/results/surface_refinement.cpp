#include "src/results/surface_refinement.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <unordered_map>
#include <utility>

#include <tbb/parallel_for.h>

namespace hexscan {
namespace {

// In parts of a cell's shortest side.
constexpr double gradient_step = 1e-4;
constexpr double close_enough = 1e-4;

Vector scaled(double factor, const Vector& v) { return {factor * v.x, factor * v.y, factor * v.z}; }
double length(const Vector& v) { return std::sqrt(dot(v, v)); }

/// The field around the zero, at the scale of a lattice.
class Contour {
public:
    Contour(const ClearanceField& field, const CellLattice& lattice)
        : field_(field),
          step_m_(gradient_step * lattice.shortest_side_m()),
          tolerance_m_(close_enough * lattice.shortest_side_m()) {}

    double at(const Vector& p) const { return field_(p); }

    Vector gradient(const Vector& p, double value) const {
        const auto along = [&](Vector step) { return (field_(p + step) - value) / step_m_; };
        return {along({step_m_, 0, 0}), along({0, step_m_, 0}), along({0, 0, step_m_})};
    }

    /// The zero between two points with different signs, by false position; where one end stays put its value counts half
    /// the next time (the Illinois rule), so that the interval shrinks from both sides.
    Vector crossing(Vector from, Vector to) const {
        double from_value = field_(from), to_value = field_(to);
        for (int steps = 0; steps < 60 && length(to - from) > tolerance_m_; ++steps) {
            const Vector p = from + scaled(from_value / (from_value - to_value), to - from);
            const double value = field_(p);
            if (std::abs(value) <= tolerance_m_) return p;
            if (std::signbit(value) == std::signbit(to_value)) {
                from_value /= 2;
            } else {
                from = to;
                from_value = to_value;
            }
            to = p;
            to_value = value;
        }
        return scaled(0.5, from + to);
    }

    /// The point moved onto the zero, or as near as it gets, by Newton's steps along the gradient. A step that brings it
    /// no nearer is halved; one that jumps across the zero gives way to bisection.
    Vector on_zero(Vector p) const {
        double value = field_(p);
        for (int steps = 0; steps < 12 && !(std::abs(value) <= tolerance_m_); ++steps) {
            const Vector slope = gradient(p, value);
            const double slope_sq = dot(slope, slope);
            if (!(slope_sq > 0.01)) break;
            Vector next = p - scaled(value / slope_sq, slope);
            double next_value = field_(next);
            for (int halvings = 0; halvings < 4 && !(std::abs(next_value) < 0.9 * std::abs(value)); ++halvings) {
                if (std::signbit(next_value) != std::signbit(value))
                    next = crossing(p, next);
                else
                    next = scaled(0.5, p + next);
                next_value = field_(next);
            }
            if (!(std::abs(next_value) < std::abs(value))) break;
            p = next;
            value = next_value;
        }
        return p;
    }

private:
    const ClearanceField& field_;
    double step_m_, tolerance_m_;
};

struct Cell {
    int i, j, k;
};

/// Where the surface crosses the edges of a cell, and how it lies there.
struct TangentPlanes {
    std::array<Vector, 12> points_m{}, normals{};
    std::size_t count = 0;
};

class Cells {
public:
    Cells(const Contour& contour, const CellLattice& lattice) : contour_(contour), lattice_(lattice) {}

    Cell around(const Vector& p) const {
        const Vector from_origin = p - lattice_.origin_m;
        return {static_cast<int>(from_origin.x / lattice_.cell_m.x),
                static_cast<int>(from_origin.y / lattice_.cell_m.y),
                static_cast<int>(from_origin.z / lattice_.cell_m.z)};
    }
    std::uint64_t number(const Cell& cell) const {
        const auto [width, depth, height] = lattice_.points;
        return (static_cast<std::uint64_t>(cell.k) * static_cast<std::uint64_t>(depth) +
                static_cast<std::uint64_t>(cell.j)) *
                   static_cast<std::uint64_t>(width) +
               static_cast<std::uint64_t>(cell.i);
    }

    TangentPlanes tangent_planes(const Cell& cell) const {
        std::array<Vector, 8> corners{};
        std::array<bool, 8> inside{};
        for (std::size_t c = 0; c < 8; ++c) {
            corners[c] = lattice_.at(cell.i + (c & 1 ? 1 : 0), cell.j + (c & 2 ? 1 : 0), cell.k + (c & 4 ? 1 : 0));
            inside[c] = contour_.at(corners[c]) >= 0;
        }
        TangentPlanes planes;
        for (std::size_t low = 0; low < 8; ++low)
            for (const std::size_t axis : {1, 2, 4}) {
                const std::size_t high = low | axis;
                if (high == low || inside[low] == inside[high]) continue;
                const Vector point = contour_.crossing(corners[low], corners[high]);
                const Vector slope = contour_.gradient(point, contour_.at(point));
                if (!(length(slope) > 0.1)) continue;
                planes.points_m[planes.count] = point;
                planes.normals[planes.count++] = scaled(1 / length(slope), slope);
            }
        return planes;
    }

    /// Moves a point of the cell towards all planes at once; where they are nearly parallel it stays amid their points.
    Vector meeting_point(const Cell& cell, const TangentPlanes& planes, const Vector& otherwise) const {
        if (planes.count == 0) return otherwise;
        Vector p{0, 0, 0};
        for (std::size_t i = 0; i < planes.count; ++i)
            p = p + scaled(1.0 / static_cast<double>(planes.count), planes.points_m[i]);
        for (int round = 0; round < 30; ++round) {
            Vector move{0, 0, 0};
            for (std::size_t i = 0; i < planes.count; ++i)
                move = move + scaled(dot(planes.normals[i], planes.points_m[i] - p), planes.normals[i]);
            p = p + scaled(1.0 / static_cast<double>(planes.count), move);
        }
        const Vector low = lattice_.at(cell.i, cell.j, cell.k), high = low + lattice_.cell_m;
        return {std::clamp(p.x, low.x, high.x), std::clamp(p.y, low.y, high.y), std::clamp(p.z, low.z, high.z)};
    }

private:
    const Contour& contour_;
    const CellLattice& lattice_;
};

}  // namespace

void refine(const ClearanceField& field, const CellLattice& lattice, QuadMesh& mesh) {
    const Contour contour(field, lattice);
    const Cells cells(contour, lattice);
    std::unordered_map<std::uint64_t, int> vertices_in;
    for (const Vector& vertex : mesh.vertices_m) ++vertices_in[cells.number(cells.around(vertex))];
    tbb::parallel_for(std::size_t{0}, mesh.vertices_m.size(), [&](std::size_t i) {
        Vector& vertex = mesh.vertices_m[i];
        const Cell cell = cells.around(vertex);
        if (vertices_in.at(cells.number(cell)) == 1)
            vertex = cells.meeting_point(cell, cells.tangent_planes(cell), vertex);
        vertex = contour.on_zero(vertex);
    });
}

TriangleMesh triangulated(const ClearanceField& field, QuadMesh mesh) {
    TriangleMesh result{std::move(mesh.vertices_m), std::vector<Triangle>(2 * mesh.quads.size())};
    tbb::parallel_for(std::size_t{0}, mesh.quads.size(), [&](std::size_t i) {
        const auto [a, b, c, d] = mesh.quads[i];
        const auto distance = [&](std::uint32_t from, std::uint32_t to) {
            return std::abs(field(scaled(0.5, result.vertices_m[from] + result.vertices_m[to])));
        };
        const bool along_ac = distance(a, c) <= distance(b, d);
        result.triangles[2 * i] = along_ac ? Triangle{a, b, c} : Triangle{a, b, d};
        result.triangles[2 * i + 1] = along_ac ? Triangle{a, c, d} : Triangle{b, c, d};
    });
    return result;
}

}  // namespace hexscan
