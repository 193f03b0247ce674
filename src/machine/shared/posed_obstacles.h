#pragma once

#include <cstddef>
#include <variant>
#include <vector>

#include "kernels/shared/segment_distance.h"
#include "src/machine/rotation.h"
#include "src/machine/shared/obstacles.h"

namespace hexscan {

/// An obstacle at one orientation, without its thickness.
struct PosedObstacle {
    std::variant<Segment3, Disc3> shape;
    double radius_m = 0;       ///< thickness of the obstacle around the shape
    bool on_platform = false;  ///< true: the obstacle moves with the platform
    const LimitKind* kind = nullptr;
    std::size_t number = 0;  ///< its number among obstacles of its kind
};

/// All obstacles of a machine: the plate of the base, that of the platform, then spheres and capsules.
std::vector<PosedObstacle> posed_obstacles(const Obstacles& obstacles, const Rotation& turned);

}  // namespace hexscan
