#pragma once

#include <limits>
#include <numbers>

/// Numbers that many tests use.
namespace hexscan_test {

inline constexpr double pi = std::numbers::pi;
inline constexpr double infinity = std::numeric_limits<double>::infinity();

inline double radians(double degrees) { return degrees * pi / 180; }

}  // namespace hexscan_test
