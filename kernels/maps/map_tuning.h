#pragma once

namespace hexscan::tuning {

/// Points of a row that a lane takes, one after the other: what a row's cubics cost is shared by more against warps
/// that end with empty lanes. Measured by hexscan_set_figures.
inline constexpr int points_of_lane = 4;

}  // namespace hexscan::tuning
