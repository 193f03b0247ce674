#pragma once

namespace hexscan::tuning {

/// Points of a row that a lane takes, one after the other: what a row's cubics cost is shared by more against warps
/// that end with empty lanes. Measured by hexscan_set_figures.
inline constexpr int points_of_lane = 4;

/// Steps towards the smallest eigenvalue that are in float, before those in double: steps of float that cost little
/// against steps of double that they do not save. Measured by hexscan_set_figures.
inline constexpr int single_steps_of_eigenvalue = 4;

/// Blocks of clearance maps of rods, each of `rod_clearance_warps`, that a multiprocessor gets at once: warps that hide
/// each other's waiting against registers spilled for them. Measured by hexscan_set_figures.
inline constexpr int rod_clearance_warps = 4, rod_clearance_blocks = 5;

}  // namespace hexscan::tuning
