#include "src/pose/near_pose.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "src/base/interval.h"

namespace hexscan {
namespace {

/// Covers the rounding of bounds, which are sums and products of numbers that are not negative.
constexpr double outwards = 1 + 1e-9;

/// Infinite if a number is not finite.
double norm(const Vector6& y) {
    return y.allFinite() ? outwards * std::max(y.head<3>().norm(), y.tail<3>().norm()) : infinity;
}

/// The norm of six bounds, one for each row.
template <class Bound>
double norm_of(const std::array<RodSum, leg_count>& rows, Bound bound) {
    Vector6 bounds;
    for (std::size_t k = 0; k < leg_count; ++k) bounds(static_cast<Eigen::Index>(k)) = bound(rows[k]);
    return norm(bounds);
}

}  // namespace

NearPose::NearPose(const Rods& rods, const Placed& at) : size_m_(rods.size_m) {
    const Matrix6 inverse = inverse_of(rods.closing_at(at).slopes);
    Vector6 skew, off;
    for (std::size_t k = 0; k < leg_count; ++k) {
        const auto row = static_cast<Eigen::Index>(k);
        const RodSum& sum = rows_[k] = RodSum(rods, at, inverse.row(row).transpose());
        step_(row) = -sum.off;
        off(row) = std::abs(sum.off) + sum.off_error;
        Vector6 from_one{size_m_ * sum.by_moved.x,
                         size_m_ * sum.by_moved.y,
                         size_m_ * sum.by_moved.z,
                         sum.by_sine.x,
                         sum.by_sine.y,
                         sum.by_sine.z};
        from_one(row) -= 1;
        skew(row) =
            from_one.head<3>().norm() + from_one.tail<3>().norm() + size_m_ * sum.by_moved_error + sum.by_sine_error;
    }
    off_ = norm(off);
    skew_ = norm(skew);
    for (std::size_t i = 0; i < leg_count; ++i) arms_m_[i] = length_of(rods.joints_m[i]);
}

NearPose NearPose::with(const RodErrors& errors) const {
    NearPose wider = *this;
    const auto sum_of = [](const RodSum& row, const auto& of_leg) {
        double sum = 0;
        for (std::size_t i = 0; i < leg_count; ++i)
            sum += std::abs(row.weight(static_cast<Eigen::Index>(i))) * of_leg(i);
        return sum;
    };
    wider.off_ +=
        norm_of(rows_, [&](const RodSum& row) { return sum_of(row, [&](auto i) { return errors.off_m2[i]; }); });
    wider.skew_ += norm_of(rows_, [&](const RodSum& row) {
        return sum_of(row, [&](auto i) { return errors.foot_m[i] * (size_m_ + arms_m_[i]); });
    });
    for (RodSum& row : wider.rows_) {
        const double products = sum_of(row, [&](auto i) { return errors.foot_m[i] * arms_m_[i]; });
        row.products += products;
        row.trace += products;
        row.form += (1 + std::numbers::sqrt3) * products;
    }
    return wider;
}

Vector6 NearPose::rest(const MotionReach& reach) const {
    const double skewed = skew_ * std::max(reach.moved_m / size_m_, reach.sine);
    Vector6 bounds;
    for (std::size_t k = 0; k < leg_count; ++k)
        bounds(static_cast<Eigen::Index>(k)) = outwards * (rows_[k].rest(reach) + rows_[k].off_error + skewed);
    return bounds;
}

double NearPose::bend(double size) const {
    return norm_of(rows_, [&](const RodSum& row) { return row.rest(reach(size)); }) / (size * size);
}

double NearPose::slope(double size) const {
    return norm_of(rows_, [&](const RodSum& row) { return row.rest_slope(reach(size), size_m_); });
}

double NearPose::change_at(double size) const {
    return norm_of(rows_, [&](const RodSum& row) { return row.change_at(reach(size), size_m_); });
}

double NearPose::bend_at(double size, double reached) const {
    const auto rest = [&](const RodSum& row) { return row.bounds_at(reach(size)).rest(reach(reached)); };
    return norm_of(rows_, rest) / (reached * reached);
}

}  // namespace hexscan
