#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <memory>
#include <optional>
#include <vector>

#include "src/check/box_halves.h"
#include "src/check/check_tuning.h"
#include "src/check/rods/pose_slopes.h"
#include "src/check/rods/rod_bounds.h"
#include "src/machine/surfaces/joint_bounds.h"

namespace hexscan {

/// A frame whose first axis is this one.
Frame frame_about(const Vector& axis);
/// A frame whose first two axes are these.
Frame frame_of(const Vector& first, const Vector& second);

inline Interval hypotenuse(Interval a, Interval b) { return square_root(square(a) + square(b)); }

/// The common part of all legs with rods: their joints, and the components of the leg vector.
class RodLeg : public RodBounds {
public:
    bool breaks_a_joint(const PreparedBox& box) const final;
    RodSlopes slopes(const PosesNear& poses) const final;
    SlopesVector leg_in_frame(const PosesNear& poses) const final;
    const Frame& frame() const final { return frame_; }
    double rod_length_m() const final { return rod_m_; }

protected:
    struct Components {
        Interval first, second, third;
    };
    /// A rod in the frame of its foot's joint, and the position of its foot.
    struct RodInBox {
        IntervalVector from_foot;
        Components foot;
    };

    RodLeg(const Machine& machine, std::size_t leg, double rod_m, const Frame& frame);

    /// The leg vector's components along the axes of the frame, for positions within `by_m` of those in the box.
    Components components(const PreparedBox& box, double by_m) const;

    /// Adds the joints to the bound. A joint that satisfies its limits counts with a clearance of `by_m`.
    void add_joints(const PreparedBox& box, double by_m, bool reaches, RodClearanceBound& bound) const;
    /// The axis of a cone as components in the leg's frame.
    IntervalVector in_frame(const IntervalVector& axis) const;
    /// The rod's component along an axis of the platform, for a foot with these components.
    Interval along_platform(const IntervalVector& axis, const Components& foot, const PreparedBox& box) const;
    /// True if a rod, given in the frame of its foot's joint, certainly satisfies that joint's limits.
    bool foot_keeps(const IntervalVector& rod_m, const PreparedBox& box, double by_m, RodClearanceBound& bound) const;
    /// True if the rod, for a foot with these components, certainly satisfies the limits of the platform's joint.
    bool platform_keeps(const Components& foot, const PreparedBox& box, double by_m, RodClearanceBound& bound) const;

    /// True if slopes prove that `number(poses)` is nowhere negative, for positions within `by_m` of those in the box.
    /// Otherwise sets the bound's lowest pose to one at which the number is approximately the smallest.
    template <class NumberOf>
    bool never_negative(const PreparedBox& box, double by_m, RodClearanceBound& bound, const NumberOf& number) const;

private:
    /// The rod for positions within `by_m` of those in the box, restricted to positions that it reaches.
    virtual RodInBox rod_in(const PreparedBox& box, double by_m) const = 0;
    /// True if both joints certainly satisfy their limits at all positions within `by_m` of those in the box. Otherwise
    /// may set the bound's lowest pose to one at which a joint is closest to a violation.
    bool joints_keep(const PreparedBox& box, double by_m, RodClearanceBound& bound) const;
    /// The rod in the frame of its foot's joint. The next function gives it in the leg's frame.
    virtual SlopesVector rod_from_foot(const PosesNear& poses) const = 0;
    virtual SlopesVector rod_in_frame(const PosesNear& poses) const = 0;
    /// The rod's component along the direction in which its foot moves.
    virtual PoseSlopes along_motion(const PosesNear& poses) const = 0;
    SlopesVector rod_in_base(const PosesNear& poses) const;
    SlopesVector rod_from_platform(const PosesNear& poses) const;

    /// Returns nullopt if the number is nowhere negative. Otherwise returns two halves of `part`, after `part` was
    /// shrunk to the end at which the number is approximately the smallest.
    template <class NumberOf>
    std::optional<std::array<MovedPoses, 2>> halves_unless_kept(MovedPoses& part, OrientationOrder order,
                                                                RodClearanceBound& bound, const NumberOf& number) const;
    /// Index of the coordinate, of the poses or of the moves, that moves the rod most.
    std::size_t widest(const MovedPoses& poses) const;

    IntervalVector base_m_, joint_m_;
    double rod_m_;
    Frame frame_;
    std::vector<ConeBounds> foot_joint_, platform_joint_;
};

/// Creates the bounds of one leg. Each kind of leg has its own source file.
std::unique_ptr<const RodBounds> bounds_of(const Machine& machine, const SliderLegs& legs, std::size_t leg);
std::unique_ptr<const RodBounds> bounds_of(const Machine& machine, const RotaryLegs& legs, std::size_t leg);

template <class NumberOf>
bool RodLeg::never_negative(const PreparedBox& box, double by_m, RodClearanceBound& bound,
                            const NumberOf& number) const {
    const OrientationOrder order = box.angles.order;
    const int most = by_m > 0 && bound.at_least_m >= by_m ? tuning::looks_within_clearance : 1;
    std::vector<MovedPoses> open{moved(box.box, by_m)};
    int looks = 0;
    while (!open.empty()) {
        ++looks;
        MovedPoses part = open.back();
        open.pop_back();
        const auto halves = halves_unless_kept(part, order, bound, number);
        if (!halves) continue;
        if (looks >= most || bound.violated) {
            bound.lowest = middle_of(part.box);
            bound.parts += looks / tuning::looks_of_part;
            return false;
        }
        for (const MovedPoses& half : *halves)
            if (is_there(half)) open.push_back(half);
    }
    bound.parts += looks / tuning::looks_of_part;
    return true;
}

template <class NumberOf>
std::optional<std::array<MovedPoses, 2>> RodLeg::halves_unless_kept(MovedPoses& part, OrientationOrder order,
                                                                    RodClearanceBound& bound,
                                                                    const NumberOf& number) const {
    for (;;) {
        const PosesNear poses(part, order);
        const PoseSlopes slopes = number(poses);
        if (poses.least(slopes) >= 0) return std::nullopt;
        if (!slopes.sloped) return halves_of(part, widest(part));
        if (const std::optional<PoseBox> end = poses.least_end(slopes)) {
            part.box = *end;
            continue;
        }
        if (part.by_m > 0) {
            const Vector move_m = poses.lowest_move(slopes);
            const Interval there = number(PosesNear(moved(middle_of(part.box), move_m), order)).value;
            if (poses.least_from(slopes, there, move_m) >= 0) return std::nullopt;
            bound.violated = there.hi < 0 && length_of(exactly(move_m)).hi <= part.by_m;
        }
        return poses.halves(slopes);
    }
}

}  // namespace hexscan
