#pragma once

#include <cstdint>

/// Numbers that were tuned, and what each trades.
namespace hexscan::tuning {

// The search for the largest ball: hexscan_bench --benchmark_filter=find_largest_ball

/// How far the proved bound may lie above the ball, as a part of the longest leg: fewer boxes against a tighter bound.
inline constexpr double ball_tolerance = 1e-6;

/// Boxes that are halved at most: time against a tight bound for machines whose limits touch along surfaces.
inline constexpr int ball_boxes = 2000;

/// Exchanges of weight in a box, and the difference of what two limits keep, as a part of the box's size, that is not
/// worth another: time in a box against the number of boxes.
inline constexpr int ball_exchanges = 60;
inline constexpr double ball_difference = 1e-3;

/// How far a way may lead where slopes cancel, as a part of the box's size: more finds a box's corner in fewer
/// exchanges, and the middle of a ridge in more.
inline constexpr double ball_trust = 4;

/// Steps from the best centre on, after the search.
inline constexpr int ball_steps = 60;

/// The same of legs with rods, whose clearances are all that is known: boxes of plain branch and bound against a larger
/// ball.
inline constexpr double ball_by_clearance_tolerance = 1e-4;
inline constexpr int ball_by_clearance_boxes = 20000;

// Rows on processors: hexscan_bench --benchmark_filter=scan

/// Rows that the CPU engine solves side by side, four AVX-512 registers of doubles: rows at once against registers that
/// older processors have.
inline constexpr int cpu_lanes = 32;

// Verdicts of poses: bench/python_speed.py

/// Poses that are judged at once: vector registers that are kept busy against numbers that no longer fit them.
inline constexpr int pose_lanes = 64;

// Open ranges, and what a machine reaches at all: hexscan check on the files of platforms/

/// Steps towards an end of what is reachable before positions of a coarse grid are asked, and the grid's points along
/// each axis: time of searches that end soon against steps that look beyond what is reachable.
inline constexpr int steps_before_coarse_scan = 2000, points_of_coarse_scan = 24;

/// Steps at most towards an end of what is reachable: time against an answer that is merely wider.
inline constexpr int reach_steps = 200'000;

/// Directions of a cone that are looked at of a total workspace: a tighter box against time. Measured by hexscan
/// platforms/pkm-6-pus.yaml --tilt 5:5x36 --workspace total --grid 20x20x5.
inline constexpr int bound_directions = 12;

// Sets of orientations: hexscan_set_figures on a GPU, hexscan --device cpu --repeat 10 with the orientations of
// docs/orientation-sets.md on processors.

/// So many windows of a row are as long as a leg: few windows against limits that bend over long ones.
inline constexpr int windows_per_leg = 7;

/// Windows of a row at most: rows that are very long for their legs are lost almost everywhere.
inline constexpr int most_windows = 64;

/// Samples along an axis of a box of the last level at most. Smaller boxes cost more memory and are hardly visited; of
/// larger ones every sample is.
inline constexpr int samples_per_box = 3;

/// Nodes of the last level at most: larger sets have larger boxes there.
inline constexpr std::int64_t most_nodes = 1 << 16;

/// Rows of one orientation that a thread takes at a time of the map of shares: what sharing them out costs against
/// threads that end late.
inline constexpr int share_rows_per_block = 64;

/// Points along each axis of the grid that tells where a machine reaches something, where its ranges hold nothing:
/// time before that is said against small workspaces that are missed.
inline constexpr int points_of_elsewhere = 100;

/// Points along an axis of the grid that tells which share of what is reachable lies below the base: time before a scan
/// whose ranges are found against a share to a whole percentage. Measured by whole_run_s of hexscan on a file without
/// ranges and home.
inline constexpr int share_points = 48;

}  // namespace hexscan::tuning
