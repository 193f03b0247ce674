#pragma once

#include <array>
#include <string>
#include <variant>

#include "src/machine/description/units.h"

namespace hexscan {

/// A box of positions; x, y and z in metres. It includes its border.
struct PositionBox {
    std::array<double, 3> low_m{}, high_m{};
    bool operator==(const PositionBox&) const = default;
};

/// A ball of positions. It includes its border.
struct PositionBall {
    std::array<double, 3> centre_m{};
    double radius_m = 0;
    bool operator==(const PositionBall&) const = default;
};

/// The positions to which a request is restricted.
using Region = std::variant<PositionBox, PositionBall>;

/// The smallest box that contains the region.
PositionBox bounds_of(const Region& region);

/// Explains what is wrong with a region and what is allowed, in the given units. The result is empty if nothing is
/// wrong. Faults are numbers that are not finite or too large, ends in the wrong order, and a radius below 0. Files,
/// command line and records share this check.
std::string region_problem(const Region& region, const Units& units);

/// The region as text, in the given units: "the ball of radius 0.1 m about (0, 0, 1.4)".
std::string describe(const Region& region, const Units& units);

}  // namespace hexscan
