#include "src/check/shared/rod_taylor.h"

#include <cmath>

namespace hexscan {
namespace {

Eigen::Matrix3d axes_of(const Frame& frame) {
    Eigen::Matrix3d axes;
    axes.col(0) = eigen(middle(frame.first));
    axes.col(1) = eigen(middle(frame.second));
    axes.col(2) = eigen(middle(frame.third));
    return axes;
}

std::array<LegCurve, 3> curves_of(const RodBounds& rod, RodVector vector, const LegVectors& vectors) {
    const auto& [rod_m, along_m] = rod.curves(vectors);
    if (vector == RodVector::plain) return {rod_m.x, rod_m.y, rod_m.z};
    if (!along_m.sloped || !is_positive(along_m)) {
        LegCurve none;
        none.sloped = false;
        return {none, none, none};
    }
    const auto over = [&, &along_m = along_m](const LegCurve& x) { return vectors.within_slopes(x / along_m); };
    return {over(rod_m.x), over(rod_m.y), over(rod_m.z)};
}

/// The largest magnitudes of a vector's components.
Vector3 magnitudes(const std::array<Interval, 3>& v) { return {v[0].magnitude(), v[1].magnitude(), v[2].magnitude()}; }

double away(Interval from, double middle) { return (from - Interval(middle)).magnitude(); }

}  // namespace

TaylorDirection rod_taylor(const RodBounds& rod, RodVector vector, const TaylorBox& box, const Vector& joint,
                           const PosesNear& poses, const PosesNear& near) {
    const SlopesVector l = rod.leg_in_frame(poses);
    const auto curves = curves_of(rod, vector, LegVectors(l, rod.leg_in_frame(near)));
    TaylorDirection result;
    for (const LegCurve& curve : curves)
        if (!curve.sloped) return result;
    // Upper bounds on the speeds of the leg vector's components, and on its second and third derivative along a way.
    Vector3 speed_m = Vector3::Zero();
    for (std::size_t k = 0; k < PoseBox::dimensions; ++k) {
        const double half = box.around().half_widths[k];
        speed_m += half * Vector3(l.x.by[k].magnitude(), l.y.by[k].magnitude(), l.z.by[k].magnitude());
    }
    const double arm_m = length_of(joint);
    const double bend_m = box.speeds().second * arm_m, third_m = box.speeds().third * arm_m;

    const Eigen::Matrix3d axes = axes_of(rod.frame());
    const Taylor<Vector3> moved = box.moved(joint);
    std::array<Vector3, PoseBox::dimensions> first;
    Vector3 at, rest, steepness, bent, rounding;
    Eigen::Matrix3d slopes;
    std::array<Eigen::Matrix3d, 3> bends;
    for (std::size_t j = 0; j < curves.size(); ++j) {
        const auto index = static_cast<Eigen::Index>(j);
        const Jet &middle = curves[j].middle, &half = curves[j].near, &whole = curves[j].box;
        const Vector3 most = magnitudes(whole.by);
        at(index) = middle.value.middle();
        double unsure = away(middle.value, at(index)), change = 0;
        Eigen::Matrix3d largest;
        for (std::size_t a = 0; a < Jet::variables; ++a) {
            const auto column = static_cast<Eigen::Index>(a);
            slopes(index, column) = middle.by[a].middle();
            unsure += away(middle.by[a], slopes(index, column)) * speed_m(column);
        }
        for_pairs([&](std::size_t pair, std::size_t a, std::size_t b) {
            const auto row = static_cast<Eigen::Index>(a), column = static_cast<Eigen::Index>(b);
            const double bend = middle.bend[pair].middle();
            bends[j](row, column) = bends[j](column, row) = bend;
            largest(row, column) = largest(column, row) = whole.bend[pair].magnitude();
            const double changes = 0.375 * away(half.bend[pair], bend) + 0.125 * away(whole.bend[pair], bend);
            change += (a == b ? 1 : 2) * changes * speed_m(row) * speed_m(column);
        });
        const Vector3 turning = largest * speed_m;
        steepness(index) = most.dot(speed_m);
        rounding(index) = most.norm() * box.around().moved_at(arm_m);
        bent(index) = turning.dot(speed_m) + most.norm() * bend_m;
        rest(index) = unsure + change + 0.5 * turning.norm() * bend_m + most.norm() * third_m / 6;
    }
    result.direction.middle = axes * at;
    for (std::size_t k = 0; k < box.count(); ++k) {
        first[k] = axes.transpose() * moved.first[k];
        result.direction.first[k] = axes * (slopes * first[k]);
        for (std::size_t j = 0; j <= k; ++j) {
            Vector3 second = slopes * (axes.transpose() * moved.second[k][j]);
            for (std::size_t i = 0; i < curves.size(); ++i)
                second(static_cast<Eigen::Index>(i)) += first[k].dot(bends[i] * first[j]);
            result.direction.second[k][j] = axes * second;
        }
    }
    result.first = steepness.norm();
    result.second = bent.norm();
    result.rest = rest.norm() + 0x1p-44 * (at.norm() + rounding.norm() + result.second);
    return result;
}

}  // namespace hexscan
