#include "tests/support/oracles/leg_oracle_cases.h"

#include <cmath>
#include <cstddef>

#include <gtest/gtest.h>

#include "tests/support/values.h"

namespace leg_oracle {

using hexscan_test::Dice;
using hexscan_test::pi;
using hexscan_test::radians;

double degrees(double angle) { return angle * 180 / pi; }

Point on_circle(double radius, double azimuth_deg) {
    return {radius * std::cos(radians(azimuth_deg)), radius * std::sin(radians(azimuth_deg)), 0};
}

Leg arm(const Point& base, const Point& platform, double azimuth_deg, double arm, double rod) {
    Leg leg;
    leg.kind = Kind::rotary;
    leg.base = base;
    leg.platform = platform;
    leg.u = on_circle(1, azimuth_deg);
    leg.w = {0, 0, 1};
    leg.arm = arm;
    leg.rod = rod;
    leg.from = -pi;
    leg.to = pi;
    return leg;
}

Leg slider(const Point& base, const Point& platform, const Point& rail, double rod) {
    Leg leg;
    leg.base = base;
    leg.platform = platform;
    leg.rail = rail;
    leg.rod = rod;
    return leg;
}

Pose at(double x, double y, double z) { return {x, y, z, 0, 0, 0}; }

void expect_values(const Machine& machine, const Pose& pose, const std::array<double, 6>& values, double tolerance) {
    for (int i = 0; i < 6; ++i) {
        const LegState state = leg_state(machine, i, pose);
        EXPECT_TRUE(state.exists) << "leg " << i + 1;
        EXPECT_NEAR(state.value, values[static_cast<std::size_t>(i)], tolerance) << "leg " << i + 1;
    }
}

Share sampled(int side, const std::function<bool(double, double, Dice&)>& hit) {
    Dice dice(7);
    int hits = 0;
    int halves = 0;
    for (int i = 0; i < side * side; ++i) {
        const auto once = [&] {
            const double first = (i % side + dice.between(0, 1)) / side;
            const double second = (i / side + dice.between(0, 1)) / side;
            return hit(first, second, dice) ? 1 : 0;
        };
        const int first = once();
        const int second = once();
        hits += first + second;
        halves += first != second;
    }
    const double cells = side * side;
    return {hits / (2 * cells), 4 * std::sqrt(halves / 4.0) / cells};
}

Share measured(const Machine& machine, int side, const Point& half, const Point& centre) {
    const Share share = sampled(side, [&](double first, double second, Dice& dice) {
        const double z = centre.z + half.z * dice.between(-1, 1);
        return reachable(machine, at(centre.x + half.x * (2 * first - 1), centre.y + half.y * (2 * second - 1), z));
    });
    const double box = 4 * half.x * half.y * (half.z > 0 ? 2 * half.z : 1);
    return {share.reachable * box, share.doubt * box};
}

void expect_measured(const Share& share, double expected) {
    EXPECT_NEAR(share.reachable, expected, share.doubt);
    EXPECT_LE(share.doubt, 0.06 * expected);
}

}  // namespace leg_oracle
