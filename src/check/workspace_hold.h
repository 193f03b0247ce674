#pragma once

#include <cstdint>
#include <optional>

#include "src/base/loop.h"
#include "src/machine/machine.h"
#include "src/scan/searches/region.h"

namespace hexscan {

/// How well the legs hold the platform over the reachable positions of an orientation, 1 / condition; of a machine with
/// a home minus that beyond a singularity as seen from there. It is 0 where the legs are singular to rounding.
struct WorkspaceHold {
    double least = 0;  ///< that was met; between what was asked it may be less
    Vector least_at_m{0, 0, 0};
    double mean = 0;  ///< of the grid's reachable points
    std::int64_t points = 0;
};

/// Asks a grid over the box, on home's side of the base where there is a home, and from the least of it on in ever
/// smaller steps downhill. Nothing where no grid point is reachable.
std::optional<WorkspaceHold> look_at_hold(const Machine& machine, const Orientation& orientation,
                                          const PositionBox& box, const Loop& loop);

}  // namespace hexscan
