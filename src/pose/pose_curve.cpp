#include "src/pose/pose_curve.h"

#include <optional>

#include <Eigen/SVD>

#include "src/pose/pose_tuning.h"

namespace hexscan {
namespace {

/// The direction nearest to `before` in which no rod changes its length, to first order. Without `before`, the
/// direction in which the rods change least. Zero if every direction changes a rod, or if all that do not are almost
/// perpendicular to `before`.
Vector6 direction_along(const Rods& rods, const Placed& at, const std::optional<Vector6>& before) {
    constexpr double singular = 1e-6;
    const Eigen::JacobiSVD<Matrix6> svd(rods.closing_at(at).slopes, Eigen::ComputeFullV);
    const Vector6& values = svd.singularValues();
    const Vector6 least = svd.matrixV().col(leg_count - 1);
    Vector6 along = Vector6::Zero();
    for (Eigen::Index k = 0; k < values.size(); ++k)
        if (values(k) <= singular * values(0))
            along += svd.matrixV().col(k).dot(before.value_or(least)) * svd.matrixV().col(k);
    const double share = along.norm();
    return share > 0.1 ? Vector6(along / share) : Vector6::Zero();
}

}  // namespace

bool lies_on_curve(const Rods& rods, const Placed& at) {
    constexpr int steps = 8;
    constexpr double step_size = tuning::step_on_curve;
    Placed here = at;
    std::optional<Vector6> along;
    for (int step = 0; step < steps; ++step) {
        along = direction_along(rods, here, along);
        if (along->isZero()) return false;
        const Placed next = rods.fitted_from(moved(here, rods.motion(step_size * *along)));
        if (!(rods.close_at(next) && distance_m(next, here, rods.size_m) > step_size / 2 * rods.size_m)) return false;
        here = next;
    }
    return true;
}

}  // namespace hexscan
