#pragma once

#include <memory>

#include "src/check/shared_bounds.h"

namespace hexscan {

/// Of a leg's rate over boxes of poses; null of other limits. 1 / (u . h) is largest where u . h is smallest, which
/// changes by no more than its platform joint's way makes of it (leg_lines.h).
std::shared_ptr<const SharedBound> rate_bound(const Machine& machine, const Limit& limit);

}  // namespace hexscan
