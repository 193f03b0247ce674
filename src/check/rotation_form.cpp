#include "src/check/rotation_form.h"

#include <algorithm>
#include <cmath>

namespace hexscan {
namespace {

constexpr std::size_t roll = 0, pitch = 1, yaw = 2, angles = AngleBox::angles;

using Places = std::array<std::size_t, angles>;

Interval length_of(Interval a, Interval b) { return square_root(square(a) + square(b)); }

/// The transpose of Rz(yaw) times x: moves the yaw rotation of x . R y from y to x.
IntervalVector before_yaw(const IntervalVector& x, const Turn& turn) {
    return {x.x * turn.cosine + x.y * turn.sine, x.y * turn.cosine - x.x * turn.sine, x.z};
}
IntervalVector after_roll(const IntervalVector& y, const Turn& turn) {
    return {y.x, y.y * turn.cosine - y.z * turn.sine, y.y * turn.sine + y.z * turn.cosine};
}
IntervalVector after_pitch(const IntervalVector& u, const Turn& turn) {
    return {u.x * turn.cosine + u.z * turn.sine, u.y, u.z * turn.cosine - u.x * turn.sine};
}

IntervalVector after_yaw(const IntervalVector& v, const Turn& turn) {
    return {v.x * turn.cosine - v.y * turn.sine, v.x * turn.sine + v.y * turn.cosine, v.z};
}
IntervalVector before_pitch(const IntervalVector& t, const Turn& turn) {
    return {t.x * turn.cosine - t.z * turn.sine, t.y, t.x * turn.sine + t.z * turn.cosine};
}
IntervalVector before_roll(const IntervalVector& v, const Turn& turn) {
    return {v.x, v.y * turn.cosine + v.z * turn.sine, v.z * turn.cosine - v.y * turn.sine};
}

Turn turn_of(double angle_rad) { return {sine_of(angle_rad), cosine_of(angle_rad)}; }

/// Value, first and second derivatives of x . R y with respect to roll, pitch and yaw.
struct Expansion {
    Interval value;
    std::array<Interval, angles> slope;
    std::array<std::array<Interval, angles>, angles> curvature;
};

Expansion expand(const IntervalVector& x, const IntervalVector& y, const Turn& r, const Turn& p, const Turn& w) {
    const IntervalVector t = before_yaw(x, w), u = after_roll(y, r), v = after_pitch(u, p);
    const IntervalVector v_roll = after_pitch({0, -u.z, u.y}, p);
    const Interval along_x = t.x * v.x, along_y = t.y * v.y, along_z = t.z * v.z;
    Expansion e;
    e.value = along_x + along_y + along_z;
    e.slope[roll] = dot(t, v_roll);
    e.slope[pitch] = t.x * v.z - t.z * v.x;
    e.slope[yaw] = t.y * v.x - t.x * v.y;
    e.curvature[roll][roll] = -(t.x * (p.sine * u.z) + along_y + t.z * (p.cosine * u.z));
    e.curvature[pitch][pitch] = -(along_x + along_z);
    e.curvature[yaw][yaw] = -(along_x + along_y);
    e.curvature[roll][pitch] = e.curvature[pitch][roll] = t.x * v_roll.z - t.z * v_roll.x;
    e.curvature[roll][yaw] = e.curvature[yaw][roll] = t.y * v_roll.x - t.x * v_roll.y;
    e.curvature[pitch][yaw] = e.curvature[yaw][pitch] = t.y * v.z;
    return e;
}

Expansion expand_at(const IntervalVector& x, const IntervalVector& y, const PreparedAngles& prepared,
                    const Places& place) {
    Expansion e = expand(x, y, prepared.turn[roll][place[roll]], prepared.turn[pitch][place[pitch]],
                         prepared.turn[yaw][place[yaw]]);
    // The angles are negated, so the slopes change their sign. Curvatures do not.
    if (prepared.order == OrientationOrder::xyz)
        for (Interval& slope : e.slope) slope = -slope;
    return e;
}

/// Upper bounds on the third derivatives with respect to the angles: for pitch alone, and smaller ones with roll, with
/// yaw and with both.
struct ThirdDerivatives {
    Interval pitch_only, with_roll, with_yaw, with_both;

    ThirdDerivatives(const IntervalVector& x, const IntervalVector& y) {
        const Interval x_size = length_of(x), y_size = length_of(y);
        const Interval x_across = length_of(x.x, x.y), y_across = length_of(y.y, y.z);
        pitch_only = {0, (x_size * y_size).hi};
        with_roll = {0, (x_size * y_across).hi};
        with_yaw = {0, (x_across * y_size).hi};
        with_both = {0, (x_across * y_across).hi};
    }

    /// Upper bounds on the deviation of each slope from a linear function, for offsets of at most r, p and w.
    std::array<double, angles> slope_rests(Interval r, Interval p, Interval w) const {
        const Interval rr = square(r), pp = square(p), ww = square(w), half(0.5), two(2);
        const Interval of_roll = with_roll * (pp + two * p * r + rr) + with_both * (two * p * w + two * r * w + ww);
        const Interval of_pitch = pitch_only * pp + with_roll * (two * p * r + rr) + with_yaw * (two * p * w + ww) +
                                  with_both * (two * r * w);
        const Interval of_yaw = with_yaw * (pp + two * p * w + ww) + with_both * (two * p * r + two * r * w + rr);
        return {(half * of_roll).hi, (half * of_pitch).hi, (half * of_yaw).hi};
    }

    /// Upper bound on the remainder of the value.
    Interval value_rest(Interval r, Interval p, Interval w) const {
        const Interval rr = square(r), pp = square(p), ww = square(w), three(3), sixth = Interval(1) / Interval(6);
        return sixth * (pitch_only * pp * p + with_roll * (three * pp * r + three * p * rr + rr * r) +
                        with_yaw * (three * pp * w + three * p * ww + ww * w) +
                        with_both * (Interval(6) * p * r * w + three * rr * w + three * r * ww));
    }
};

/// A lower bound on slope * d + curvature * d^2 / 2 for |d| <= half_width.
double least_parabola(Interval slope, Interval curvature, double half_width) {
    const double steepest = slope.magnitude(), bend = curvature.lo;
    if (bend > 0 && steepest < bend * half_width) return (-(square(Interval(steepest)) / Interval(2 * bend))).lo;
    const Interval h(half_width);
    return (Interval(-steepest) * h + Interval(0.5 * bend) * square(h)).lo;
}

}  // namespace

PreparedAngles::PreparedAngles(const AngleBox& b, OrientationOrder o) : box(b), order(o) {
    const double way = order == OrientationOrder::zyx ? 1 : -1;
    std::array<double, angles> mid_rad{};
    for (std::size_t i = 0; i < angles; ++i) {
        const double from = box.low_rad[i], to = box.high_rad[i], mid = from == to ? from : 0.5 * from + 0.5 * to;
        mid_rad[i] = mid;
        turn[i][middle] = turn_of(way * mid);
        turn[i][low] = from == mid ? turn[i][middle] : turn_of(way * from);
        turn[i][high] = to == mid ? turn[i][middle] : turn_of(way * to);
        half_width_rad[i] =
            from == to ? 0 : std::max((Interval(to) - Interval(mid)).hi, (Interval(mid) - Interval(from)).hi);
    }
    largest_turn_rad = hexscan::largest_turn_rad({{mid_rad[roll], mid_rad[pitch], mid_rad[yaw]},
                                                  {half_width_rad[roll], half_width_rad[pitch], half_width_rad[yaw]}});
}

namespace {

IntervalVector zyx_turned(const IntervalVector& y, const Orientation& at) {
    return after_yaw(after_pitch(after_roll(y, turn_of(at.roll_rad)), turn_of(at.pitch_rad)), turn_of(at.yaw_rad));
}

IntervalVector zyx_turned_back(const IntervalVector& x, const Orientation& at) {
    return before_roll(before_pitch(before_yaw(x, turn_of(at.yaw_rad)), turn_of(at.pitch_rad)), turn_of(at.roll_rad));
}

Orientation opposite(const Orientation& o) { return {-o.roll_rad, -o.pitch_rad, -o.yaw_rad}; }

}  // namespace

IntervalVector turned(const IntervalVector& y, const Orientation& at, OrientationOrder order) {
    return order == OrientationOrder::zyx ? zyx_turned(y, at) : zyx_turned_back(y, opposite(at));
}

namespace {

/// Searches for the minimum. Each angle is either fixed at one of its ends or expanded about the middle of its range.
class Minimiser {
public:
    Minimiser(const IntervalVector& x, const IntervalVector& y, const PreparedAngles& prepared)
        : x_(x), y_(y), prepared_(prepared), third_(x, y), half_(prepared.half_width_rad) {}

    double find() {
        do e_ = expand_at(x_, y_, prepared_, place_);
        while (fix_monotone_angles());
        return least_of_expansion();
    }

private:
    /// If the form is monotone in an angle, fixes this angle at the end of its range where the form is smaller. Returns
    /// true if an angle was fixed.
    bool fix_monotone_angles() {
        const std::array<double, angles> rests = third_.slope_rests(half_[roll], half_[pitch], half_[yaw]);
        std::array<double, angles> next = half_;
        for (std::size_t i = 0; i < angles; ++i) {
            if (half_[i] == 0) continue;
            Interval change(rests[i]);
            for (std::size_t j = 0; j < angles; ++j)
                change += Interval(e_.curvature[i][j].magnitude()) * Interval(half_[j]);
            const bool rises = e_.slope[i].lo > change.hi, falls = e_.slope[i].hi < -change.hi;
            if (!rises && !falls) continue;
            place_[i] = rises ? PreparedAngles::low : PreparedAngles::high;
            next[i] = 0;
        }
        const bool fixed_one = next != half_;
        half_ = next;
        return fixed_one;
    }

    double least_of_expansion() const {
        Interval least = e_.value;
        for (std::size_t i = 0; i < angles; ++i) {
            if (half_[i] == 0) continue;
            least += Interval(least_parabola(e_.slope[i], e_.curvature[i][i], half_[i]));
            for (std::size_t j = 0; j < i; ++j)
                least = least - Interval(e_.curvature[i][j].magnitude()) * Interval(half_[i]) * Interval(half_[j]);
        }
        least = least - third_.value_rest(half_[roll], half_[pitch], half_[yaw]);
        const Interval nearest = e_.value - third_.pitch_only * Interval(prepared_.largest_turn_rad);
        return std::max(least.lo, nearest.lo);
    }

    const IntervalVector& x_;
    const IntervalVector& y_;
    const PreparedAngles& prepared_;
    const ThirdDerivatives third_;
    std::array<double, angles> half_;  ///< half widths; 0 for an angle that is fixed at an end
    Places place_{PreparedAngles::middle, PreparedAngles::middle, PreparedAngles::middle};
    Expansion e_;
};

}  // namespace

double least_form(const IntervalVector& x, const IntervalVector& y, const PreparedAngles& prepared) {
    return prepared.order == OrientationOrder::zyx ? Minimiser(x, y, prepared).find()
                                                   : Minimiser(y, x, prepared).find();
}

Interval form_between(const IntervalVector& x, const IntervalVector& y, const PreparedAngles& angles) {
    return {least_form(x, y, angles), -least_form({-x.x, -x.y, -x.z}, y, angles)};
}

}  // namespace hexscan
