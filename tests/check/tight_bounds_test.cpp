// Bounds on gaps of machines that use up the bounds' allowances. A bound with a smaller allowance would exceed the
// slack at a corner of the box.

#include <algorithm>
#include <array>
#include <stdexcept>

#include <gtest/gtest.h>

#include "src/base/interval.h"
#include "src/check/shared_bounds.h"
#include "src/machine/limits.h"
#include "src/machine/machine.h"
#include "src/machine/shared/obstacles.h"
#include "tests/support/upright_machine.h"

namespace {

using namespace hexscan;
using hexscan_test::parallel_hexagons;

const SharedBounds::value_type& first_of(const SharedBounds& bounds, const Machine& machine, const LimitKind& kind) {
    const LimitTable table = limits_of(machine);
    for (const auto& bound : bounds)
        if (table[bound->limit()].kind == &kind) return bound;
    throw std::logic_error("a limit without a bound");
}

/// The smallest slack at the corners of a box.
double least_at_corners(const SharedBound& bound, const PoseBox& box) {
    double least = infinity;
    for (unsigned corner = 0; corner < 1U << PoseBox::dimensions; ++corner) {
        std::array<double, PoseBox::dimensions> at = box.low;
        for (std::size_t k = 0; k < at.size(); ++k)
            if ((corner >> k & 1U) != 0) at[k] = box.high[k];
        least = std::min(least, bound.state(pose_at(at)).left);
    }
    return least;
}

void expect_bounded(const SharedBound& bound, const PoseBox& box, double sharp_to) {
    const double at_least = bound.at_least(box), least = least_at_corners(bound, box);
    EXPECT_LE(at_least, least);
    EXPECT_GE(at_least, least - sharp_to) << "a bound that says nothing is right, too";
}

/// A platform that hangs below its base and carries a wide plate above it. Rotation and translation of the plate
/// multiply at the base's joints, far from the platform.
TEST(TightBounds, OfAPlatformsPlateAllowForMovingAndTurningTogether) {
    Machine machine = parallel_hexagons();
    machine.legs_apart = LegsApart{0.01, 0, 0, {}};
    machine.obstacles.platform_plate = Plate{5, {0, 0, 2}};
    const SharedBounds bounds = shared_bounds(machine);
    const auto& bound = first_of(bounds, machine, platform_plate_limit);
    PoseBox box{coordinates_of(Pose{{0, 0, -1.4}, {}}), coordinates_of(Pose{{0, 0, -1.4}, {}})};
    constexpr std::size_t x = 0, pitch = 4;
    box.low[x] = -0.4;
    box.high[x] = 0.4;
    box.low[pitch] = -0.15;
    box.high[pitch] = 0.15;
    // The product is 0.06 m.
    expect_bounded(*bound, box, 0.02);
}

SliderLegs sliders(double rod_m) {
    SliderLegs legs;
    legs.rail_z.fill(1);
    legs.rod.fill(rod_m);
    legs.travel_from.fill(-20);
    legs.travel_to.fill(20);
    return legs;
}

/// Rods along their rails, which move like the platform.
TEST(TightBounds, OfARodBesideAnObstacleAllowForAllThatItMoves) {
    Machine machine = parallel_hexagons();
    machine.platform.points_m = machine.base.points_m;
    machine.legs = sliders(1);
    machine.legs_apart = LegsApart{0, 0, 0, {}};
    const Vector foot_m = machine.base.points_m[0];
    machine.obstacles.keep_out = {{false, {foot_m.x, foot_m.y, -0.5}, {}, 0.1}};
    const SharedBounds bounds = shared_bounds(machine);
    const auto& bound = first_of(bounds, machine, keep_out_limit);
    PoseBox box{coordinates_of(Pose{{0, 0, 1}, {}}), coordinates_of(Pose{{0, 0, 1}, {}})};
    constexpr std::size_t z = 2;
    box.low[z] -= 0.05;
    box.high[z] += 0.05;
    expect_bounded(*bound, box, 0.01);
}

/// One rod has its joint in the middle of the platform. A rotation moves the other rod, which is almost perpendicular
/// to it, towards the first.
TEST(TightBounds, OfTwoRodsAllowForAllThatTheyMove) {
    Machine machine = parallel_hexagons();
    SliderLegs legs = sliders(2);
    const Vector foot_m{-2.5, 10, 0};
    machine.base.points_m[0] = {2, 3, 0};
    machine.platform.points_m[0] = {0, 3, 0};
    machine.base.points_m[1] = foot_m;
    machine.platform.points_m[1] = {0, 0, 0};
    const double long_m = length_of(foot_m);
    legs.rod[1] = long_m;
    legs.rail_x[0] = -1;
    legs.rail_z[0] = legs.rail_z[1] = 0;
    legs.rail_x[1] = -foot_m.x / long_m;
    legs.rail_y[1] = -foot_m.y / long_m;
    machine.legs = legs;
    machine.legs_apart = LegsApart{0.01, 0, 0, {}};
    const SharedBounds bounds = shared_bounds(machine);
    const auto& bound = first_of(bounds, machine, gap_limit);
    PoseBox box{coordinates_of(Pose{}), coordinates_of(Pose{})};
    constexpr std::size_t yaw = 5;
    box.low[yaw] = -0.01;
    box.high[yaw] = 0.01;
    expect_bounded(*bound, box, 0.01);
}

}  // namespace
