// The search for the smallest value of a function over an arm's range. The bound must be as close as it promises, and
// use only the function.

#include <algorithm>
#include <cmath>
#include <cstdint>

#include <gtest/gtest.h>

#include "kernels/points/arm_search.h"
#include "tests/support/random/dice.h"
#include "tests/support/random/how_many.h"

namespace {

using namespace hexscan;
using namespace hexscan_test;

ArmDirection<double> direction_at(double angle_rad) { return {std::cos(angle_rad), std::sin(angle_rad)}; }

/// A range, and a distance from a circle that resembles a joint's edge. Many of these are nearly flat.
struct ArmCase {
    double from_rad, to_rad, out, about_rad, beyond;
    ArmParts parts{};

    explicit ArmCase(Dice& dice)
        : from_rad(dice.between(-4, 4)),
          to_rad(from_rad + (dice.chance(0.1) ? 0 : dice.between(0, 6.28))),
          out(dice.chance(0.3) ? dice.magnitude(1e-6, 1) : dice.between(0, 1)),
          about_rad(dice.between(0, 6.28)),
          beyond(dice.chance(0.2) ? 1 : dice.between(0, 1.5)) {
        parts.half_rad = (to_rad - from_rad) / (2 * ArmParts::first_parts);
        for (int k = 0; k < ArmParts::first_parts; ++k)
            parts.middles[k] = direction_at(from_rad + (2 * k + 1) * parts.half_rad);
        for (int k = 0; k < ArmParts::most_halvings; ++k)
            parts.turns[k] = direction_at(std::ldexp(parts.half_rad, -k - 1));
    }
    double at(const ArmDirection<double>& arm) const {
        const double cosine = arm.u * std::cos(about_rad) + arm.w * std::sin(about_rad);
        return std::abs(1 + out * cosine - beyond);
    }
    double least() const {
        constexpr int samples = 2000;
        double least = INFINITY;
        for (int k = 0; k <= samples; ++k)
            least = std::min(least, at(direction_at(from_rad + (to_rad - from_rad) * k / samples)));
        return least;
    }
    double between_samples() const { return out * (to_rad - from_rad) / 2000; }
};

constexpr double least_share = 0.01, least_size = 0x1p-13;

double found(const ArmCase& of, double enough) {
    const auto function = [&](const ArmDirection<double>& arm, double) -> ArmValue { return {of.at(arm), of.at(arm)}; };
    return ArmSearch(of.parts, function, of.out, least_share, least_size).least_value(enough);
}

TEST(ArmSearch, IsBelowTheLeastValueAndAsNearAsItSays) {
    Dice dice(1);
    for (int k = 0; k < how_many(5000); ++k) {
        const ArmCase of(dice);
        const double bound = found(of, INFINITY), least = of.least();
        ASSERT_LE(bound, least + 1e-12) << k;
        ASSERT_LE(least - bound, std::max(least_share * bound, least_size) + of.between_samples() + 1e-12) << k;
    }
}

TEST(ArmSearch, TellsTheSameToWhoeverAsksForMore) {
    Dice dice(2);
    for (int k = 0; k < how_many(5000); ++k) {
        const ArmCase of(dice);
        const double bound = found(of, INFINITY);
        for (int j = 0; j < 4; ++j) {
            const double enough = dice.chance(0.2) ? bound : bound * dice.between(0, 2);
            const double told = found(of, enough);
            if (bound < enough)
                ASSERT_EQ(told, bound) << k << " of " << enough;
            else
                ASSERT_GE(told, enough) << k << " of " << bound;
        }
    }
}

}  // namespace
