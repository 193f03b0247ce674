#pragma once

#include <cstdint>
#include <optional>

#include "src/base/loop.h"
#include "src/machine/machine.h"
#include "src/scan/searches/region.h"

namespace hexscan {

/// The conditioning, 1 / condition, over the reachable positions of an orientation. For a machine with a home it is
/// negative beyond a singularity as seen from home. It is 0 where the legs are singular to rounding.
struct WorkspaceHold {
    double least = 0;  ///< smallest value met; between the evaluated positions it may be less
    Vector least_at_m{0, 0, 0};
    double mean = 0;  ///< of the magnitudes at the grid's reachable points: the sign tells a singularity's side only
    std::int64_t points = 0;
};

/// Evaluates a grid over the box, then descends from the smallest value in ever smaller steps. With a home, only home's
/// side of the base counts. Nullopt if no grid point is reachable.
std::optional<WorkspaceHold> look_at_hold(const Machine& machine, const Orientation& orientation,
                                          const PositionBox& box, const Loop& loop);

}  // namespace hexscan
