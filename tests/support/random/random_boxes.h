#pragma once

#include <cstdint>
#include <random>

#include "src/check/pose_box.h"
#include "src/machine/home_state.h"

/// Seeded random machines with a box of poses about their home, and poses in it; corners and edges often.
namespace hexscan_test {

class BoxDice {
public:
    explicit BoxDice(std::uint64_t seed);

    /// Of tests/support/random/random_platform.h: real-valued mostly, a third with degenerate integers. The same at
    /// every call.
    const hexscan::Machine& machine() const { return machine_; }

    /// A box about home, of any size up to where no machine follows, flat in some dimensions.
    hexscan::PoseBox box(const hexscan::Machine& machine);

    /// A pose of the box: a corner, a point of an edge or face, or anywhere.
    std::array<double, hexscan::PoseBox::dimensions> inside(const hexscan::PoseBox& box);

    double between(double low, double high);

private:
    std::mt19937_64 engine_;
    hexscan::Machine machine_;
};

}  // namespace hexscan_test
