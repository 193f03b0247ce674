#pragma once

#include <array>
#include <functional>

#include "tests/support/oracles/leg_oracle.h"
#include "tests/support/random/dice.h"

/// Legs for tests of the oracle, and checks of its results.
namespace leg_oracle {

double degrees(double angle);
Point on_circle(double radius, double azimuth_deg);

/// An arm whose angle increases out of the horizontal plane, from its direction at angle 0.
Leg arm(const Point& base, const Point& platform, double azimuth_deg, double arm, double rod);
Leg slider(const Point& base, const Point& platform, const Point& rail, double rod);

/// A level pose that is not turned.
Pose at(double x, double y, double z);

void expect_values(const Machine& machine, const Pose& pose, const std::array<double, 6>& values, double tolerance);

/// The reachable share of a box, and four standard deviations of the sampling.
struct Share {
    double reachable, doubt;
};

/// Takes two samples in each of `side` x `side` cells of the unit square. The two halves of cells on the border give
/// the deviation.
Share sampled(int side, const std::function<bool(double, double, hexscan_test::Dice&)>& hit);
/// The reachable part of a box from -half to half, in its unit.
Share measured(const Machine& machine, int side, const Point& half, const Point& centre);
void expect_measured(const Share& share, double expected);

}  // namespace leg_oracle
