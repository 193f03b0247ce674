#include "src/check/shared/taylor_rows.h"

#include <cmath>

#include "src/machine/shared/singularity.h"

namespace hexscan {
namespace {

/// A box of half the size about the same middle, slightly enlarged because of rounding.
PoseBox half_of(const TaylorBox& box) {
    const auto middle = coordinates_of(box.around().middle);
    PoseBox half{middle, middle};
    for (std::size_t k = 0; k < PoseBox::dimensions; ++k) {
        const double width = 0.5 * box.around().half_widths[k] * (1 + 0x1p-30);
        half.low[k] -= width;
        half.high[k] += width;
    }
    return half;
}

}  // namespace

std::array<Vector, leg_count> relative_arms(const Machine& machine) {
    const Vector middle_m = joints_middle_m(machine);
    const double length_m = characteristic_length_m(machine);
    std::array<Vector, leg_count> arms;
    for (std::size_t i = 0; i < leg_count; ++i) arms[i] = scaled(machine.platform.points_m[i] - middle_m, 1 / length_m);
    return arms;
}

TaylorRows::TaylorRows(const Machine& machine, const AllRodBounds& rods, const PoseBox& of, RodVector vector)
    : TaylorRows(machine, rods, of, vector, relative_arms(machine)) {}

TaylorRows::TaylorRows(const Machine& machine, const AllRodBounds& rods, const PoseBox& of, RodVector vector,
                       const std::array<Vector, leg_count>& arms)
    : box(of, machine.orientation_order) {
    rests.setConstant(infinity);
    bends.setConstant(infinity);
    const TurnSpeeds& turn = box.speeds();
    std::optional<PosesNear> poses, near;
    if (!machine.is_telescopic()) {
        poses.emplace(moved(of, 0), machine.orientation_order);
        near.emplace(moved(half_of(box), 0), machine.orientation_order);
    }
    for (std::size_t i = 0; i < leg_count; ++i) {
        const Vector& joint = machine.platform.points_m[i];
        const TaylorDirection leg = poses ? rod_taylor(*rods[i], vector, box, joint, *poses, *near)
                                          : leg_taylor(box, joint, machine.base.points_m[i]);
        if (!std::isfinite(leg.rest)) return;
        const auto row = static_cast<Eigen::Index>(i);
        const Taylor<Vector3>& v = leg.direction;
        const Taylor<Vector3> arm = box.turned(arms[i]);
        rows.middle.row(row) = row_of(v.middle, arm.middle.cross(v.middle));
        for (std::size_t k = 0; k < box.count(); ++k) {
            rows.first[k].row(row) = row_of(v.first[k], arm.first[k].cross(v.middle) + arm.middle.cross(v.first[k]));
            for (std::size_t j = 0; j <= k; ++j)
                rows.second[k][j].row(row) =
                    row_of(v.second[k][j], arm.second[k][j].cross(v.middle) + arm.first[j].cross(v.first[k]) +
                                               arm.first[k].cross(v.first[j]) + arm.middle.cross(v.second[k][j]));
        }
        const double arm_length = length_of(arms[i]), length = v.middle.norm();
        const double of_arm = arm_length * (leg.rest + 0.5 * turn.first * leg.second + 0.5 * turn.second * leg.first +
                                            turn.third / 6 * length);
        rests(row) = std::hypot(leg.rest, of_arm) * (1 + 0x1p-20) + rows.middle.row(row).norm() * 0x1p-44;
        const double bent_arm =
            arm_length * (leg.second + 2 * turn.first * leg.first + turn.second * (length + leg.first));
        bends(row) = std::hypot(leg.second, bent_arm) * (1 + 0x1p-20);
    }
}

void TaylorRows::scale(const Vector6& weights, const Matrix6& by) {
    const double norm = by.norm();
    const Eigen::RowVector<double, leg_count> lengths = rows.middle.rowwise().norm().transpose();
    const Eigen::RowVector<double, leg_count> factors = norm * weights.transpose();
    rests = factors.cwiseProduct((1 + 0x1p-20) * rests + 0x1p-44 * lengths);
    bends = (1 + 0x1p-20) * factors.cwiseProduct(bends);
    const auto multiply = [&](Matrix6& matrix) { matrix = (weights.asDiagonal() * matrix * by).eval(); };
    multiply(rows.middle);
    for (std::size_t k = 0; k < box.count(); ++k) {
        multiply(rows.first[k]);
        for (std::size_t j = 0; j <= k; ++j) multiply(rows.second[k][j]);
    }
}

std::optional<std::size_t> TaylorRows::steepest_axis() const {
    if (!are_bounded() || box.count() == 0) return std::nullopt;
    std::size_t steepest = 0;
    for (std::size_t k = 1; k < box.count(); ++k)
        if (rows.first[k].norm() > rows.first[steepest].norm()) steepest = k;
    return box.axis(steepest);
}

}  // namespace hexscan
