#include "src/results/surface_mesh.h"

#include <algorithm>
#include <cstddef>

#include <tbb/parallel_sort.h>

namespace hexscan {
namespace {

/// An edge between two vertices, and which way it is run through.
struct Edge {
    std::uint32_t low, high;
    bool upwards;

    bool operator<(const Edge& other) const {
        return low != other.low ? low < other.low : high != other.high ? high < other.high : upwards < other.upwards;
    }
    bool same_vertices(const Edge& other) const { return low == other.low && high == other.high; }
};

}  // namespace

std::int64_t faulty_edges(const std::vector<Triangle>& triangles) {
    std::vector<Edge> edges;
    edges.reserve(3 * triangles.size());
    for (const Triangle& t : triangles)
        for (std::size_t i = 0; i < 3; ++i) {
            const std::uint32_t from = t[i], to = t[(i + 1) % 3];
            edges.push_back({std::min(from, to), std::max(from, to), from < to});
        }
    tbb::parallel_sort(edges.begin(), edges.end());
    std::int64_t faults = 0;
    for (auto edge = edges.begin(); edge != edges.end();) {
        const auto next =
            std::find_if(edge, edges.end(), [&](const Edge& other) { return !other.same_vertices(*edge); });
        const bool pair = next - edge == 2 && edge[0].upwards != edge[1].upwards;
        if (!pair || edge->low == edge->high) ++faults;
        edge = next;
    }
    return faults;
}

double enclosed_volume(const TriangleMesh& mesh) {
    // About a vertex of the mesh, so that a surface far from the origin loses no digits.
    if (mesh.vertices_m.empty()) return 0;
    const Vector origin = mesh.vertices_m.front();
    double six_volumes = 0;
    for (const Triangle& t : mesh.triangles)
        six_volumes +=
            dot(mesh.vertices_m[t[0]] - origin, cross(mesh.vertices_m[t[1]] - origin, mesh.vertices_m[t[2]] - origin));
    return six_volumes / 6;
}

}  // namespace hexscan
