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

/// Three axes, square to each other.
struct Frame {
    IntervalVector first, second, third;
};

/// The first is given.
Frame frame_about(const Vector& axis);
/// Two are given.
Frame frame_of(const Vector& first, const Vector& second);

inline Interval hypotenuse(Interval a, Interval b) { return square_root(square(a) + square(b)); }

/// What legs with rods have in common: the joints and the leg vector's components.
class RodLeg : public RodBounds {
public:
    bool breaks_a_joint(const PreparedBox& box) const final;
    RodSlopes slopes(const PosesNear& poses) const final;
    double rod_length_m() const final { return rod_m_; }

protected:
    struct Components {
        Interval first, second, third;
    };
    /// A rod as its foot's joint sees it, and where its foot is.
    struct RodInBox {
        IntervalVector from_foot;
        Components foot;
    };

    RodLeg(const Machine& machine, std::size_t leg, double rod_m, const Frame& frame);

    /// Along the axes of the frame, up to `by_m` from the box's poses.
    Components components(const PreparedBox& box, double by_m) const;
    SlopesVector leg_in_frame(const PosesNear& poses) const;

    /// Of joints that keep their limits no more is known than what they were asked.
    void add_joints(const PreparedBox& box, double by_m, bool reaches, RodBound& bound) const;
    /// A cone's axis along those of the frame.
    IntervalVector in_frame(const IntervalVector& axis) const;
    /// The rod along an axis of the platform, where its foot is at these components.
    Interval along_platform(const IntervalVector& axis, const Components& foot, const PreparedBox& box) const;
    /// Whether a rod, given in the frame of its foot's joint, surely keeps that joint's limits.
    bool foot_keeps(const IntervalVector& rod_m, const PreparedBox& box, double by_m, RodBound& bound) const;
    /// The same of the platform's joint, where the rod's foot is at these components.
    bool platform_keeps(const Components& foot, const PreparedBox& box, double by_m, RodBound& bound) const;

    /// Whether a number of poses is nowhere negative, up to `by_m` from them, by its slopes; if not, the bound's lowest
    /// pose is one where it is about the least. It is `number(poses)`.
    template <class NumberOf>
    bool never_negative(const PreparedBox& box, double by_m, RodBound& bound, const NumberOf& number) const;

private:
    /// At the box's poses and up to `by_m` from them, as far as the rod reaches there.
    virtual RodInBox rod_in(const PreparedBox& box, double by_m) const = 0;
    /// Whether both joints surely keep their limits there; if not, the bound's lowest pose may become one where one
    /// does least.
    bool joints_keep(const PreparedBox& box, double by_m, RodBound& bound) const;
    /// The rod as the foot's joint sees it, and by its components in the frame.
    virtual SlopesVector rod_from_foot(const PosesNear& poses) const = 0;
    virtual SlopesVector rod_in_frame(const PosesNear& poses) const = 0;
    /// The rod's part along its foot's motion.
    virtual PoseSlopes along_motion(const PosesNear& poses) const = 0;
    SlopesVector rod_in_base(const PosesNear& poses) const;
    SlopesVector rod_from_platform(const PosesNear& poses) const;

    /// Nothing where a number is nowhere negative. The poses become those of the end where it is about the least.
    template <class NumberOf>
    std::optional<std::array<MovedPoses, 2>> halves_unless_kept(MovedPoses& part, OrientationOrder order,
                                                                RodBound& bound, const NumberOf& number) const;
    /// The coordinate of box or moves that moves the rod most.
    std::size_t widest(const MovedPoses& poses) const;

    IntervalVector base_m_, joint_m_;
    double rod_m_;
    Frame frame_;
    std::vector<ConeBounds> foot_joint_, platform_joint_;
};

/// Of each kind of leg, in a file of its own.
std::unique_ptr<const RodBounds> bounds_of(const Machine& machine, const SliderLegs& legs, std::size_t leg);
std::unique_ptr<const RodBounds> bounds_of(const Machine& machine, const RotaryLegs& legs, std::size_t leg);

template <class NumberOf>
bool RodLeg::never_negative(const PreparedBox& box, double by_m, RodBound& bound, const NumberOf& number) const {
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
                                                                    RodBound& bound, const NumberOf& number) const {
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
