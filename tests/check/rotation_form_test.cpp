#include "src/check/rotation_form.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <random>

#include <gtest/gtest.h>

#include "tests/support/oracles/oracle.h"
#include "tests/support/random/dice.h"

namespace hexscan {
namespace {

using hexscan_test::between;

Vector vector_in(std::mt19937_64& random, double size) {
    // Zeros are frequent, as for axes and flat platforms.
    const auto component = [&] { return random() % 4 == 0 ? 0 : between(random, -size, size); };
    return {component(), component(), component()};
}

constexpr std::array orders{OrientationOrder::zyx, OrientationOrder::xyz};

long double form(const Vector& x, const Vector& y, const std::array<double, 3>& angles,
                 OrientationOrder order = OrientationOrder::zyx) {
    const hexscan_oracle::Vector3 turned =
        hexscan_oracle::rotate({y.x, y.y, y.z}, angles[0], angles[1], angles[2], order);
    return x.x * turned.x + x.y * turned.y + x.z * turned.z;
}

/// The least at both ends and in the middle of every angle.
long double least_met(const Vector& x, const Vector& y, const AngleBox& box, OrientationOrder order) {
    long double least = infinity;
    for (int place = 0; place < 27; ++place) {
        std::array<double, 3> at{};
        for (std::size_t i = 0, rest = static_cast<std::size_t>(place); i < 3; ++i, rest /= 3)
            at[i] = box.low_rad[i] + 0.5 * static_cast<double>(rest % 3) * (box.high_rad[i] - box.low_rad[i]);
        least = std::min(least, form(x, y, at, order));
    }
    return least;
}

AngleBox box_around(std::mt19937_64& random, double size) {
    AngleBox box;
    for (std::size_t i = 0; i < 3; ++i) {
        const double at = between(random, -std::numbers::pi, std::numbers::pi);
        const double half = random() % 4 == 0 ? 0 : size * between(random, 0, 1);
        box.low_rad[i] = at - half;
        box.high_rad[i] = at + half;
    }
    return box;
}

TEST(RotationForm, IsNowhereBelowItsBound) {
    std::mt19937_64 random(11);
    for (int round = 0; round < 20'000; ++round) {
        const double size = std::pow(10, between(random, -3, 0.5));
        const AngleBox box = box_around(random, size);
        const Vector x = vector_in(random, 2), y = vector_in(random, 3);
        const OrientationOrder order = orders[static_cast<std::size_t>(round % 2)];
        const long double at_least = least_form(exactly(x), exactly(y), PreparedAngles(box, order));
        for (int sample = 0; sample < 30; ++sample) {
            std::array<double, 3> at{};
            for (std::size_t i = 0; i < 3; ++i)
                at[i] = sample < 8 ? ((sample >> i & 1) != 0 ? box.high_rad[i] : box.low_rad[i])
                                   : std::clamp(between(random, box.low_rad[i], box.high_rad[i]), box.low_rad[i],
                                                box.high_rad[i]);
            ASSERT_LE(at_least, form(x, y, at, order));
        }
    }
}

TEST(RotationForm, BoundIsOffBySecondOrderOnly) {
    std::mt19937_64 random(12);
    for (const double size : {0.1, 0.01, 0.001})
        for (int round = 0; round < 2000; ++round) {
            const AngleBox box = box_around(random, size);
            const Vector x = vector_in(random, 1), y = vector_in(random, 1);
            const OrientationOrder order = orders[static_cast<std::size_t>(round % 2)];
            const double least = least_form(exactly(x), exactly(y), PreparedAngles(box, order));
            const double gap = static_cast<double>(least_met(x, y, box, order)) - least;
            const double scale = std::sqrt(dot(x, x) * dot(y, y));
            ASSERT_LE(gap, (2 * size * size + 1e-12) * scale + 1e-40);
        }
}

TEST(RotationForm, CornersAreExact) {
    // Far from level there is no stationary point, so the smallest value is at a corner.
    const AngleBox box{{0.4, -0.3, 0.5}, {0.5, -0.2, 0.6}};
    const Vector x{0.3, 0.8, -0.5}, y{1, -0.7, 0.2};
    const double least = least_form(exactly(x), exactly(y), PreparedAngles(box, orders[0]));
    EXPECT_NEAR(static_cast<double>(least_met(x, y, box, orders[0])), least, 1e-14);
}

}  // namespace
}  // namespace hexscan
