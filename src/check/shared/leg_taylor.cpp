#include "src/check/shared/leg_taylor.h"

#include <cmath>

#include "src/base/interval.h"

namespace hexscan {
namespace {

using Matrix3 = Eigen::Matrix3d;

constexpr std::size_t angles_begin = PoseBox::angles_begin, angle_count = PoseBox::dimensions - PoseBox::angles_begin;

Eigen::Index index(std::size_t i) { return static_cast<Eigen::Index>(i); }

/// A rotation about an axis of the base, and its first two derivatives.
std::array<Matrix3, 3> turns_about(std::size_t axis, double angle_rad) {
    const double s = std::sin(angle_rad), c = std::cos(angle_rad);
    const Eigen::Index a = index((axis + 1) % angle_count), b = index((axis + 2) % angle_count);
    const auto turn = [&](double along, double across) {
        Matrix3 matrix = Matrix3::Zero();
        matrix(a, a) = matrix(b, b) = along;
        matrix(b, a) = across;
        matrix(a, b) = -across;
        return matrix;
    };
    std::array<Matrix3, 3> turns{turn(c, s), turn(-s, c), turn(-c, -s)};
    turns[0](index(axis), index(axis)) = 1;
    return turns;
}

}  // namespace

TurnSpeeds::TurnSpeeds(const Surroundings& around, OrientationOrder order) {
    const auto& half = around.half_widths;
    const bool is_zyx = order == OrientationOrder::zyx;
    const double inner = half[is_zyx ? 3 : 5], between = half[4], outer = half[is_zyx ? 5 : 3];
    const double square = outer * outer + between * between;
    const double turning = outer * between + inner * std::sqrt(square);
    const double bending = outer * outer * between + inner * (outer * between + square);
    // Surroundings::turned_rad is the length of the longest way, cut off at half a turn. Below this angle it is not cut
    // off, so it also bounds the speed.
    constexpr double most_rad = 3;
    first = around.turned_rad < most_rad ? around.turned_rad : infinity;
    second = turning + first * first;
    third = bending + 3 * turning * first + first * first * first;
}

TaylorBox::TaylorBox(const PoseBox& box, OrientationOrder order)
    : whole_(box), around_(box, order), speeds_(around_, order) {
    const auto& half = around_.half_widths;
    for (std::size_t k = 0; k < half.size(); ++k)
        if (half[k] > 0) axes_[count_++] = k;
    const auto at = coordinates_of(around_.middle);
    std::array<std::array<Matrix3, 3>, angle_count> about;
    for (std::size_t k = 0; k < angle_count; ++k) about[k] = turns_about(k, at[angles_begin + k]);
    const auto product = [&](const std::array<std::size_t, angle_count>& orders) -> Matrix3 {
        const Matrix3 &x = about[0][orders[0]], &y = about[1][orders[1]], &z = about[2][orders[2]];
        return order == OrientationOrder::zyx ? z * y * x : x * y * z;
    };
    rotation_.middle = product({0, 0, 0});
    for (std::size_t k = 0; k < count_; ++k) {
        if (axes_[k] < angles_begin) continue;
        std::array<std::size_t, angle_count> once{};
        ++once[axes_[k] - angles_begin];
        rotation_.first[k] = half[axes_[k]] * product(once);
        for (std::size_t j = 0; j <= k; ++j) {
            if (axes_[j] < angles_begin) continue;
            std::array<std::size_t, angle_count> both = once;
            ++both[axes_[j] - angles_begin];
            rotation_.second[k][j] = half[axes_[k]] * half[axes_[j]] * product(both);
        }
    }
}

Taylor<Vector3> TaylorBox::turned(const Vector& b) const {
    const Vector3 v = eigen(b);
    Taylor<Vector3> result;
    result.middle = rotation_.middle * v;
    for (std::size_t k = 0; k < count_; ++k) {
        const bool turns = axes_[k] >= angles_begin;
        result.first[k] = turns ? Vector3(rotation_.first[k] * v) : Vector3::Zero();
        for (std::size_t j = 0; j <= k; ++j)
            result.second[k][j] =
                turns && axes_[j] >= angles_begin ? Vector3(rotation_.second[k][j] * v) : Vector3::Zero();
    }
    return result;
}

Taylor<Vector3> TaylorBox::moved(const Vector& b_m) const {
    Taylor<Vector3> result = turned(b_m);
    result.middle += eigen(around_.middle.position_m);
    for (std::size_t k = 0; k < count_ && axes_[k] < angles_begin; ++k)
        result.first[k] = around_.half_widths[axes_[k]] * Vector3::Unit(index(axes_[k]));
    return result;
}

TaylorLeg::TaylorLeg(const TaylorBox& box, const Taylor<Vector3>& joint_m, double arm_m, const Vector& base_m) {
    const Vector3 l = joint_m.middle - eigen(base_m);
    middle_m = l.norm();
    const double moved_m = box.around().moved_m + box.speeds().first * arm_m;
    shortest_m = middle_m - moved_m;
    const double over = 1 / middle_m;
    const Vector3& u = direction.middle = l * over;
    std::array<double, PoseBox::dimensions> along;
    for (std::size_t k = 0; k < box.count(); ++k) {
        const Vector3 moves = joint_m.first[k] * over;
        along[k] = u.dot(moves);
        direction.first[k] = moves - along[k] * u;
        for (std::size_t j = 0; j <= k; ++j) {
            const Vector3 bends = joint_m.second[k][j] * over;
            direction.second[k][j] = bends - along[j] * direction.first[k] - along[k] * direction.first[j] -
                                     (u.dot(bends) + direction.first[k].dot(direction.first[j])) * u;
        }
    }
    constexpr double bend = 1.1548;
    const double v = moved_m / shortest_m, w = box.speeds().second * arm_m / shortest_m;
    most = {v, bend * v * v + w, 3 * v * (v * v + bend * w) + box.speeds().third * arm_m / shortest_m};
}

TaylorDirection leg_taylor(const TaylorBox& box, const Vector& joint, const Vector& base_m) {
    const TaylorLeg leg(box, box.moved(joint), length_of(joint), base_m);
    if (!(leg.shortest_m > 0)) return {};
    const double reach_m = length_of(box.around().middle.position_m) + length_of(base_m) + length_of(joint);
    const auto& [first, second, third] = leg.most;
    return {leg.direction, first, second, third / 6 + 0x1p-44 * reach_m / leg.middle_m};
}

}  // namespace hexscan
