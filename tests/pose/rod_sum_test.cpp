#include "kernels/poses/rod_sum.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include <gtest/gtest.h>

#include "src/base/interval.h"
#include "tests/pose/random_rods.h"

namespace hexscan {
namespace {

using namespace hexscan_test;

// Sums of equations in which only some terms of second order remain. Bounds are nearly attained there, so that a bound
// that misses a factor is too small.

struct Sum {
    Rods rods{};
    Placed at{{0, 0, 0}, {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}};
    Vector6 weights = Vector6::Zero();
};

Vector axis(std::size_t k) { return {k == 0 ? 1.0 : 0.0, k == 1 ? 1.0 : 0.0, k == 2 ? 1.0 : 0.0}; }

/// Adds sign * k u' to the sum of products. The pair of rods adds nothing to the sums of weights and of arms.
void add_product(Sum& sum, std::size_t pair, const Vector& k, const Vector& u) {
    const std::size_t a = 2 * pair, b = a + 1;
    sum.weights(static_cast<Eigen::Index>(a)) = 1, sum.weights(static_cast<Eigen::Index>(b)) = -1;
    sum.rods.joints_m[a] = sum.rods.joints_m[b] = u;
    sum.rods.feet_m[a] = scaled(k, -0.5), sum.rods.feet_m[b] = scaled(k, 0.5);
}

Sum of_squares() {
    Sum sum;
    sum.weights(0) = 1;
    return sum;
}
Sum of_arms() {
    Sum sum;
    sum.weights(0) = 1, sum.weights(1) = -1;
    sum.rods.joints_m[0] = axis(2);
    return sum;
}
/// Products k u' that add to this diagonal matrix.
Sum of_diagonal(const std::array<double, 3>& diagonal) {
    Sum sum;
    for (std::size_t k = 0; k < 3; ++k)
        if (diagonal[k] != 0) add_product(sum, k, scaled(axis(k), diagonal[k]), axis(k));
    return sum;
}
Sum of_antisymmetric() {
    Sum sum;
    add_product(sum, 0, axis(0), axis(1));
    add_product(sum, 1, scaled(axis(1), -1), axis(0));
    return sum;
}

std::array<Sum, 6> all_sums() {
    std::array<Sum, 6> sums{of_squares(),           of_arms(),         of_diagonal({1, 1, 1}), of_diagonal({1, 1, 0}),
                            of_diagonal({1, 0, 0}), of_antisymmetric()};
    for (Sum& sum : sums) sum.rods.size_m = 1;
    return sums;
}

double value(const Sum& sum, const Placed& at) {
    const auto all = equations(sum.rods, at);
    double value = 0;
    for (std::size_t i = 0; i < leg_count; ++i) value += sum.weights(static_cast<Eigen::Index>(i)) * all[i];
    return value;
}

/// The derivatives of the sum by the two halves of a motion from `at`, by differences.
std::pair<Vector, Vector> slopes(const Sum& sum, const Placed& at, const Motion& by) {
    constexpr double step = 1e-5;
    const auto slope = [&](const Motion& change) {
        const Motion after{by.moved_m + change.moved_m, by.sine + change.sine};
        const Motion before{by.moved_m - change.moved_m, by.sine - change.sine};
        return (value(sum, moved(at, after)) - value(sum, moved(at, before))) / (2 * step);
    };
    std::array<double, 3> by_moved{}, by_sine{};
    for (std::size_t k = 0; k < 3; ++k) {
        by_moved[k] = slope({scaled(axis(k), step), {0, 0, 0}});
        by_sine[k] = slope({{0, 0, 0}, scaled(axis(k), step)});
    }
    return {vector_of(by_moved), vector_of(by_sine)};
}

/// A motion of full reach. Every other one is along axes, where some bounds are attained.
Motion full_motion(Dice& dice, const MotionReach& reach) {
    const auto along = [&] {
        return dice.chance(0.5) ? direction(random_in_ball(dice, 1)) : axis(static_cast<std::size_t>(dice.whole(0, 2)));
    };
    return {scaled(along(), reach.moved_m), scaled(along(), reach.sine)};
}

/// For each sum: the share of the bound that is reached at least if the bound is not too large.
void expect_shares(const std::array<BoundShare, 6>& shares, const std::array<double, 6>& least) {
    for (std::size_t k = 0; k < shares.size(); ++k) {
        EXPECT_LE(shares[k].most, 1) << k;
        EXPECT_GE(shares[k].most, least[k]) << k;
    }
}

constexpr std::array reaches{MotionReach{0.3, 0.1}, MotionReach{0.2, 0.5}, MotionReach{0.5, 0.8}};
constexpr int samples_per_reach = 1500;

TEST(RodSum, BoundsTheTermsOfSecondOrder) {
    Dice dice(21);
    std::array<BoundShare, 6> shares;
    for (std::size_t k = 0; const Sum& sum : all_sums()) {
        const RodSum bounds = rod_sum_of(sum.rods, sum.at, sum.weights);
        for (const MotionReach& reach : reaches) {
            for (int sample = 0; sample < samples_per_reach; ++sample) {
                const Motion by = full_motion(dice, reach);
                const double first = dot(bounds.by_moved, by.moved_m) + dot(bounds.by_sine, by.sine);
                const double rest = value(sum, moved(sum.at, by)) - value(sum, sum.at) - first;
                shares[k].meet(std::abs(rest), bounds.rest(reach) + 1e-8);
            }
        }
        ++k;
    }
    expect_shares(shares, {0.99, 0.8, 0.45, 0.65, 0.6, 0});
}

TEST(RodSum, BoundsTheDerivativesOfTheTermsOfSecondOrder) {
    Dice dice(22);
    std::array<BoundShare, 6> shares;
    for (std::size_t k = 0; const Sum& sum : all_sums()) {
        const RodSum bounds = rod_sum_of(sum.rods, sum.at, sum.weights);
        for (const MotionReach& reach : reaches) {
            for (int sample = 0; sample < samples_per_reach; ++sample) {
                const auto [by_moved, by_sine] = slopes(sum, sum.at, full_motion(dice, reach));
                const double change = length_of(by_moved - bounds.by_moved) + length_of(by_sine - bounds.by_sine);
                shares[k].meet(change, bounds.rest_slope(reach, 1) + 1e-8);
            }
        }
        ++k;
    }
    expect_shares(shares, {0.99, 0.8, 0.45, 0.65, 0.6, 0});
}

TEST(RodSum, BoundsTheChangeOfTheDerivativesToPosesNearby) {
    Dice dice(23);
    std::array<BoundShare, 6> shares;
    for (std::size_t k = 0; const Sum& sum : all_sums()) {
        const RodSum bounds = rod_sum_of(sum.rods, sum.at, sum.weights);
        for (const MotionReach& reach : reaches) {
            for (int sample = 0; sample < samples_per_reach; ++sample) {
                const Placed there = moved(sum.at, full_motion(dice, reach));
                const auto [by_moved, by_sine] = slopes(sum, there, {{0, 0, 0}, {0, 0, 0}});
                const double change = length_of(by_moved - bounds.by_moved) + length_of(by_sine - bounds.by_sine);
                shares[k].meet(change, bounds.change_at(reach, 1) + 1e-8);
            }
        }
        ++k;
    }
    expect_shares(shares, {0.99, 0.9, 0.75, 0.95, 0.6, 0.45});
}

TEST(RodSum, BoundsTheTermsOfSecondOrderAroundPosesNearby) {
    Dice dice(24);
    std::array<BoundShare, 6> shares;
    for (std::size_t k = 0; const Sum& sum : all_sums()) {
        const RodSum bounds = rod_sum_of(sum.rods, sum.at, sum.weights);
        for (const MotionReach& away : reaches) {
            const RodSum wider = bounds.bounds_at(away);
            for (int sample = 0; sample < samples_per_reach; ++sample) {
                const Placed there = moved(sum.at, full_motion(dice, away));
                const RodSum around = rod_sum_of(sum.rods, there, sum.weights);
                const MotionReach reach{0.05, 0.7};
                const Motion by = full_motion(dice, reach);
                const double first = dot(around.by_moved, by.moved_m) + dot(around.by_sine, by.sine);
                const double rest = value(sum, moved(there, by)) - value(sum, there) - first;
                shares[k].meet(std::abs(rest), wider.rest(reach) + 1e-8);
            }
        }
        ++k;
    }
    expect_shares(shares, {0.99, 0.2, 0.2, 0.2, 0.2, 0.2});
}

/// Far from the base frame's origin the sum is a small difference of large numbers.
TEST(RodSum, ErrorsCoverRounding) {
    Dice dice(25);
    double most = 0;
    for (int machine = 0; machine < 200; ++machine) {
        auto [rods, at] = random_rods(dice);
        const Vector far{dice.between(1e5, 1e6), dice.between(1e5, 1e6), 0};
        at.position_m = at.position_m + far;
        for (Vector& foot_m : rods.feet_m) foot_m = foot_m + far;
        Vector6 weights;
        for (double& weight : weights) weight = dice.between(-1, 1);
        const RodSum sum = rod_sum_of(rods, at, weights);
        long double exact = 0;
        for (std::size_t i = 0; i < leg_count; ++i) {
            const auto part = [b = rods.joints_m[i]](const Vector& row, double p, double c) {
                const long double l = static_cast<long double>(p) - c + static_cast<long double>(row.x) * b.x +
                                      static_cast<long double>(row.y) * b.y + static_cast<long double>(row.z) * b.z;
                return l * l;
            };
            const Vector &p = at.position_m, &c = rods.feet_m[i];
            const long double d = rods.lengths_m[i];
            exact += weights(static_cast<Eigen::Index>(i)) *
                     (part(at.turned.x, p.x, c.x) + part(at.turned.y, p.y, c.y) + part(at.turned.z, p.z, c.z) - d * d) /
                     2;
        }
        const double error = std::abs(static_cast<double>(sum.off - exact));
        EXPECT_LE(error, sum.off_error);
        most = std::max(most, error);
    }
    EXPECT_GT(most, 0);
}

}  // namespace
}  // namespace hexscan
