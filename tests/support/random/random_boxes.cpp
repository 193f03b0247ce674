#include "tests/support/random/random_boxes.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "tests/support/random/random_platform.h"

namespace hexscan_test {

using hexscan::Machine;
using hexscan::PoseBox;

BoxDice::BoxDice(std::uint64_t seed)
    : engine_(seed * 7919 + 1),
      machine_(seed % 3 == 0 ? integer_platform(seed).machine : random_platform(seed).machine) {}

double BoxDice::between(double low, double high) {
    return low + (high - low) * static_cast<double>(engine_() >> 11) * 0x1p-53;
}

PoseBox BoxDice::box(const Machine& machine) {
    const auto home = hexscan::coordinates_of(*machine.home);
    const double length_m = hexscan::longest_leg_m(machine) * std::pow(10, between(-3, 0));
    const double angle_rad = std::min(std::pow(10, between(-2.5, 0.5)), std::numbers::pi);
    PoseBox box;
    for (std::size_t k = 0; k < PoseBox::dimensions; ++k) {
        const double size = k < PoseBox::angles_begin ? length_m * between(0.1, 0.7) : angle_rad * between(0.1, 1);
        const double half = between(0, 1) < 0.25 ? 0 : size;
        box.low[k] = home[k] - half * between(0.3, 1);
        box.high[k] = home[k] + half * between(0.3, 1);
    }
    return box;
}

std::array<double, PoseBox::dimensions> BoxDice::inside(const PoseBox& box) {
    const double at_an_end = between(0, 1) < 0.3 ? 1 : between(0, 1);
    std::array<double, PoseBox::dimensions> at{};
    for (std::size_t k = 0; k < at.size(); ++k) {
        const bool end = between(0, 1) < at_an_end;
        const double fraction = end ? (engine_() % 2 == 0 ? 0.0 : 1.0) : between(0, 1);
        at[k] = fraction == 1 ? box.high[k] : std::min(box.high[k], box.low[k] + fraction * (box.high[k] - box.low[k]));
    }
    return at;
}

}  // namespace hexscan_test
