#pragma once

#include <utility>

#include "src/check/pose_box.h"

/// Boxes of poses, and how to halve them across the coordinate that moves the legs most.
namespace hexscan {

inline Pose middle_of(const PoseBox& box) {
    std::array<double, PoseBox::dimensions> at{};
    for (std::size_t k = 0; k < at.size(); ++k) at[k] = 0.5 * box.low[k] + 0.5 * box.high[k];
    return pose_at(at);
}

/// One of the box's 64 corners. If bit k of `number` is set, coordinate k is at its upper end.
inline Pose corner_of(const PoseBox& box, unsigned number) {
    std::array<double, PoseBox::dimensions> at = box.low;
    for (std::size_t k = 0; k < at.size(); ++k)
        if ((number >> k & 1U) != 0) at[k] = box.high[k];
    return pose_at(at);
}

/// Width of a box along an axis in metres. The width of an angle is multiplied by the lever.
inline double extent_m(const PoseBox& box, std::size_t axis, double lever_m) {
    return (box.high[axis] - box.low[axis]) * (axis < PoseBox::angles_begin ? 1 : lever_m);
}

inline std::size_t widest_axis(const PoseBox& box, double lever_m) {
    std::size_t widest = 0;
    for (std::size_t k = 1; k < PoseBox::dimensions; ++k)
        if (extent_m(box, k, lever_m) > extent_m(box, widest, lever_m)) widest = k;
    return widest;
}

inline std::pair<PoseBox, PoseBox> halves_of(const PoseBox& box, std::size_t axis) {
    PoseBox low = box, high = box;
    low.high[axis] = high.low[axis] = 0.5 * box.low[axis] + 0.5 * box.high[axis];
    return {low, high};
}

}  // namespace hexscan
