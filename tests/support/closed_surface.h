#pragma once

#include <cstdint>
#include <vector>

#include "src/results/surface/surface_mesh.h"

/// What makes a surface a closed, oriented manifold.
namespace hexscan_test {

/// How often two faces do not meet along an edge as they should in a closed surface of two sides: the edge belongs to
/// another number of faces than two, or these do not agree which side is outside.
std::int64_t faulty_edges(const std::vector<hexscan::Triangle>& triangles);

/// How many vertices join faces that do not go around them in one circle. Asks for a surface without faulty edges.
std::int64_t pinched_vertices(const std::vector<hexscan::Triangle>& triangles);

}  // namespace hexscan_test
