#pragma once

#include <memory>

#include "src/check/shared_bounds.h"

namespace hexscan {

/// The bound on a leg's rate over boxes of poses. Returns null for other limits. With the rod's direction u and its
/// foot's motion h, the rate 1 / (u . h) is largest where u . h is smallest. Slopes bound u . h from below
/// (rod_bounds.h).
std::shared_ptr<const SharedBound> rate_bound(const Machine& machine, const Limit& limit);

}  // namespace hexscan
