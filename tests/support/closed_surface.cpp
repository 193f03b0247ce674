#include "tests/support/closed_surface.h"

#include <algorithm>
#include <map>
#include <utility>

namespace hexscan_test {

using hexscan::Triangle;

std::int64_t faulty_edges(const std::vector<Triangle>& triangles) {
    /// How often an edge between its lower and its higher vertex is passed upwards and downwards.
    std::map<std::pair<std::uint32_t, std::uint32_t>, std::pair<int, int>> edges;
    for (const Triangle& t : triangles)
        for (std::size_t i = 0; i < 3; ++i) {
            const auto [low, high] = std::minmax(t[i], t[(i + 1) % 3]);
            auto& [upwards, downwards] = edges[{low, high}];
            ++(t[i] == low ? upwards : downwards);
        }
    return std::count_if(edges.begin(), edges.end(), [](const auto& edge) {
        return edge.first.first == edge.first.second || edge.second != std::pair{1, 1};
    });
}

std::int64_t pinched_vertices(const std::vector<Triangle>& triangles) {
    /// For each vertex, the next neighbour after each neighbour.
    std::map<std::uint32_t, std::map<std::uint32_t, std::uint32_t>> circles;
    for (const Triangle& t : triangles)
        for (std::size_t i = 0; i < 3; ++i) circles[t[i]][t[(i + 1) % 3]] = t[(i + 2) % 3];
    return std::count_if(circles.begin(), circles.end(), [](const auto& vertex) {
        const auto& circle = vertex.second;
        const std::uint32_t first = circle.begin()->first;
        std::size_t passed = 1;
        for (std::uint32_t next = circle.at(first); next != first && passed <= circle.size(); next = circle.at(next))
            ++passed;
        return passed != circle.size();
    });
}

}  // namespace hexscan_test
