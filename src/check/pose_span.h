#pragma once

#include <array>
#include <utility>

#include "src/check/pose_box.h"

namespace hexscan {

/// Poses between two: all those of their box, or only those on the straight way from one to the other. It can be
/// halved.
struct PoseSpan {
    std::array<double, PoseBox::dimensions> from{}, to{};
    bool is_way = false;
    double along_from = 0, along_to = 0;  ///< of a path (MetClearance::along)

    /// One of the poses, and where that is on a path.
    Pose middle() const;
    double along_middle() const { return 0.5 * along_from + 0.5 * along_to; }
    /// Holds them all.
    PoseBox box() const;
    std::pair<PoseSpan, PoseSpan> halves(double lever_m) const;
};

}  // namespace hexscan
