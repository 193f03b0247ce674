// Rotations and the sines behind them, against quarter turns and their own inverse.

#include "src/machine/rotation.h"

#include <array>
#include <cmath>
#include <numbers>

#include <gtest/gtest.h>

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
    expect_near(rotation_of({pi / 2, 0, 0})({0, 1, 0}), {0, 0, 1}, 0);
    expect_near(rotation_of({0, pi / 2, 0})({0, 0, 1}), {1, 0, 0}, 0);
    expect_near(rotation_of({0, 0, pi / 2})({1, 0, 0}), {0, 1, 0}, 0);
    expect_near(rotation_of({pi / 2, pi / 2, pi / 2})({0, 1, 0}), {0, 1, 0}, 0);
    expect_near(rotation_of({pi, 0, 0})({0, 0, 2}), {0, 0, -2}, 0);
}

TEST(Rotate, IsUndoneByRotateBack) {
    const Vector v{0.3, -1.2, 2.5};
    for (double roll = -3; roll <= 3; roll += 0.7)
        for (double pitch = -3; pitch <= 3; pitch += 0.7)
            for (double yaw = -3; yaw <= 3; yaw += 0.7)
                expect_near(rotation_of({roll, pitch, yaw}).back(rotation_of({roll, pitch, yaw})(v)), v, 2e-15);
}

}  // namespace
