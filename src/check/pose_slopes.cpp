#include "src/check/pose_slopes.h"

#include <algorithm>

namespace hexscan {
namespace {

/// A sine or cosine of angles up to a half width from the middle, by its values there and at both ends: no farther from
/// the straight line between two of them than an eighth of the square of their distance.
PoseSlopes between(Interval low, Interval middle, Interval high, double half_width) {
    if (!(half_width > 0)) return middle;
    const double beside = (square(Interval(half_width)) / Interval(8)).hi;
    const Interval around = hull(hull(low, middle), high) + Interval(-beside, beside);
    return {middle, {std::max(around.lo, -1.0), std::min(around.hi, 1.0)}};
}

/// Turned about one axis, of the two others from the first to the second.
void turn(PoseSlopes& first, PoseSlopes& second, const PoseSlopes& sine, const PoseSlopes& cosine) {
    const PoseSlopes turned = first * cosine - second * sine;
    second = first * sine + second * cosine;
    first = turned;
}

}  // namespace

PosesNear::PosesNear(const PoseBox& box, double by_m, OrientationOrder order) : box_(box), by_m_(by_m), order_(order) {
    std::array<double, PoseBox::dimensions> middle{};
    for (std::size_t k = 0; k < middle.size(); ++k) {
        middle[k] = box.low[k] == box.high[k] ? box.low[k] : 0.5 * box.low[k] + 0.5 * box.high[k];
        half_[k] =
            std::max((Interval(box.high[k]) - Interval(middle[k])).hi, (Interval(middle[k]) - Interval(box.low[k])).hi);
        if (box.low[k] == box.high[k]) half_[k] = 0;
    }
    const auto coordinate = [&](std::size_t k) {
        PoseSlopes at(middle[k], Interval(box.low[k], box.high[k]) + Interval(-by_m, by_m));
        at.by[k] = 1;
        return at;
    };
    position_m = {coordinate(0), coordinate(1), coordinate(2)};
    for (std::size_t k = 0; k < sines_.size(); ++k) {
        const std::size_t angle = k + PoseBox::angles_begin;
        const double low = box.low[angle], high = box.high[angle], at = middle[angle];
        sines_[k] = between(sine_of(low), sine_of(at), sine_of(high), half_[angle]);
        cosines_[k] = between(cosine_of(low), cosine_of(at), cosine_of(high), half_[angle]);
        sines_[k].by[angle] = cosines_[k].value;
        cosines_[k].by[angle] = -sines_[k].value;
    }
}

SlopesVector PosesNear::turned(const SlopesVector& v) const {
    SlopesVector r = v;
    const bool is_zyx = order_ == OrientationOrder::zyx;
    if (is_zyx) turn(r.y, r.z, sines_[0], cosines_[0]);
    if (!is_zyx) turn(r.x, r.y, sines_[2], cosines_[2]);
    turn(r.z, r.x, sines_[1], cosines_[1]);
    if (!is_zyx) turn(r.y, r.z, sines_[0], cosines_[0]);
    if (is_zyx) turn(r.x, r.y, sines_[2], cosines_[2]);
    return r;
}

SlopesVector PosesNear::turned_back(const SlopesVector& v) const {
    SlopesVector r = v;
    const bool is_zyx = order_ == OrientationOrder::zyx;
    if (is_zyx) turn(r.y, r.x, sines_[2], cosines_[2]);
    if (!is_zyx) turn(r.z, r.y, sines_[0], cosines_[0]);
    turn(r.x, r.z, sines_[1], cosines_[1]);
    if (!is_zyx) turn(r.y, r.x, sines_[2], cosines_[2]);
    if (is_zyx) turn(r.z, r.y, sines_[0], cosines_[0]);
    return r;
}

PoseSlopes PosesNear::within_slopes(PoseSlopes number) const {
    Interval change;
    for (std::size_t k = 0; k < half_.size(); ++k) {
        const double most = number.by[k].magnitude();
        const Interval half = k < PoseBox::angles_begin ? Interval(half_[k]) + Interval(by_m_) : Interval(half_[k]);
        change += half * Interval(-most, most);
    }
    const Interval around = number.middle + change;
    number.value = {std::max(number.value.lo, around.lo), std::min(number.value.hi, around.hi)};
    return number;
}

double PosesNear::least(const PoseSlopes& number) const {
    Interval least = number.middle;
    for (std::size_t k = 0; k < half_.size(); ++k)
        least = least - Interval(number.by[k].magnitude()) * Interval(half_[k]);
    const Interval by_position = square_root(square(number.by[0]) + square(number.by[1]) + square(number.by[2]));
    return std::max(number.value.lo, (least - by_position * Interval(by_m_)).lo);
}

std::optional<PoseBox> PosesNear::least_end(const PoseSlopes& number) const {
    PoseBox end = box_;
    for (std::size_t k = 0; k < PoseBox::dimensions; ++k) {
        if (number.by[k].lo >= 0) end.high[k] = end.low[k];
        if (number.by[k].hi <= 0) end.low[k] = end.high[k];
    }
    return end.low == box_.low && end.high == box_.high ? std::nullopt : std::optional(end);
}

}  // namespace hexscan
