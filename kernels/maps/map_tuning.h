#pragma once

namespace hexscan::tuning {

/// Points of a row that a lane evaluates one after the other. Trade-off: more points share the cost of a row's cubics,
/// but more lanes of a row's last warp are idle. The program hexscan_set_figures measures it.
inline constexpr int points_of_lane = 4;

/// Number of steps towards the smallest eigenvalue in single precision, before the steps in double precision.
/// Trade-off: a single-precision step is cheap, but does not always save a step in double precision. The program
/// hexscan_set_figures measures it.
inline constexpr int single_steps_of_eigenvalue = 4;

/// Warps per block of clearance maps for rods, and blocks that a multiprocessor runs at once. Trade-off: more warps
/// hide more latency but spill registers. The program hexscan_set_figures measures it.
inline constexpr int rod_clearance_warps = 4, rod_clearance_blocks = 5;

}  // namespace hexscan::tuning
