#pragma once

#include <cstdint>

/// Tuned parameters of the search for cures of rods. Measure them with hexscan check.
namespace hexscan::tuning {

/// Number of cures that are tried, and number of parts after which the proof of a cure gives up, for each limit by
/// itself. Trade-off: time against cures.
inline constexpr int tried_cures = 2;
inline constexpr std::int64_t parts_of_cure = 2000;

}  // namespace hexscan::tuning
