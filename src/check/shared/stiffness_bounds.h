#pragma once

#include <memory>

#include "src/check/shared_bounds.h"

namespace hexscan {

/// The bound on the least stiffness over boxes of poses (stiff_box.h). Returns null for other limits.
std::shared_ptr<const SharedBound> stiffness_bound(const Machine& machine, const Limit& limit);

}  // namespace hexscan
