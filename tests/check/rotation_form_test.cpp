#include "src/check/rotation_form.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <random>

#include <gtest/gtest.h>

#include "tests/support/oracles/oracle.h"

namespace hexscan {
namespace {

using hexscan_oracle::Vector3;

double between(std::mt19937_64& random, double low, double high) {
    return low + (high - low) * static_cast<double>(random() >> 11) * 0x1p-53;
}

Vector vector_in(std::mt19937_64& random, double size) {
    // Zeros are frequent, as for axes and flat platforms.
    const auto component = [&] { return random() % 4 == 0 ? 0 : between(random, -size, size); };
    return {component(), component(), component()};
}

constexpr std::array orders{OrientationOrder::zyx, OrientationOrder::xyz};

long double form(const Vector& x, const Vector& y, const std::array<double, 3>& angles,
                 OrientationOrder order = OrientationOrder::zyx) {
    const Vector3 turned = hexscan_oracle::rotate({y.x, y.y, y.z}, angles[0], angles[1], angles[2], order);
    return x.x * turned.x + x.y * turned.y + x.z * turned.z;
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
        const FormMinimum least = least_form(exactly(x), exactly(y), PreparedAngles(box, order));
        const long double at_least = least.at_least;
        for (std::size_t i = 0; i < 3; ++i)
            ASSERT_TRUE(box.low_rad[i] <= least.at_rad[i] && least.at_rad[i] <= box.high_rad[i]);
        ASSERT_LE(at_least, form(x, y, least.at_rad, order));
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
            const FormMinimum least = least_form(exactly(x), exactly(y), PreparedAngles(box, order));
            const double gap = static_cast<double>(form(x, y, least.at_rad, order)) - least.at_least;
            const double scale = std::sqrt(dot(x, x) * dot(y, y));
            ASSERT_LE(gap, (2 * size * size + 1e-12) * scale + 1e-40);
        }
}

TEST(RotationForm, AnAngleOfHardlyAnyWidthIsNotWorthHalving) {
    const FormMinimum least = least_form(exactly(Vector{0.5, 1, 2}), exactly(Vector{1, -2, 0.7}),
                                         PreparedAngles({{-1.7, 1.3, -1.6}, {1.8, 1.3 + 1e-15, 1.7}}, orders[0]));
    EXPECT_GT(least.loss[0], 1);
    EXPECT_GT(least.loss[2], 1);
    EXPECT_LT(least.loss[1], 1e-12);
}

TEST(RotationForm, CornersAreExact) {
    // Far from level there is no stationary point, so the smallest value is at a corner.
    const AngleBox box{{0.4, -0.3, 0.5}, {0.5, -0.2, 0.6}};
    const Vector x{0.3, 0.8, -0.5}, y{1, -0.7, 0.2};
    const FormMinimum least = least_form(exactly(x), exactly(y), PreparedAngles(box, orders[0]));
    EXPECT_NEAR(static_cast<double>(form(x, y, least.at_rad)), least.at_least, 1e-14);
}

TEST(RotationForm, TurningIsTheDerivative) {
    std::mt19937_64 random(13);
    const double step = 1e-6;
    for (int round = 0; round < 200; ++round) {
        const Orientation at{between(random, -3, 3), between(random, -3, 3), between(random, -3, 3)};
        const Orientation rate{between(random, -1, 1), between(random, -1, 1), between(random, -1, 1)};
        const Vector v = vector_in(random, 1);
        const OrientationOrder order = orders[static_cast<std::size_t>(round % 2)];
        const auto moved = [&](double t) {
            return Orientation{at.roll_rad + t * rate.roll_rad, at.pitch_rad + t * rate.pitch_rad,
                               at.yaw_rad + t * rate.yaw_rad};
        };
        const auto difference = [&](auto turn) {
            const Vector d = middle(turn(moved(step)) - turn(moved(-step)));
            return scaled(d, 0.5 / step);
        };
        const Vector forth = difference([&](const Orientation& o) { return turned(exactly(v), o, order); });
        const Vector back = difference([&](const Orientation& o) { return turned_back(exactly(v), o, order); });
        EXPECT_LT(length_of(forth - middle(turning(exactly(v), at, rate, order))), 1e-8);
        EXPECT_LT(length_of(back - middle(turning_back(exactly(v), at, rate, order))), 1e-8);
    }
}

}  // namespace
}  // namespace hexscan
