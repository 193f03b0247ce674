#pragma once

#include "src/check/pose_box.h"

namespace hexscan_test {

/// The box of poses whose coordinates differ from those of `pose` by at most half_m or half_rad.
inline hexscan::PoseBox box_about(const hexscan::Pose& pose, double half_m, double half_rad) {
    using hexscan::PoseBox;
    PoseBox box{coordinates_of(pose), coordinates_of(pose)};
    for (std::size_t k = 0; k < PoseBox::dimensions; ++k) {
        const double half = k < PoseBox::angles_begin ? half_m : half_rad;
        box.low[k] -= half;
        box.high[k] += half;
    }
    return box;
}

}  // namespace hexscan_test
