// Compares rotations and their sines with quarter turns and with their inverse.

#include "src/machine/rotation.h"

#include <array>
#include <cmath>
#include <numbers>

#include <gtest/gtest.h>

#include "tests/support/random/dice.h"
#include "tests/support/values.h"
#include "tests/support/vectors.h"

namespace {

using namespace hexscan;
using namespace hexscan_test;

TEST(ExactTrigonometry, MeetsHalvesAndOnesExactly) {
    const std::array<double, 12> sines{0, 0.5, 2, 1, 2, 0.5, 0, -0.5, 2, -1, 2, -0.5};
    for (int i = -24; i <= 24; ++i) {
        const double angle_rad = i * 30 * pi / 180;
        const double sine = sines[static_cast<std::size_t>((i + 24) % 12)];
        const double cosine = sines[static_cast<std::size_t>((i + 27) % 12)];
        EXPECT_EQ(exact_sin(angle_rad), sine == 2 ? std::sin(angle_rad) : sine) << i;
        EXPECT_EQ(exact_cos(angle_rad), cosine == 2 ? std::cos(angle_rad) : cosine) << i;
    }
    EXPECT_EQ(exact_sin(0.3), std::sin(0.3));
    EXPECT_EQ(exact_cos(0.3), std::cos(0.3));
}

TEST(Rotate, TurnsAboutXThenYThenZ) {
    expect_near(rotation_of({pi / 2, 0, 0}, OrientationOrder::zyx)({0, 1, 0}), {0, 0, 1}, 0);
    expect_near(rotation_of({0, pi / 2, 0}, OrientationOrder::zyx)({0, 0, 1}), {1, 0, 0}, 0);
    expect_near(rotation_of({0, 0, pi / 2}, OrientationOrder::zyx)({1, 0, 0}), {0, 1, 0}, 0);
    expect_near(rotation_of({pi / 2, pi / 2, pi / 2}, OrientationOrder::zyx)({0, 1, 0}), {0, 1, 0}, 0);
    expect_near(rotation_of({pi, 0, 0}, OrientationOrder::zyx)({0, 0, 2}), {0, 0, -2}, 0);
}

TEST(Rotate, IsUndoneByRotateBack) {
    const Vector v{0.3, -1.2, 2.5};
    for (double roll = -3; roll <= 3; roll += 0.7)
        for (double pitch = -3; pitch <= 3; pitch += 0.7)
            for (double yaw = -3; yaw <= 3; yaw += 0.7)
                expect_near(rotation_of({roll, pitch, yaw}, OrientationOrder::zyx)
                                .back(rotation_of({roll, pitch, yaw}, OrientationOrder::zyx)(v)),
                            v, 2e-15);
}

/// Three rotations one after another, each written as its own matrix, in the order of textbooks.
TEST(Rotation, OrdersAreProductsOfThreeMatrices) {
    using Matrix = std::array<std::array<double, 3>, 3>;
    const auto product = [](const Matrix& a, const Matrix& b) {
        Matrix c{};
        for (std::size_t i = 0; i < 3; ++i)
            for (std::size_t j = 0; j < 3; ++j)
                for (std::size_t k = 0; k < 3; ++k) c[i][j] += a[i][k] * b[k][j];
        return c;
    };
    hexscan_test::Dice dice(57);
    for (int round = 0; round < 300; ++round) {
        const double r = dice.between(-4, 4), p = dice.between(-4, 4), y = dice.between(-4, 4);
        const Matrix rx{{{1, 0, 0}, {0, std::cos(r), -std::sin(r)}, {0, std::sin(r), std::cos(r)}}};
        const Matrix ry{{{std::cos(p), 0, std::sin(p)}, {0, 1, 0}, {-std::sin(p), 0, std::cos(p)}}};
        const Matrix rz{{{std::cos(y), -std::sin(y), 0}, {std::sin(y), std::cos(y), 0}, {0, 0, 1}}};
        for (const OrientationOrder order : {OrientationOrder::zyx, OrientationOrder::xyz}) {
            const Matrix m =
                order == OrientationOrder::zyx ? product(rz, product(ry, rx)) : product(rx, product(ry, rz));
            const Rotation rotation = rotation_of({r, p, y}, order);
            expect_near(rotation.x, {m[0][0], m[0][1], m[0][2]}, 4e-15);
            expect_near(rotation.y, {m[1][0], m[1][1], m[1][2]}, 4e-15);
            expect_near(rotation.z, {m[2][0], m[2][1], m[2][2]}, 4e-15);
        }
    }
}

}  // namespace
