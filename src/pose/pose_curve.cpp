#include "src/pose/pose_curve.h"

#include <Eigen/SVD>

namespace hexscan {
namespace {

/// The direction without a change of any rod to first order that is nearest to a given one. 0 if there is none.
Vector6 direction_along(const Rods& rods, const Placed& at, const Vector6& before) {
    constexpr double singular = 1e-6;
    const Eigen::JacobiSVD<Matrix6> svd(rods.closing_at(at).slopes, Eigen::ComputeFullV);
    const Vector6& values = svd.singularValues();
    Vector6 along = Vector6::Zero();
    for (Eigen::Index k = 0; k < values.size(); ++k)
        if (values(k) <= singular * values(0)) along += svd.matrixV().col(k).dot(before) * svd.matrixV().col(k);
    const double share = along.norm();
    return share > 0.1 ? Vector6(along / share) : Vector6::Zero();
}

/// A direction that is not perpendicular to the one of least change.
Vector6 first_direction(const Rods& rods, const Placed& at) {
    return Eigen::JacobiSVD<Matrix6>(rods.closing_at(at).slopes, Eigen::ComputeFullV).matrixV().col(leg_count - 1);
}

}  // namespace

bool lies_on_curve(const Rods& rods, const Placed& at) {
    constexpr int steps = 8;
    constexpr double step_size = 0.03;
    Placed here = at;
    Vector6 along = first_direction(rods, at);
    for (int step = 0; step < steps; ++step) {
        along = direction_along(rods, here, along);
        if (along.isZero()) return false;
        const Placed next = rods.fitted_from(moved(here, rods.motion(step_size * along)));
        const double moved_m =
            length_of(next.position_m - here.position_m) + rods.size_m * angle_between(next.turned, here.turned);
        if (!(rods.close_at(next) && moved_m > step_size / 2 * rods.size_m)) return false;
        here = next;
    }
    return true;
}

}  // namespace hexscan
