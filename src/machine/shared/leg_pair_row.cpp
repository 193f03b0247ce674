#include "src/machine/shared/leg_pair_row.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include "kernels/polynomial.h"

namespace hexscan {
namespace {

constexpr Vector along_row{1, 0, 0};

/// A vector that changes linearly along a row: its value at the stretch's middle, and its change per metre.
struct MovingVector {
    Vector at, by{0, 0, 0};
};

MovingVector operator-(const MovingVector& a, const MovingVector& b) { return {a.at - b.at, a.by - b.by}; }

/// |v|^2
Polynomial<4> square_of(const MovingVector& v) { return {dot(v.at, v.at), 2 * dot(v.at, v.by), dot(v.by, v.by), 0, 0}; }

/// |v x w|^2
Polynomial<4> cross_square(const MovingVector& v, const MovingVector& w) {
    const Vector a = cross(v.at, w.at), b = cross(v.by, w.at) + cross(v.at, w.by), c = cross(v.by, w.by);
    return {dot(a, a), 2 * dot(a, b), dot(b, b) + 2 * dot(a, c), 2 * dot(b, c), dot(c, c)};
}

/// A leg on a stretch of a row.
struct LegOnStretch {
    MovingVector leg;                  ///< from the base joint to the platform joint
    std::array<MovingVector, 2> ends;  ///< ends of the body without its free ends
    Vector base_m;
    double half_m;  ///< half the stretch
    double shortest_m, longest_m;
    double rest_m = 0;  ///< upper bound on the error of the ends

    LegOnStretch(const StraightLeg& straight, const Vector& middle_m, double half)
        : base_m(straight.base_m), half_m(half) {
        leg = {middle_m + straight.joint_m - straight.base_m, along_row};
        const double across_sq = leg.at.y * leg.at.y + leg.at.z * leg.at.z, x_m = std::abs(leg.at.x);
        const double near_m = std::max(0.0, x_m - half_m), far_m = x_m + half_m;
        shortest_m = std::sqrt(near_m * near_m + across_sq);
        longest_m = std::sqrt(far_m * far_m + across_sq);
        MovingVector freed{{0, 0, 0}};
        if (straight.free_m > 0) {
            const double length_m = length_of(leg.at), turned = half_m / shortest_m;
            const Vector u = scaled(leg.at, 1 / length_m);
            freed = {scaled(u, straight.free_m), scaled(along_row - scaled(u, u.x), straight.free_m / length_m)};
            rest_m = bend_of_unit_vector * straight.free_m * turned * turned;
        }
        ends = {MovingVector{base_m + freed.at, freed.by},
                MovingVector{base_m + leg.at - freed.at, along_row - freed.by}};
    }
};

/// Finds the stretches of a row in which the verdict on one pair of legs is in doubt.
class PairOnRow {
public:
    PairOnRow(const StraightLeg& first, const StraightLeg& second, double least_m, double doubt_m,
              const PositionRow& row, RowDoubts& doubts)
        : first_(first), second_(second), least_m_(least_m), doubt_m_(doubt_m), row_(row), doubts_(doubts) {}

    void add(double from_m, double to_m) {
        const double half_m = (to_m - from_m) / 2, middle_m = from_m + half_m;
        const LegOnStretch p(first_, row_.at(middle_m), half_m), q(second_, row_.at(middle_m), half_m);
        // A leg that is no longer than its two free ends shrinks to one point, its middle.
        if (!(p.shortest_m > 2 * first_.free_m && q.shortest_m > 2 * second_.free_m)) return doubts_.add(from_m, to_m);
        const double off_m = doubt_m_ + p.rest_m + q.rest_m;
        RowDoubts here({from_m, to_m, row_.y_m, row_.z_m, row_.step_m});
        find_changes(p, q, off_m, [&](const Polynomial<4>& value, double noise) {
            double change = 0;
            for (int k = 4; k > 0; --k) change = (change + std::abs(value.c[k])) * half_m;
            if (std::abs(value.c[0]) > change + noise) return;
            emit_sign_changes(value, -half_m, half_m, {noise, row_.step_m / 16},
                              [&](double from, double to) { here.add(middle_m + from, middle_m + to); });
        });
        const bool sharpens = off_m > 2 * doubt_m_;
        here.for_each([&](double from, double to) {
            if (!sharpens || !(to - from > 2 * row_.step_m)) return doubts_.add(from, to);
            if (to - from < half_m) return add(from, to);
            add(from, from + (to - from) / 2);
            add(from + (to - from) / 2, to);
        });
    }

private:
    /// Calls emit(polynomial, noise) for each of the nine distances. The polynomials' variable is the position relative
    /// to the stretch's middle.
    template <class Emit>
    void find_changes(const LegOnStretch& p, const LegOnStretch& q, double off_m, Emit emit) const {
        const double level = least_m_ * least_m_, noise_m2 = (2 * least_m_ + off_m) * off_m;
        const Vector n = cross(p.leg.at, q.leg.at), turn = cross(along_row, q.leg.at - p.leg.at),
                     w = p.base_m - q.base_m;
        const double a = dot(w, n), b = dot(w, turn), rounding = 0x1p-48 * p.longest_m * q.longest_m;
        const double largest = length_of(n) + length_of(turn) * p.half_m + rounding;
        emit(sum_of(Polynomial<4>{a * a, 2 * a * b, b * b, 0, 0}, -level, square_of({n, turn})),
             (noise_m2 * largest + (dot(w, w) + level) * rounding) * largest);
        for (const auto& [of, other] : {std::pair{&p, &q}, std::pair{&q, &p}})
            for (const MovingVector& end : of->ends) {
                const MovingVector from_base = end - MovingVector{other->base_m};
                if (stays_off_line(from_base.at, *other, off_m)) continue;
                emit(sum_of(cross_square(from_base, other->leg), -level, square_of(other->leg)),
                     noise_m2 * other->longest_m * other->longest_m);
            }
        // An end at the base moves by at most half the platform's motion, and an end at the platform by at most the
        // whole motion.
        const double moved_m = 1.5 * p.half_m + off_m;
        for (const MovingVector& end : p.ends)
            for (const MovingVector& other : q.ends) {
                const MovingVector between = end - other;
                if (differs_by_more(dot(between.at, between.at), 1, moved_m)) continue;
                Polynomial<4> value = square_of(between);
                value.c[0] -= level;
                emit(value, noise_m2);
            }
    }

    /// True if sqrt(square_m2 / over) differs from `least_m` by more than `by_m`.
    bool differs_by_more(double square_m2, double over, double by_m) const {
        const double far_m = least_m_ + by_m, near_m = least_m_ - by_m;
        return square_m2 > far_m * far_m * over || (near_m > 0 && square_m2 < near_m * near_m * over);
    }

    /// True if the distance of an end from the leg's line never equals `least_m`. The end is relative to the leg's base
    /// joint. While the platform moves by h, the end moves by at most h. A point of the line that is t leg lengths from
    /// the base joint moves by t h.
    bool stays_off_line(const Vector& end_m, const LegOnStretch& leg, double off_m) const {
        const Vector beside = cross(end_m, leg.leg.at);
        const double no_less_m = std::abs(end_m.x) + std::abs(end_m.y) + std::abs(end_m.z);
        const double legs = (no_less_m + leg.half_m) / leg.shortest_m;
        return differs_by_more(dot(beside, beside), dot(leg.leg.at, leg.leg.at), (1 + legs) * leg.half_m + off_m);
    }

    const StraightLeg &first_, &second_;
    double least_m_, doubt_m_;
    const PositionRow& row_;
    RowDoubts& doubts_;
};

}  // namespace

void add_changes(const StraightLeg& first, const StraightLeg& second, double least_m, double doubt_m,
                 const PositionRow& row, RowDoubts& doubts) {
    PairOnRow(first, second, least_m, doubt_m, row, doubts).add(row.from_m, row.to_m);
}

}  // namespace hexscan
