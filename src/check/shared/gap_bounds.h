#pragma once

#include <memory>

#include "src/check/shared_bounds.h"

/// Bounds of gaps over boxes of poses. Along a fixed direction, the distance of two bodies is at least that of their
/// ends. For telescopic legs an end is of the form c + n . p + n . R b (rotation_form.h). Its free end n . l / |l| lies
/// between the ends of two intervals. If this does not decide for two telescopic legs, gap_box.h does. For legs with
/// rods, no point of a body moves by more than platform joint and foot do.
namespace hexscan {

/// The bound for two legs; null for other limits.
std::shared_ptr<const SharedBound> gap_bound(const Machine& machine, const Limit& limit);
/// The bound for a leg and a plate or other obstacle; null for other limits.
std::shared_ptr<const SharedBound> obstacle_bound(const Machine& machine, const Limit& limit);

}  // namespace hexscan
