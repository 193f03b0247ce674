#pragma once

#include <algorithm>
#include <array>
#include <cstddef>

#include "src/check/pose_box.h"
#include "src/machine/interval_vector.h"
#include "src/machine/machine.h"
#include "src/machine/orientation_cell.h"
#include "src/machine/rotation.h"

namespace hexscan {

/// The middle of a box of poses, and upper bounds on the distance of the box's poses from it.
struct Surroundings {
    Pose middle;
    Rotation turned;                                        ///< rotation of the middle
    std::array<double, PoseBox::dimensions> half_widths{};  ///< half the widths, rounded up
    double moved_m = 0, turned_rad = 0;

    Surroundings(const PoseBox& box, OrientationOrder order) : turned{} {
        std::array<double, PoseBox::dimensions> at{};
        for (std::size_t k = 0; k < at.size(); ++k) {
            at[k] = 0.5 * box.low[k] + 0.5 * box.high[k];
            half_widths[k] =
                std::max((Interval(box.high[k]) - Interval(at[k])).hi, (Interval(at[k]) - Interval(box.low[k])).hi);
        }
        middle = pose_at(at);
        turned = rotation_of(middle.orientation, order);
        const auto& half = half_widths;
        moved_m = length_of(IntervalVector{half[0], half[1], half[2]}).hi;
        turned_rad = largest_turn_rad({middle.orientation, {half[3], half[4], half[5]}});
    }

    /// Upper bound on how far a point that is `arm_m` from the platform's origin moves relative to the middle.
    double moved_at(double arm_m) const { return moved_m + turned_rad * arm_m; }
};

/// Upper bound on the rounding errors of a rod's direction and of its component u . h along its foot's motion, if u . h
/// is 1. Both are computed from the square root of a difference of squared lengths. These lengths can be many times the
/// rod's length. Near the edge of the rod's reach u . h is nearly 0. The caller divides these errors by u . h.
inline double rounding_at_edges(const Machine& machine, std::size_t leg, const Vector& position_m, double rod_m) {
    const double lengths_m = length_of(position_m) + length_of(machine.base.points_m[leg]) +
                             length_of(machine.platform.points_m[leg]) + arm_m(machine.legs, leg).value_or(0) + rod_m;
    const double times = lengths_m / rod_m;
    return std::max(0x1p-46, 0x1p-50 * times * times);
}

}  // namespace hexscan
