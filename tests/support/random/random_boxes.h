#pragma once

#include <cstdint>
#include <random>

#include "src/check/pose_box.h"
#include "src/machine/home_state.h"

/// Seeded random machines with a box of poses about their home, and poses in it. Corners and edges are frequent.
namespace hexscan_test {

class BoxDice {
public:
    explicit BoxDice(std::uint64_t seed);

    /// A machine of tests/support/random/random_platform.h. Most are real-valued, a third has degenerate integers.
    /// Every call returns the same one.
    const hexscan::Machine& machine() const { return machine_; }

    /// A box about home of any size, up to sizes that no machine reaches. It is flat in some dimensions.
    hexscan::PoseBox box(const hexscan::Machine& machine);

    /// A pose of the box: a corner, a point of an edge or face, or any point.
    std::array<double, hexscan::PoseBox::dimensions> inside(const hexscan::PoseBox& box);

    double between(double low, double high);

private:
    std::mt19937_64 engine_;
    hexscan::Machine machine_;
};

}  // namespace hexscan_test
