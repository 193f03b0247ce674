#pragma once

#include <cstdint>
#include <vector>

#include "src/results/surface/surface_mesh.h"

/// Checks that a surface is a closed, oriented manifold.
namespace hexscan_test {

/// Number of edges at which the faces do not form a closed, two-sided surface. Such an edge belongs to more or fewer
/// than two faces, or its faces disagree about the outer side.
std::int64_t faulty_edges(const std::vector<hexscan::Triangle>& triangles);

/// Number of vertices whose faces do not form a single circle around them. The surface must not have faulty edges.
std::int64_t pinched_vertices(const std::vector<hexscan::Triangle>& triangles);

}  // namespace hexscan_test
