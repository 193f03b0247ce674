#pragma once

#include <memory>

#include "src/check/shared_bounds.h"

namespace hexscan {

/// The bound on a leg's rate over boxes of poses. Returns null for other limits. The rate 1 / (u . h) is largest where
/// u . h is smallest. The motion of the platform joint bounds the change of u . h (leg_lines.h).
std::shared_ptr<const SharedBound> rate_bound(const Machine& machine, const Limit& limit);

}  // namespace hexscan
