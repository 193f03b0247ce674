#pragma once

#include <numbers>

#include "src/base/infinity.h"

/// Numbers that many tests use.
namespace hexscan_test {

using hexscan::infinity;
using std::numbers::pi;

inline constexpr double degree = pi / 180;
inline double radians(double degrees) { return degrees * pi / 180; }

}  // namespace hexscan_test
