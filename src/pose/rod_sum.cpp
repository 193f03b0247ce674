#include "src/pose/rod_sum.h"

#include <numbers>

namespace hexscan {
namespace {

/// Relative error of numbers that are computed in a few hundred operations, with room to spare.
constexpr double rounding = 0x1p-44;

Eigen::Vector3d column(const Vector& v) { return {v.x, v.y, v.z}; }

}  // namespace

RodSum::RodSum(const Rods& rods, const Placed& at, const Vector6& weights) : weight(weights) {
    Eigen::Matrix3d product = Eigen::Matrix3d::Zero();
    Vector arms_sum{0, 0, 0};
    double sum = 0, most = 0, most_arms_m = 0, most_products_m2 = 0;
    by_moved = by_sine = {0, 0, 0};
    for (std::size_t i = 0; i < leg_count; ++i) {
        const double w = weights(static_cast<Eigen::Index>(i)), size = std::abs(w), d_m = rods.lengths_m[i];
        const Vector u = at.turned(rods.joints_m[i]), k = at.position_m - rods.feet_m[i], l = k + u;
        off += w * (dot(l, l) - d_m * d_m) / 2;
        by_moved = by_moved + scaled(l, w);
        by_sine = by_sine + scaled(cross(u, l), w);
        sum += w;
        arms_sum = arms_sum + scaled(u, w);
        product += w * column(k) * column(u).transpose();
        const double arm_m = length_of(u), away_m = length_of(at.position_m) + length_of(rods.feet_m[i]);
        const double far_m = away_m + arm_m + d_m;
        off_error += rounding * size * far_m * far_m;
        by_moved_error += rounding * size * far_m;
        by_sine_error += rounding * size * arm_m * far_m;
        most += size;
        most_arms_m += size * arm_m;
        most_products_m2 += size * arm_m * away_m;
    }
    ones = std::abs(sum) + rounding * most;
    arms = length_of(arms_sum) + rounding * most_arms_m;
    products = product.norm() + rounding * most_products_m2;
    trace = std::abs(product.trace()) + rounding * most_products_m2;
    const Eigen::Matrix3d symmetric = (product + product.transpose()) / 2;
    form = (symmetric - product.trace() * Eigen::Matrix3d::Identity()).norm() + rounding * most_products_m2;
}

double RodSum::rest(const MotionReach& reach) const {
    const auto [s, e] = reach;
    const double bent = e * e / (1 + reach.cosine());
    return ones * s * s / 2 + arms * s * (e + bent) + form * bent;
}

double RodSum::rest_slope(const MotionReach& reach, double size_m) const {
    const auto [s, e] = reach;
    const double cosine = reach.cosine(), bent = e * e / (1 + cosine);
    return size_m * (ones * s + arms * (e + bent)) + arms * s / cosine +
           form * (2 * e / (1 + cosine) + bent * e / (cosine * (1 + cosine)));
}

double RodSum::change_at(const MotionReach& reach, double size_m) const {
    const double s = reach.moved_m, chord = reach.chord();
    return size_m * (ones * s + arms * chord) + std::numbers::sqrt2 * chord * products + arms * s;
}

RodSum RodSum::bounds_at(const MotionReach& reach) const {
    RodSum there = *this;
    there.products += arms * reach.moved_m;
    there.trace += std::numbers::sqrt3 * reach.chord() * products + arms * reach.moved_m;
    there.form = there.products + std::numbers::sqrt3 * there.trace;
    return there;
}

}  // namespace hexscan
