#include "src/machine/pose_clearance.h"

#include <cmath>
#include <limits>
#include <numbers>
#include <random>

#include <gtest/gtest.h>

#include "src/machine/legs/telescopic_legs.h"
#include "src/scan/platform.h"
#include "tests/support/oracles/oracle.h"
#include "tests/support/random/random_platform.h"
#include "tests/support/shell.h"
#include "tests/support/telescopic_limit.h"
#include "tests/support/values.h"

namespace hexscan {
namespace {

using namespace hexscan_test;

using hexscan_test::shell_machine;

double level_clearance(const Machine& machine, Vector p) { return pose_clearance(machine, {p, {}}).clearance_m; }

TEST(PoseClearance, OfASphericalShell) {
    const Machine machine = shell_machine(1, 2);
    EXPECT_DOUBLE_EQ(level_clearance(machine, {0, 0, 1.25}), 0.25);
    EXPECT_DOUBLE_EQ(level_clearance(machine, {1.9, 0, 0}), 2 - 1.9);
    EXPECT_DOUBLE_EQ(level_clearance(machine, {0, -3, 0}), -1);
    EXPECT_DOUBLE_EQ(level_clearance(machine, {0, 0, 0}), -1);
    EXPECT_EQ(which_of(pose_clearance(machine, {{0, 0, 1.25}, {}}).limit), LegLimit::shortest);
    EXPECT_EQ(which_of(pose_clearance(machine, {{0, 0, 1.75}, {}}).limit), LegLimit::longest);
}

TEST(PoseClearance, ALegThatMayBeWithoutLengthIsNeverTooShort) {
    const Machine machine = shell_machine(0, 2);
    for (const double away_m : {0.0, 1e-12, 0.25, 1.5, 3.0}) {
        EXPECT_DOUBLE_EQ(level_clearance(machine, {0, away_m, 0}), 2 - away_m);
        EXPECT_EQ(which_of(pose_clearance(machine, {{0, away_m, 0}, {}}).limit), LegLimit::longest);
    }
}

TEST(PoseClearance, OfABaseCone) {
    const double tilt = pi / 6;
    const Machine machine = shell_machine(0, 10, tilt);
    for (const double t : {0.0, 0.2, 0.5, 0.8, 2.0, 3.0}) {
        const double expected = t - tilt < pi / 2 ? 2 * std::sin(tilt - t) : -2;
        EXPECT_NEAR(level_clearance(machine, {2 * std::sin(t), 0, 2 * std::cos(t)}), expected, 1e-14) << t;
    }
    // For a limit beyond 90 degrees, the nearest point of a distant forbidden cone is its apex.
    const Machine wide = shell_machine(0, 10, 2 * pi / 3);
    EXPECT_NEAR(level_clearance(wide, {0, 0, 2}), 2, 1e-14);
    EXPECT_NEAR(level_clearance(wide, {2, 0, 0}), 2 * std::sin(pi / 6), 1e-14);
    EXPECT_NEAR(level_clearance(wide, {0, 0, -2}), -2 * std::sin(pi / 3), 1e-14);
}

/// The ball with the clearance as radius about a reachable point is entirely reachable. The ball with minus the
/// clearance about an unreachable point is entirely unreachable. The independent oracle decides.
TEST(PoseClearance, BallsAreAsTheyPromise) {
    std::mt19937_64 random(7);
    const auto uniform = [&](double from, double to) {
        return from + (to - from) * static_cast<double>(random() >> 11) * 0x1p-53;
    };
    int inside = 0, outside = 0;
    for (std::uint64_t seed = 1; seed <= 400; ++seed) {
        const Platform platform = hexscan_test::random_platform(seed);
        const ScanRequest& scan = platform.scan;
        for (int point = 0; point < 10; ++point) {
            const Vector p{uniform(scan.x.from_m, scan.x.to_m), uniform(scan.y.from_m, scan.y.to_m),
                           uniform(scan.z.from_m, scan.z.to_m)};
            const double clearance_m = pose_clearance(platform.machine, {p, scan.orientations.first()}).clearance_m;
            const double scale_m = 1e-9 * (1 + std::abs(p.x) + std::abs(p.y) + std::abs(p.z));
            if (!(std::abs(clearance_m) > scale_m)) continue;
            (clearance_m > 0 ? inside : outside) += 1;
            for (int k = 0; k < 20; ++k) {
                const double phi = uniform(0, 2 * pi), height = uniform(-1, 1);
                const double radius_m = (std::abs(clearance_m) - scale_m) * (k % 2 == 0 ? 1 : uniform(0, 1));
                const double around = std::sqrt(1 - height * height) * radius_m;
                EXPECT_EQ(hexscan_oracle::reachable(platform, p.x + around * std::cos(phi),
                                                    p.y + around * std::sin(phi), p.z + height * radius_m),
                          clearance_m > 0)
                    << platform.machine.name << " seed " << seed << ", clearance " << clearance_m;
            }
        }
    }
    EXPECT_GT(inside, 100);
    EXPECT_GT(outside, 100);
}

}  // namespace
}  // namespace hexscan
