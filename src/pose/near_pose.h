#pragma once

#include <array>

#include "src/pose/rod_sum.h"

namespace hexscan {

/// The equations of rods around a pose, multiplied by an approximate inverse of their derivatives there. For a motion
/// (s, e) of the platform they are y = step + rest(y), where y is s divided by the rods' size, followed by e. The norm
/// of y is the length of its longer half. Rotations are below 90 degrees. All bounds include rounding.
class NearPose {
public:
    NearPose(const Rods& rods, const Placed& at);
    /// The same, for rods with errors.
    NearPose with(const RodErrors& errors) const;

    /// The motion to the pose in which the rods close, to first order. Not finite at a singular pose.
    const Vector6& step() const { return step_; }
    /// Bound on the norm of the step.
    double off() const { return off_; }
    /// Bound on the difference of the derivatives times their inverse from 1.
    double skew() const { return skew_; }
    /// Bounds of the components of y - step, if the motion is within reach.
    Vector6 rest(const MotionReach& reach) const;

    /// Bound on the norm of rest(y) divided by the square of the norm of y, for norms up to `size`.
    double bend(double size) const;
    /// Bound on the derivatives of rest(y), for norms up to `size`.
    double slope(double size) const;
    /// Bound on the change of the derivatives, if they are taken at a pose that a motion of norm `size` reaches.
    double change_at(double size) const;
    /// Bound like bend(`reach`), for the equations around that pose.
    double bend_at(double size, double reach) const;

private:
    MotionReach reach(double size) const { return {size * size_m_, size}; }

    double size_m_;
    PerLeg arms_m_{};
    Vector6 step_;
    double off_ = 0, skew_ = 0;
    std::array<RodSum, leg_count> rows_;
};

}  // namespace hexscan
