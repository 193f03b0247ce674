#pragma once

#include <cstdint>

/// Tuned parameters of scans, each with its trade-off.
namespace hexscan::tuning {

// The search for the largest ball (src/scan/searches/largest_ball.h), measured by hexscan_bench
// --benchmark_filter=find_largest_ball

/// Largest excess of the proved bound over the ball's radius at which the search ends, relative to the longest leg.
/// Trade-off: a larger value needs fewer boxes, a smaller one gives a tighter bound.
inline constexpr double ball_tolerance = 1e-6;

/// Largest number of boxes that are halved. Trade-off: more boxes take time, fewer can leave a loose bound.
inline constexpr int ball_boxes = 2000;

/// The bound of a box is a weighted mean of the limits' clearances. The first number is the largest number of times
/// that weight moves from one limit to another to tighten this bound. The moves also stop if the clearances of both
/// limits, after the motion that the weights give, differ by at most the second number times half the box's diagonal.
/// Trade-off: more moves take time per box but reduce the number of boxes.
inline constexpr int ball_exchanges = 60;
inline constexpr double ball_difference = 1e-3;

/// The motion from a box's middle per unit of the slope of the weighted mean, relative to the box's size. Trade-off: a
/// larger motion reaches a corner of the box in fewer exchanges, but the middle of a ridge in more.
inline constexpr double ball_trust = 4;

/// Number of steps by which the best centre is improved after the search.
inline constexpr int ball_steps = 60;

/// The same tolerance and number of boxes for legs with rods or limits that legs share. Their ball is found from
/// clearances alone. Trade-off: more boxes take time but give a larger ball.
inline constexpr double ball_by_clearance_tolerance = 1e-4;
inline constexpr int ball_by_clearance_boxes = 20000;

// Rows on CPUs, measured by hexscan_bench --benchmark_filter=scan

/// Number of rows that the CPU engine solves side by side: four AVX-512 registers of doubles. Trade-off: more rows use
/// wide registers better, but no longer fit into the registers of older processors.
inline constexpr int cpu_lanes = 32;

/// Number of columns for which the clearance map finds the limits that can be nearest, from the clearances at the
/// middle column. Trade-off: with many columns few limits are certainly farther, with few columns these clearances take
/// time. Measured by hexscan --map clearance,limit --device cpu.
inline constexpr int clearance_part_columns = 32;

// Verdicts of poses, measured by bench/python_speed.py

/// Number of poses that are tested at once. Trade-off: more poses keep the vector registers busy, but their numbers no
/// longer fit into the registers.
inline constexpr int pose_lanes = 64;

// Open ranges and a machine's reach, measured by hexscan check on the files of platforms/

/// Number of steps towards an end of the workspace after which the positions of a coarse grid are tested, and that
/// grid's number of points along each axis. Trade-off: with more steps easy searches end without the grid, but hard
/// ones waste them outside the workspace.
inline constexpr int steps_before_coarse_scan = 2000, points_of_coarse_scan = 24;

/// Largest number of steps towards an end of the workspace. Trade-off: more steps take time, fewer give a wider range.
inline constexpr int reach_steps = 200'000;

/// Number of directions of a cone from which the box around a total workspace is computed. Trade-off: more directions
/// give a tighter box but take time. Measured by hexscan platforms/pkm-6-pus.yaml --tilt 5:5x36 --workspace total
/// --grid 20x20x5.
inline constexpr int bound_directions = 12;

// Sets of orientations. On a GPU hexscan_set_figures measures them, on CPUs hexscan --device cpu --repeat 10 with the
// orientations of docs/explanation/how-fast.md. Rows of an inclusive workspace are tested window by window
// (kernels/sets/inclusive_walk.h). The boxes of a set form a tree (kernels/sets/orientation_tree.h).

/// Number of windows of a row per leg length. Trade-off: fewer windows cost less, but within a long window limits are
/// more strongly curved.
inline constexpr int windows_per_leg = 7;

/// Largest number of windows of a row. A row that is much longer than the legs is unreachable almost everywhere.
inline constexpr int most_windows = 64;

/// Largest number of sampled orientations along an axis of a box on the last level of the tree. Trade-off: smaller
/// boxes take more memory and are rarely visited, larger ones test more samples.
inline constexpr int samples_per_box = 3;

/// Largest number of nodes on the last level of the tree. Larger sets have larger boxes there.
inline constexpr std::int64_t most_nodes = 1 << 16;

/// Number of rows of one orientation in a unit of work for the share map. Trade-off: small units cost time to
/// distribute, large ones let some threads end late.
inline constexpr int share_rows_per_block = 64;

/// Points along each axis of the grid with which a message locates the workspace if the given ranges miss it.
/// Trade-off: more points delay the message, fewer miss small workspaces.
inline constexpr int points_of_elsewhere = 100;

/// Points along each axis of a grid that estimates the share of the workspace below the base. Trade-off: more points
/// delay a scan whose ranges were found, fewer give an estimate that is wrong by more than one per cent. Measured by
/// whole_run_s of hexscan with a file without ranges and home.
inline constexpr int share_points = 48;

}  // namespace hexscan::tuning
