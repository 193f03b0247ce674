#pragma once

#include <algorithm>
#include <array>
#include <cstddef>

#include "src/base/interval.h"
#include "src/check/rods/pose_slopes.h"
#include "src/machine/interval_vector.h"

/// Numbers that depend on a leg vector alone, with their first and second derivatives with respect to its three
/// components, over a box of leg vectors. The method is forward automatic differentiation of second order in intervals
/// (Griewank and Walther, Evaluating Derivatives, 2nd ed., 2008, ch. 13). A leg vector has three components and a pose
/// has six coordinates, so this takes far fewer operations than second derivatives with respect to the pose.
namespace hexscan {

/// A number with its derivatives. The second derivatives are in the order 00, 10, 11, 20, 21, 22.
struct Jet {
    static constexpr std::size_t variables = 3, pairs = 6;
    Interval value;
    std::array<Interval, variables> by{};
    std::array<Interval, pairs> bend{};

    static constexpr std::size_t pair(std::size_t a, std::size_t b) {
        return a < b ? b * (b + 1) / 2 + a : a * (a + 1) / 2 + b;
    }
};

/// Calls visit(pair, a, b) for all pairs of variables with b <= a.
template <class Visit>
void for_pairs(const Visit& visit) {
    for (std::size_t a = 0, pair = 0; a < Jet::variables; ++a)
        for (std::size_t b = 0; b <= a; ++b, ++pair) visit(pair, a, b);
}

inline Jet operator+(const Jet& a, const Jet& b) {
    Jet sum{a.value + b.value};
    for (std::size_t k = 0; k < Jet::variables; ++k) sum.by[k] = a.by[k] + b.by[k];
    for (std::size_t k = 0; k < Jet::pairs; ++k) sum.bend[k] = a.bend[k] + b.bend[k];
    return sum;
}
inline Jet operator-(const Jet& a) {
    Jet minus{-a.value};
    for (std::size_t k = 0; k < Jet::variables; ++k) minus.by[k] = -a.by[k];
    for (std::size_t k = 0; k < Jet::pairs; ++k) minus.bend[k] = -a.bend[k];
    return minus;
}
inline Jet operator*(const Jet& a, Interval b) {
    Jet product{a.value * b};
    for (std::size_t k = 0; k < Jet::variables; ++k) product.by[k] = a.by[k] * b;
    for (std::size_t k = 0; k < Jet::pairs; ++k) product.bend[k] = a.bend[k] * b;
    return product;
}
inline Jet operator*(const Jet& a, const Jet& b) {
    Jet product{a.value * b.value};
    for (std::size_t k = 0; k < Jet::variables; ++k) product.by[k] = a.by[k] * b.value + a.value * b.by[k];
    for_pairs([&](std::size_t pair, std::size_t i, std::size_t j) {
        product.bend[pair] = a.bend[pair] * b.value + a.by[i] * b.by[j] + a.by[j] * b.by[i] + a.value * b.bend[pair];
    });
    return product;
}
inline Jet operator/(const Jet& a, const Jet& b) {
    Jet quotient{a.value / b.value};
    for (std::size_t k = 0; k < Jet::variables; ++k) quotient.by[k] = (a.by[k] - quotient.value * b.by[k]) / b.value;
    for_pairs([&](std::size_t pair, std::size_t i, std::size_t j) {
        quotient.bend[pair] =
            (a.bend[pair] - quotient.by[i] * b.by[j] - quotient.by[j] * b.by[i] - quotient.value * b.bend[pair]) /
            b.value;
    });
    return quotient;
}
inline Jet square(const Jet& a) {
    Jet squared{square(a.value)};
    for (std::size_t k = 0; k < Jet::variables; ++k) squared.by[k] = a.by[k] * a.value * Interval(2);
    for_pairs([&](std::size_t pair, std::size_t i, std::size_t j) {
        const Interval slopes = i == j ? square(a.by[i]) : a.by[i] * a.by[j];
        squared.bend[pair] = (slopes + a.value * a.bend[pair]) * Interval(2);
    });
    return squared;
}
inline Jet square_root(const Jet& a) {
    Jet root{square_root(a.value)};
    for (std::size_t k = 0; k < Jet::variables; ++k) root.by[k] = a.by[k] / (root.value * Interval(2));
    for_pairs([&](std::size_t pair, std::size_t i, std::size_t j) {
        const Interval slopes = i == j ? square(root.by[i]) : root.by[i] * root.by[j];
        root.bend[pair] = (a.bend[pair] / Interval(2) - slopes) / root.value;
    });
    return root;
}

/// A number at the middle of a box of leg vectors, and intervals over that box and over a box within it.
struct LegCurve {
    Jet middle, near, box;
    bool sloped = true;  ///< false: only values are known, no derivatives

    LegCurve() = default;
    LegCurve(const Jet& in_middle, const Jet& in_near, const Jet& in_box, bool is_sloped)
        : middle(in_middle), near(in_near), box(in_box), sloped(is_sloped) {}
    /// A constant number.
    LegCurve(Interval constant) : middle{constant}, near{constant}, box{constant} {}
};

using CurveVector = Vec3<LegCurve>;

inline LegCurve operator+(const LegCurve& a, const LegCurve& b) {
    return {a.middle + b.middle, a.near + b.near, a.box + b.box, a.sloped && b.sloped};
}
inline LegCurve operator-(const LegCurve& a) { return {-a.middle, -a.near, -a.box, a.sloped}; }
inline LegCurve operator-(const LegCurve& a, const LegCurve& b) { return a + -b; }
inline LegCurve operator*(const LegCurve& a, Interval b) { return {a.middle * b, a.near * b, a.box * b, a.sloped}; }
inline LegCurve operator*(const LegCurve& a, const LegCurve& b) {
    return {a.middle * b.middle, a.near * b.near, a.box * b.box, a.sloped && b.sloped};
}
/// True if the number is far enough above 0 over the whole box to be a divisor, or to have a square root with slopes.
inline bool is_positive(const LegCurve& a) {
    return std::min({a.middle.value.lo, a.near.value.lo, a.box.value.lo}) > 0x1p-200;
}
/// `b` must be positive.
inline LegCurve operator/(const LegCurve& a, const LegCurve& b) {
    return {a.middle / b.middle, a.near / b.near, a.box / b.box, a.sloped && b.sloped};
}
inline LegCurve square(const LegCurve& a) { return {square(a.middle), square(a.near), square(a.box), a.sloped}; }
/// The square root of a nonnegative number. It has no slopes if the number may be 0.
inline LegCurve square_root(const LegCurve& a) {
    if (!is_positive(a))
        return {{square_root(a.middle.value)}, {square_root(a.near.value)}, {square_root(a.box.value)}, false};
    return {square_root(a.middle), square_root(a.near), square_root(a.box), a.sloped};
}

/// A box of leg vectors about a middle, and a box within it about the same middle.
class LegVectors {
public:
    /// The leg vectors in a frame, over two boxes of poses.
    LegVectors(const SlopesVector& l, const SlopesVector& near)
        : vector_{variable(l.x, near.x, 0), variable(l.y, near.y, 1), variable(l.z, near.z, 2)} {}

    const CurveVector& vector() const { return vector_; }

    /// The same number, with its values and slopes over both boxes narrowed by its derivatives (mean value theorem).
    LegCurve within_slopes(LegCurve number) const {
        if (!number.sloped) return number;
        narrow(number.near, number.middle, near_);
        narrow(number.box, number.middle, away_);
        return number;
    }

private:
    using Away = std::array<Interval, Jet::variables>;

    /// The numbers in both intervals, each of which contains the same number.
    static Interval both(Interval a, Interval b) { return {std::max(a.lo, b.lo), std::min(a.hi, b.hi)}; }

    static void narrow(Jet& box, const Jet& middle, const Away& away) {
        Interval change, slopes;
        for (std::size_t a = 0; a < Jet::variables; ++a) {
            Interval slope = middle.by[a];
            for (std::size_t b = 0; b < Jet::variables; ++b) slope += box.bend[Jet::pair(a, b)] * away[b];
            box.by[a] = both(box.by[a], slope);
            change += middle.by[a] * away[a];
            slopes += box.by[a] * away[a];
        }
        for_pairs([&](std::size_t pair, std::size_t a, std::size_t b) {
            change += box.bend[pair] * (a == b ? square(away[a]) * Interval(0.5) : away[a] * away[b]);
        });
        box.value = both(both(box.value, middle.value + slopes), middle.value + change);
    }

    LegCurve variable(const PoseSlopes& component, const PoseSlopes& near, std::size_t k) {
        away_[k] = component.value - component.middle;
        near_[k] = near.value - component.middle;
        LegCurve variable{{component.middle}, {near.value}, {component.value}, true};
        variable.middle.by[k] = variable.near.by[k] = variable.box.by[k] = 1;
        return variable;
    }

    Away near_{}, away_{};
    CurveVector vector_;
};

}  // namespace hexscan
