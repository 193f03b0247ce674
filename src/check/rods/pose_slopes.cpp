#include "src/check/rods/pose_slopes.h"

#include <algorithm>
#include <cmath>
#include <tuple>
#include <utility>

#include "src/check/box_halves.h"

namespace hexscan {
namespace {

double middle_between(double low, double high) { return low == high ? low : 0.5 * low + 0.5 * high; }
/// The largest distance from `middle` to a number between `low` and `high`.
double half_about(double middle, double low, double high) {
    return std::max((Interval(high) - Interval(middle)).hi, (Interval(middle) - Interval(low)).hi);
}

/// Bounds a sine or cosine of angles within a half width of the middle, from its values there and at both ends. Between
/// two angles, the function differs from the chord by at most an eighth of their squared difference.
template <class Function>
PoseSlopes between(const Function& function, double low, double middle, double high, double half_width) {
    const Interval in_middle = function(middle);
    if (!(half_width > 0)) return in_middle;
    const double beside = (square(Interval(half_width)) / Interval(8)).hi;
    const Interval around = hull(hull(function(low), in_middle), function(high)) + Interval(-beside, beside);
    return {in_middle, {std::max(around.lo, -1.0), std::min(around.hi, 1.0)}};
}

/// The product of a number and a sine or cosine of one angle.
PoseSlopes times(const PoseSlopes& a, const PoseSlopes& of_angle, std::size_t angle) {
    PoseSlopes product(a.middle * of_angle.middle, a.value * of_angle.value);
    for (std::size_t k = 0; k < product.by.size(); ++k) product.by[k] = a.by[k] * of_angle.value;
    product.by[angle] += a.value * of_angle.by[angle];
    product.sloped = a.sloped;
    return product;
}

}  // namespace

MovedPoses moved(const PoseBox& box, double by_m) { return {box, by_m, {-by_m, -by_m, -by_m}, {by_m, by_m, by_m}}; }

MovedPoses moved(const Pose& pose, const Vector& move_m) {
    const std::array<double, MovedPoses::moves> move{move_m.x, move_m.y, move_m.z};
    return {{coordinates_of(pose), coordinates_of(pose)}, std::sqrt(dot(move_m, move_m)), move, move};
}

std::array<MovedPoses, 2> halves_of(const MovedPoses& poses, std::size_t dimension) {
    std::array<MovedPoses, 2> halves{poses, poses};
    if (dimension < PoseBox::dimensions) {
        std::tie(halves[0].box, halves[1].box) = halves_of(poses.box, dimension);
        return halves;
    }
    const std::size_t k = dimension - PoseBox::dimensions;
    halves[0].high_m[k] = halves[1].low_m[k] = middle_between(poses.low_m[k], poses.high_m[k]);
    return halves;
}

bool is_there(const MovedPoses& poses) {
    Interval nearest_sq_m2;
    for (std::size_t k = 0; k < MovedPoses::moves; ++k)
        nearest_sq_m2 += square(Interval(poses.low_m[k], poses.high_m[k]));
    return nearest_sq_m2.lo <= square(Interval(poses.by_m)).hi;
}

PosesNear::PosesNear(const MovedPoses& poses, OrientationOrder order) : poses_(poses), order_(order) {
    const PoseBox& box = poses.box;
    std::array<double, PoseBox::dimensions> middle{};
    for (std::size_t k = 0; k < middle.size(); ++k) {
        middle[k] = middle_between(box.low[k], box.high[k]);
        if (box.low[k] != box.high[k]) half_[k] = half_about(middle[k], box.low[k], box.high[k]);
    }
    const auto coordinate = [&](std::size_t k) {
        PoseSlopes at(middle[k], Interval(box.low[k], box.high[k]));
        at.by[k] = 1;
        if (!(poses.by_m > 0)) return at;
        const double low_m = poses.low_m[k], high_m = poses.high_m[k];
        move_[k] = middle_between(low_m, high_m);
        half_move_[k] = half_about(move_[k], low_m, high_m);
        at.middle = at.middle + move_[k];
        at.value = at.value + Interval(low_m, high_m);
        return at;
    };
    position_m = {coordinate(0), coordinate(1), coordinate(2)};
    for (std::size_t k = 0; k < sines_.size(); ++k) {
        const std::size_t angle = k + PoseBox::angles_begin;
        const double low = box.low[angle], high = box.high[angle], at = middle[angle];
        sines_[k] = between(sine_of, low, at, high, half_[angle]);
        cosines_[k] = between(cosine_of, low, at, high, half_[angle]);
        sines_[k].by[angle] = cosines_[k].value;
        cosines_[k].by[angle] = -sines_[k].value;
    }
}

void PosesNear::turn(PoseSlopes& first, PoseSlopes& second, std::size_t angle) const {
    const PoseSlopes &sine = sines_[angle], &cosine = cosines_[angle];
    const std::size_t k = PoseBox::angles_begin + angle;
    const PoseSlopes turned = times(first, cosine, k) - times(second, sine, k);
    second = times(first, sine, k) + times(second, cosine, k);
    first = turned;
}

SlopesVector PosesNear::turned(const SlopesVector& v) const {
    SlopesVector r = v;
    const bool is_zyx = order_ == OrientationOrder::zyx;
    if (is_zyx) turn(r.y, r.z, 0);
    if (!is_zyx) turn(r.x, r.y, 2);
    turn(r.z, r.x, 1);
    if (!is_zyx) turn(r.y, r.z, 0);
    if (is_zyx) turn(r.x, r.y, 2);
    return r;
}

SlopesVector PosesNear::turned_back(const SlopesVector& v) const {
    SlopesVector r = v;
    const bool is_zyx = order_ == OrientationOrder::zyx;
    if (is_zyx) turn(r.y, r.x, 2);
    if (!is_zyx) turn(r.z, r.y, 0);
    turn(r.x, r.z, 1);
    if (!is_zyx) turn(r.y, r.x, 2);
    if (is_zyx) turn(r.z, r.y, 0);
    return r;
}

IntervalVector PosesNear::turning_axis(std::size_t angle, bool turned_back) const {
    const Interval way(turned_back ? -1 : 1);
    const auto sine = [&](std::size_t k) { return sines_[k].value * way; };
    const auto cosine = [&](std::size_t k) { return cosines_[k].value; };
    const bool yaw_is_last = (order_ == OrientationOrder::zyx) != turned_back;
    IntervalVector axis;
    if (yaw_is_last) {
        if (angle == 0) axis = {cosine(2) * cosine(1), sine(2) * cosine(1), -sine(1)};
        if (angle == 1) axis = {-sine(2), cosine(2), 0};
        if (angle == 2) axis = {0, 0, 1};
    } else {
        if (angle == 0) axis = {1, 0, 0};
        if (angle == 1) axis = {0, cosine(0), sine(0)};
        if (angle == 2) axis = {sine(1), -sine(0) * cosine(1), cosine(0) * cosine(1)};
    }
    return scaled(axis, way);
}

IntervalVector PosesNear::bend(const SlopesVector& v, std::size_t first, std::size_t second, bool turned_back) const {
    if (first < second) std::swap(first, second);
    if (first < PoseBox::angles_begin || (second < PoseBox::angles_begin && !turned_back)) return {};
    // The rotation that is applied last also turns the contributions of the earlier ones and of the position.
    const bool yaw_is_last = (order_ == OrientationOrder::zyx) != turned_back;
    if (!yaw_is_last && second >= PoseBox::angles_begin) std::swap(first, second);
    return cross(turning_axis(first - PoseBox::angles_begin, turned_back),
                 IntervalVector{v.x.by[second], v.y.by[second], v.z.by[second]});
}

PoseSlopes PosesNear::within_slopes(PoseSlopes number) const {
    if (!number.sloped) return number;
    Interval change;
    for (std::size_t k = 0; k < half_.size(); ++k) {
        const double most = number.by[k].magnitude();
        Interval half(half_[k]);
        if (k < PoseBox::angles_begin) half += half_move_[k];
        change += half * Interval(-most, most);
    }
    const Interval around = number.middle + change;
    number.value = {std::max(number.value.lo, around.lo), std::min(number.value.hi, around.hi)};
    return number;
}

double PosesNear::least(const PoseSlopes& number) const {
    if (!number.sloped) return number.value.lo;
    return std::max(number.value.lo, least_from(number, number.middle, {move_[0], move_[1], move_[2]}));
}

double PosesNear::least_from(const PoseSlopes& number, Interval there, const Vector& move_m) const {
    Interval least = there;
    for (std::size_t k = 0; k < half_.size(); ++k)
        least = least - Interval(number.by[k].magnitude()) * Interval(half_[k]);
    if (poses_.by_m > 0) least += least_change(number, {move_m.x, move_m.y, move_m.z});
    return least.lo;
}

double PosesNear::least_change(const PoseSlopes& number, const Move& from) const {
    double least = infinity;
    for (unsigned octant = 0; octant < 1U << MovedPoses::moves; ++octant) {
        Interval in_box, steepness_sq, to_from;
        for (std::size_t k = 0; k < from.size(); ++k) {
            const bool up = (octant >> k & 1U) != 0;
            const Interval slope = up ? number.by[k].lo : number.by[k].hi;
            const Interval farthest = Interval(up ? poses_.high_m[k] : poses_.low_m[k]) - from[k];
            in_box += std::min(0.0, (slope * farthest).lo);
            steepness_sq += square(slope);
            to_from += slope * from[k];
        }
        const Interval in_ball = -square_root(steepness_sq) * poses_.by_m - to_from;
        least = std::min(least, std::max(in_box.lo, in_ball.lo));
    }
    return least;
}

Vector PosesNear::lowest_move(const PoseSlopes& number) const {
    // The rounded move must not exceed its allowed length.
    const double far_m = poses_.by_m * (1 - 0x1p-40);
    const Vector down = direction_of({-number.by[0].middle(), -number.by[1].middle(), -number.by[2].middle()});
    const auto within = [&](std::size_t k, double move_m) {
        return std::clamp(move_m, poses_.low_m[k], poses_.high_m[k]);
    };
    return {within(0, down.x * far_m), within(1, down.y * far_m), within(2, down.z * far_m)};
}

std::optional<PoseBox> PosesNear::least_end(const PoseSlopes& number) const {
    if (!number.sloped) return std::nullopt;
    PoseBox end = poses_.box;
    for (std::size_t k = 0; k < PoseBox::dimensions; ++k) {
        if (number.by[k].lo >= 0) end.high[k] = end.low[k];
        if (number.by[k].hi <= 0) end.low[k] = end.high[k];
    }
    return end.low == poses_.box.low && end.high == poses_.box.high ? std::nullopt : std::optional(end);
}

std::array<MovedPoses, 2> PosesNear::halves(const PoseSlopes& number) const {
    double in_box = 0, steepness_sq = 0, in_ball = 0;
    for (std::size_t k = 0; k < move_.size(); ++k) {
        const double slope = number.by[k].middle();
        in_box -= std::abs(slope) * half_move_[k];
        steepness_sq += slope * slope;
        in_ball -= slope * move_[k];
    }
    const bool all_counts = in_box > in_ball - std::sqrt(steepness_sq) * poses_.by_m;
    std::array<double, MovedPoses::dimensions> cost{};
    for (std::size_t k = 0; k < half_.size(); ++k) cost[k] = half_[k] * number.by[k].magnitude();
    for (std::size_t k = 0; k < half_move_.size(); ++k) {
        const Interval& slope = number.by[k];
        cost[PoseBox::dimensions + k] =
            half_move_[k] * (all_counts ? slope.magnitude() : (slope - slope.middle()).magnitude());
    }
    const auto most = static_cast<std::size_t>(std::max_element(cost.begin(), cost.end()) - cost.begin());
    std::array<MovedPoses, 2> halves = halves_of(poses_, most);
    if (number.by[most < PoseBox::dimensions ? most : most - PoseBox::dimensions].middle() > 0)
        std::swap(halves[0], halves[1]);
    return halves;
}

}  // namespace hexscan
