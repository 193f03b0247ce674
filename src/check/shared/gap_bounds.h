#pragma once

#include <memory>

#include "src/check/shared_bounds.h"

/// Bounds on gaps over boxes of poses. The distance of two bodies is at least the distance of their ends along a fixed
/// direction n. For telescopic legs, the coordinate of an end has the form c + n . p + n . R b (rotation_form.h). A
/// free end of length f moves the end by f n . l / |l|, which is bounded as a quotient of intervals. If this does not
/// decide for two telescopic legs, gap_box.h does. For legs with rods, no point of a leg moves farther than the larger
/// of the motions of its platform joint and its foot.
namespace hexscan {

/// The bound for the gap between two legs. Returns null for other limits.
std::shared_ptr<const SharedBound> gap_bound(const Machine& machine, const Limit& limit);
/// The bound for the gap between a leg and a plate or other obstacle. Returns null for other limits.
std::shared_ptr<const SharedBound> obstacle_bound(const Machine& machine, const Limit& limit);

}  // namespace hexscan
