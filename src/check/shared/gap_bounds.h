#pragma once

#include <memory>

#include "src/check/shared_bounds.h"

/// Gaps over boxes of poses. Along a fixed direction two bodies are as far apart as their ends are at least, and of
/// telescopic legs an end is of the form c + n . p + n . R b (rotation_form.h), its free end n . l / |l| between the
/// ends of two intervals. What that leaves open of two telescopic legs is asked of gap_box.h. Of legs with rods no
/// point of a body moves by more than platform joint and foot do.
namespace hexscan {

/// Of two legs; null of other limits.
std::shared_ptr<const SharedBound> gap_bound(const Machine& machine, const Limit& limit);
/// Of a leg and a plate or what else stands in its way; null of other limits.
std::shared_ptr<const SharedBound> obstacle_bound(const Machine& machine, const Limit& limit);

}  // namespace hexscan
