#include "src/results/surface/surface_refinement.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstddef>
#include <utility>

#include <tbb/parallel_for.h>

#include "src/results/results_tuning.h"

namespace hexscan {
namespace {

/// A field near its zeros. The lattice determines the steps and tolerances.
class Contour {
public:
    Contour(const ClearanceField& field, const CellLattice& lattice)
        : field_(field),
          step_m_(tuning::gradient_step * lattice.shortest_side_m()),
          tolerance_m_(tuning::close_enough * lattice.shortest_side_m()) {}

    double at(const Vector& p) const { return field_(p); }

    Vector gradient(const Vector& p, double value) const {
        const auto along = [&](Vector step) { return (field_(p + step) - value) / step_m_; };
        return {along({step_m_, 0, 0}), along({0, step_m_, 0}), along({0, 0, step_m_})};
    }

    /// The zero between two points whose values have different signs, found by the method of false position. If one end
    /// of the interval stays the same, its value is halved for the next step (the Illinois rule). So both ends of the
    /// interval move.
    Vector crossing(Vector from, Vector to) const {
        double from_value = field_(from), to_value = field_(to);
        for (int steps = 0; steps < 60 && length_of(to - from) > tolerance_m_; ++steps) {
            const Vector p = from + scaled(to - from, from_value / (from_value - to_value));
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
        return scaled(from + to, 0.5);
    }

    /// Moves a point onto the zero by Newton steps along the gradient, or as close as these steps get. A step that
    /// brings no improvement is halved. If a step jumps across the zero, crossing() finds the zero between the two
    /// points instead.
    Vector on_zero(Vector p) const {
        double value = field_(p);
        for (int steps = 0; steps < 12 && !(std::abs(value) <= tolerance_m_); ++steps) {
            const Vector slope = gradient(p, value);
            const double slope_sq = dot(slope, slope);
            if (!(slope_sq > 0.01)) break;
            Vector next = p - scaled(slope, value / slope_sq);
            double next_value = field_(next);
            for (int halvings = 0; halvings < 4 && !(std::abs(next_value) < 0.9 * std::abs(value)); ++halvings) {
                if (std::signbit(next_value) != std::signbit(value))
                    next = crossing(p, next);
                else
                    next = scaled(p + next, 0.5);
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

/// Points at which a piece of the surface crosses edges of its cell, and the surface's unit normals there.
struct TangentPlanes {
    std::array<Vector, cell_edge_count> points_m{}, normals{};
    std::size_t count = 0;
};

TangentPlanes tangent_planes(const Contour& contour, const CellLattice& lattice, const NetVertex& vertex) {
    TangentPlanes planes;
    for (unsigned number = 0; number < cell_edge_count; ++number) {
        if ((vertex.edges >> number & 1) == 0) continue;
        const CellEdge edge = cell_edge(number);
        const Vector point =
            contour.crossing(lattice.corner(vertex.cell, edge.low), lattice.corner(vertex.cell, edge.high()));
        const Vector slope = contour.gradient(point, contour.at(point));
        if (!(length_of(slope) > 0.1)) continue;
        planes.points_m[planes.count] = point;
        planes.normals[planes.count++] = scaled(slope, 1 / length_of(slope));
    }
    return planes;
}

/// A point near all planes, within the cell. It starts at the mean of the planes' points and moves towards all planes
/// at once. If the planes are nearly parallel, it stays near that mean.
Vector meeting_point(const TangentPlanes& planes, const Vector& low, const Vector& high) {
    Vector p{0, 0, 0};
    for (std::size_t i = 0; i < planes.count; ++i)
        p = p + scaled(planes.points_m[i], 1.0 / static_cast<double>(planes.count));
    for (int round = 0; round < 30; ++round) {
        Vector move{0, 0, 0};
        for (std::size_t i = 0; i < planes.count; ++i)
            move = move + scaled(planes.normals[i], dot(planes.normals[i], planes.points_m[i] - p));
        p = p + scaled(move, 1.0 / static_cast<double>(planes.count));
    }
    return {std::clamp(p.x, low.x, high.x), std::clamp(p.y, low.y, high.y), std::clamp(p.z, low.z, high.z)};
}

}  // namespace

Vector middle_of(const NetVertex& vertex, const CellLattice& lattice) {
    Vector sum{0, 0, 0};
    for (unsigned number = 0; number < cell_edge_count; ++number) {
        if ((vertex.edges >> number & 1) == 0) continue;
        const CellEdge edge = cell_edge(number);
        sum = sum + lattice.corner(vertex.cell, edge.low) + lattice.corner(vertex.cell, edge.high());
    }
    return scaled(sum, 0.5 / std::popcount(vertex.edges));
}

Vector refined(const ClearanceField& field, const CellLattice& lattice, const NetVertex& vertex) {
    const Contour contour(field, lattice);
    const TangentPlanes planes = tangent_planes(contour, lattice, vertex);
    if (planes.count == 0) return contour.on_zero(middle_of(vertex, lattice));
    return contour.on_zero(meeting_point(planes, lattice.corner(vertex.cell, 0), lattice.corner(vertex.cell, 7)));
}

TriangleMesh triangulated(const ClearanceField& field, std::vector<Vector> vertices_m, const std::vector<Quad>& quads) {
    TriangleMesh result{std::move(vertices_m), std::vector<Triangle>(2 * quads.size())};
    tbb::parallel_for(std::size_t{0}, quads.size(), [&](std::size_t i) {
        const auto [a, b, c, d] = quads[i];
        const auto distance = [&](std::uint32_t from, std::uint32_t to) {
            return std::abs(field(scaled(result.vertices_m[from] + result.vertices_m[to], 0.5)));
        };
        const bool along_ac = distance(a, c) <= distance(b, d);
        result.triangles[2 * i] = along_ac ? Triangle{a, b, c} : Triangle{a, b, d};
        result.triangles[2 * i + 1] = along_ac ? Triangle{a, c, d} : Triangle{b, c, d};
    });
    return result;
}

}  // namespace hexscan
