#pragma once

#include <cmath>
#include <numbers>

#include "close_rods.h"

/// Weighted sums of the equations of rods around a pose, with bounds, for host and device.
namespace hexscan {

/// Bounds on two errors that wrong joint values cause: the error of the position of each rod's foot, and the error of
/// the rod's equation in RodEquation.
struct RodErrors {
    double foot_m[leg_count], off_m2[leg_count];
};

HEXSCAN_HD_INLINE double norm_of(const Vec3<double>& v) {
    using std::sqrt;
    return sqrt(dot(v, v));
}

/// The largest motion of the platform: a distance, and the sine of a rotation by less than 90 degrees.
struct MotionReach {
    double moved_m = 0, sine = 0;

    HEXSCAN_HD_INLINE double cosine() const {
        using std::sqrt;
        return sqrt((1 - sine) * (1 + sine));
    }
    /// Bound on |Q v - v| for unit vectors v and rotations Q within reach.
    HEXSCAN_HD_INLINE double chord() const {
        using std::sqrt;
        return sine * sqrt(2 / (1 + cosine()));
    }
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
    double weight[leg_count];
    double off, off_error;           ///< The sum at the pose.
    Vec3<double> by_moved, by_sine;  ///< Its derivatives there.
    double by_moved_error, by_sine_error;
    /// Bounds on |sum of w|, |sum of w u|, |sum of w k u'|, the trace of the last sum, and its symmetric form in e.
    double ones, arms, products, trace, form;

    /// Bound on the terms of second order, for motions within reach.
    HEXSCAN_HD_INLINE double rest(const MotionReach& reach) const {
        const double s = reach.moved_m, e = reach.sine, bent = e * e / (1 + reach.cosine());
        return ones * s * s / 2 + arms * s * (e + bent) + form * bent;
    }

    /// Bound on the derivatives of these terms with respect to s, times `size_m`, and to e.
    HEXSCAN_HD_INLINE double rest_slope(const MotionReach& reach, double size_m) const {
        const double s = reach.moved_m, e = reach.sine, cosine = reach.cosine(), bent = e * e / (1 + cosine);
        return size_m * (ones * s + arms * (e + bent)) + arms * s / cosine +
               form * (2 * e / (1 + cosine) + bent * e / (cosine * (1 + cosine)));
    }

    /// Bound on how much the derivatives of the sum, as in rest_slope(), change from this pose to another pose within
    /// reach.
    HEXSCAN_HD_INLINE double change_at(const MotionReach& reach, double size_m) const {
        const double s = reach.moved_m, chord = reach.chord();
        return size_m * (ones * s + arms * chord) + std::numbers::sqrt2 * chord * products + arms * s;
    }

    /// Widens the bounds on the terms of second order so that they are valid around any pose within reach.
    HEXSCAN_HD_INLINE RodSum bounds_at(const MotionReach& reach) const {
        RodSum there = *this;
        there.products += arms * reach.moved_m;
        there.trace += std::numbers::sqrt3 * reach.chord() * products + arms * reach.moved_m;
        there.form = there.products + std::numbers::sqrt3 * there.trace;
        return there;
    }
};

HEXSCAN_HD_INLINE_ON_DEVICE RodSum rod_sum(const RodSet& rods, const RodPose& at, const double (&weights)[leg_count]) {
    using std::fabs;
    using std::sqrt;
    // Bound on the relative error of numbers that are computed in a few hundred operations.
    constexpr double rounding = 0x1p-44;
    RodSum sum{};
    Vec3<double> arms_sum{0, 0, 0}, product_x{0, 0, 0}, product_y{0, 0, 0}, product_z{0, 0, 0};
    double ones = 0, most = 0, most_arms_m = 0, most_products_m2 = 0;
    for (int i = 0; i < leg_count; ++i) {
        const double w = weights[i], size = fabs(w), d_m = rods.lengths_m[i];
        const Vec3<double> u = times(at.turned, rods.joints_m[i]), k = at.position_m - rods.feet_m[i], l = k + u;
        sum.weight[i] = w;
        sum.off += w * (dot(l, l) - d_m * d_m) / 2;
        sum.by_moved = sum.by_moved + scaled(l, w);
        sum.by_sine = sum.by_sine + scaled(cross(u, l), w);
        ones += w;
        arms_sum = arms_sum + scaled(u, w);
        product_x = product_x + scaled(u, w * k.x);
        product_y = product_y + scaled(u, w * k.y);
        product_z = product_z + scaled(u, w * k.z);
        const double arm_m = norm_of(u), away_m = norm_of(at.position_m) + norm_of(rods.feet_m[i]);
        const double far_m = away_m + arm_m + d_m;
        sum.off_error += rounding * size * far_m * far_m;
        sum.by_moved_error += rounding * size * far_m;
        sum.by_sine_error += rounding * size * arm_m * far_m;
        most += size;
        most_arms_m += size * arm_m;
        most_products_m2 += size * arm_m * away_m;
    }
    const double trace = product_x.x + product_y.y + product_z.z;
    const double xx = product_x.x - trace, yy = product_y.y - trace, zz = product_z.z - trace;
    const double xy = product_x.y + product_y.x, xz = product_x.z + product_z.x, yz = product_y.z + product_z.y;
    sum.ones = fabs(ones) + rounding * most;
    sum.arms = norm_of(arms_sum) + rounding * most_arms_m;
    sum.products = sqrt(dot(product_x, product_x) + dot(product_y, product_y) + dot(product_z, product_z)) +
                   rounding * most_products_m2;
    sum.trace = fabs(trace) + rounding * most_products_m2;
    sum.form = sqrt(xx * xx + yy * yy + zz * zz + (xy * xy + xz * xz + yz * yz) / 2) + rounding * most_products_m2;
    return sum;
}

}  // namespace hexscan
