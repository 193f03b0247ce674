#pragma once

#include <cmath>

#include "src/machine/rods.h"

namespace hexscan {

/// Bounds on the errors of joint values: of the place of each rod's foot, and of the rod's equation in Closing.
struct RodErrors {
    PerLeg foot_m{}, off_m2{};
};

/// How far the platform moves at most: a distance, and the sine of a rotation by less than 90 degrees.
struct MotionReach {
    double moved_m = 0, sine = 0;

    double cosine() const { return std::sqrt((1 - sine) * (1 + sine)); }
    /// Bound on |Q v - v| for unit vectors v.
    double chord() const { return sine * std::sqrt(2 / (1 + cosine())); }
};

/// A weighted sum of the equations of rods around a pose, as a function of the platform's motion (s, e) from there.
/// With u = R b, k = p - c, l = k + u and the rotation Q by e, the equation of a rod is
///
///     off + l . s + (u x l) . e + |s|^2 / 2 + s . (Q - 1) u + k . (Q - 1 - [e]x) u,
///     Q - 1 = [e]x + [e]x [e]x / (1 + cos)   (Rodrigues).
///
/// The terms of second order of different rods may cancel in the sum, and so do their bounds. All bounds include
/// rounding.
struct RodSum {
    RodSum() = default;
    RodSum(const Rods& rods, const Placed& at, const Vector6& weights);

    Vector6 weight;
    double off = 0, off_error = 0;  ///< The sum at the pose.
    Vector by_moved{}, by_sine{};   ///< Its derivatives there.
    double by_moved_error = 0, by_sine_error = 0;
    /// Bounds of |sum of w|, |sum of w u|, |sum of w k u'|, the trace of that, and its symmetric form in e.
    double ones = 0, arms = 0, products = 0, trace = 0, form = 0;

    /// Bound on the terms of second order.
    double rest(const MotionReach& reach) const;
    /// Bound on the terms' derivatives by s times `size_m` and by e.
    double rest_slope(const MotionReach& reach, double size_m) const;
    /// Bound on the change of the same derivatives of the sum, if they are taken at a pose within reach.
    double change_at(const MotionReach& reach, double size_m) const;
    /// The bounds of the terms of second order around any pose within reach.
    RodSum bounds_at(const MotionReach& reach) const;
};

}  // namespace hexscan
