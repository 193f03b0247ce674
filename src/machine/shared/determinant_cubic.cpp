#include "src/machine/shared/determinant_cubic.h"

#include <algorithm>
#include <cmath>
#include <cstddef>

namespace hexscan {
namespace {

/// x^i y^j z^k
struct Monomial {
    int i, j, k;
};

/// All monomials by degree: 1, then x, y, z, then degree 2, then degree 3.
constexpr std::array<Monomial, PositionCubic::count> monomials = [] {
    std::array<Monomial, PositionCubic::count> all{};
    std::size_t at = 0;
    for (int total = 0; total <= PositionCubic::degree; ++total)
        for (int without_x = 0; without_x <= total; ++without_x)
            for (int k = 0; k <= without_x; ++k) all[at++] = {total - without_x, without_x - k, k};
    return all;
}();

constexpr std::size_t linear_count = 4, quadratic_count = 10;

constexpr std::size_t product_number(const Monomial& a, const Monomial& b) {
    return static_cast<std::size_t>(PositionCubic::number(a.i + b.i, a.j + b.j, a.k + b.k));
}

using Linear = std::array<double, linear_count>;
using Quadratic = std::array<double, quadratic_count>;

double triple(const Vector& a, const Vector& b, const Vector& c) { return dot(a, cross(b, c)); }

/// The determinant of three rows p + o, as a linear function of p. A row with `moves` false is the constant o.
Linear of_legs(const std::array<Vector, 3>& rows, const std::array<bool, 3>& moves) {
    const auto& [a, b, c] = rows;
    Vector slope{0, 0, 0};
    if (moves[2]) slope = slope + cross(a, b);
    if (moves[0]) slope = slope + cross(b, c);
    if (moves[1]) slope = slope + cross(c, a);
    return {triple(a, b, c), slope.x, slope.y, slope.z};
}

/// Adds one of the three cyclic terms of the rows e x p + q: (e1 x p) . (q2 x q3) + (q1 . p) (p . (e2 x e3)).
void add_term(Quadratic& sum, const Vector& e1, const Vector& q1, const Vector& q23, const Vector& e23) {
    const Vector slope = cross(q23, e1);
    const std::array<double, 3> linear{slope.x, slope.y, slope.z}, q{q1.x, q1.y, q1.z}, across{e23.x, e23.y, e23.z};
    for (std::size_t a = 0; a < 3; ++a) {
        sum[1 + a] += linear[a];
        for (std::size_t b = 0; b < 3; ++b) sum[product_number(monomials[1 + a], monomials[1 + b])] += q[a] * across[b];
    }
}

}  // namespace

DeterminantCubic::DeterminantCubic(const std::array<Vector, leg_count>& offsets_m,
                                   const std::array<Vector, leg_count>& given_arms,
                                   const std::optional<FixedRow>& fixed)
    : fixed_(fixed) {
    std::array<Vector, leg_count> q{}, rows_m = offsets_m, arms = given_arms;
    for (std::size_t i = 0; i < leg_count; ++i) {
        q[i] = cross(arms[i], offsets_m[i]);
        extent_m_[i] = std::sqrt(dot(offsets_m[i], offsets_m[i]));
        arm_norm_ = std::max(arm_norm_, std::sqrt(1 + dot(arms[i], arms[i])));
    }
    const auto moves = [&](std::size_t leg) { return !fixed || leg != fixed->leg; };
    if (fixed) {
        rows_m[fixed->leg] = fixed->first;
        q[fixed->leg] = fixed->second;
        arms[fixed->leg] = {0, 0, 0};
    }
    for (unsigned taken = 0; taken < 1U << leg_count; ++taken) {
        std::array<std::array<std::size_t, leg_count>, 2> rows{};
        std::array<std::size_t, 2> count{};
        std::size_t sum = 0;
        for (std::size_t i = 0; i < leg_count; ++i) {
            const std::size_t side = (taken >> i & 1U) != 0 ? 0 : 1;
            rows[side][count[side]++] = i;
            if (side == 0) sum += i;
        }
        if (count[0] != 3) continue;
        const auto& [legs, others] = rows;
        const Linear first = of_legs({rows_m[legs[0]], rows_m[legs[1]], rows_m[legs[2]]},
                                     {moves(legs[0]), moves(legs[1]), moves(legs[2])});
        Quadratic second{triple(q[others[0]], q[others[1]], q[others[2]])};
        for (std::size_t k = 0; k < 3; ++k) {
            const std::size_t a = others[k], b = others[(k + 1) % 3], c = others[(k + 2) % 3];
            add_term(second, arms[a], q[a], cross(q[b], q[c]), cross(arms[b], arms[c]));
        }
        // Row and column numbers count from 0.
        const double sign = (sum + 3) % 2 == 0 ? 1 : -1;
        for (std::size_t m = 0; m < linear_count; ++m)
            for (std::size_t n = 0; n < quadratic_count; ++n)
                values_.c[product_number(monomials[m], monomials[n])] += sign * first[m] * second[n];
    }
}

double DeterminantCubic::noise(double farthest_m) const {
    double largest = 0x1p-32;
    for (std::size_t i = 0; i < leg_count; ++i)
        largest *= fixed_ && i == fixed_->leg
                       ? std::sqrt(dot(fixed_->first, fixed_->first) + dot(fixed_->second, fixed_->second))
                       : arm_norm_ * (farthest_m + extent_m_[i]);
    return largest;
}

}  // namespace hexscan
