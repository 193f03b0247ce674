#pragma once

#include <cstdint>
#include <optional>

#include "src/base/loop.h"
#include "src/machine/machine.h"
#include "src/scan/searches/region.h"

namespace hexscan {

/// The conditioning, 1 / condition, over the reachable positions at one orientation. If the machine has a home, the
/// conditioning is negative where the determinant's sign differs from that at home. It is 0 where the legs are singular
/// within rounding.
struct WorkspaceHold {
    double least = 0;  ///< smallest value found; between the evaluated positions it may be smaller
    Vector least_at_m{0, 0, 0};
    double mean = 0;  ///< mean magnitude at the reachable grid points; the sign only shows the side of a singularity
    std::int64_t points = 0;  ///< number of reachable grid points
};

/// Evaluates a grid over the box, then descends from the smallest value with smaller and smaller steps. If the machine
/// has a home, only positions on home's side of the base count. Returns nullopt if no grid point is reachable.
std::optional<WorkspaceHold> look_at_hold(const Machine& machine, const Orientation& orientation,
                                          const PositionBox& box, const Loop& loop);

}  // namespace hexscan
