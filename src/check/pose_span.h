#pragma once

#include <array>
#include <utility>

#include "src/check/pose_box.h"

namespace hexscan {

/// The poses between two poses: all poses of their box, or only those on the straight way between them. A span can be
/// halved.
struct PoseSpan {
    std::array<double, PoseBox::dimensions> from{}, to{};
    bool is_way = false;
    double along_from = 0, along_to = 0;  ///< where the ends are on a path (MetClearance::along)

    /// A pose of the span, and where it is on a path.
    Pose middle() const;
    double along_middle() const { return 0.5 * along_from + 0.5 * along_to; }
    /// A box that contains all poses of the span.
    PoseBox box() const;
    /// Halves a way in its middle, and a box across an axis.
    std::pair<PoseSpan, PoseSpan> halves(std::size_t axis) const;
};

}  // namespace hexscan
