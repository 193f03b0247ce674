#pragma once

/// Tuned numbers of the kernels for orientation sets and clearance maps, with their trade-offs. Unless a comment names
/// another command, hexscan_set_figures measures them.
namespace hexscan::tuning {

/// Rows of a warp's tile that lie in one slice; the tile has 32 rows. Trade-off: rows of a square tile have more in
/// common, but rows in a line make longer stores.
inline constexpr int rows_per_tile = 8;

/// Blocks of one warp that a multiprocessor runs at once, each with a tile. Trade-off: more warps hide more latency,
/// but spill registers.
inline constexpr int tiles_at_once = 16;

/// The round from which a cell's open columns get one more bound. By then some row has thin gaps: most samples there
/// reach nothing, and bounds over the whole row cannot show it. Trade-off: extra bounds against samples that reach
/// nothing.
inline constexpr int rounds_of_one_look = 2;

/// Trees of more levels than this test their first two levels a second time, after the orientations that likely
/// restrict most. Trade-off: bounds of large cells against bounds of the cells below them.
inline constexpr int levels_of_a_shallow_tree = 4;

/// Windows that divide a row of an inclusive workspace of legs with rods. Each is bounded separately. Trade-off: more
/// walks of the tree, but each bound excludes more. bench/rod_figures.py measures it.
inline constexpr int windows_of_rods = 4;

/// Points of a warp in clearance maps at one orientation, and of each lane. Trade-off: few limits can be nearest in a
/// square block, but long blocks make long stores.
inline constexpr int clearance_columns = 16, clearance_rows = 8, clearance_lane_points = 4;

/// Orientations whose legs a block of the brute-force kernel computes at once. Trade-off: threads wait for each other
/// less often, but more legs are computed in vain. The total time of `hexscan_set_figures 1 64`, which verifies with
/// that kernel, measures it.
inline constexpr int orientations_per_round = 32;

/// Parts into which an arm's range of angles is divided before the search for the least distance. Trade-off:
/// evaluations in vain against parts that are halved one by one. Measured by `hexscan platforms/reachy-mini.yaml --map
/// clearance --device cpu --repeat 10`.
inline constexpr int first_parts_of_range = 8;

/// Rows of a tile whose points are tested one by one, a thread each. As many orientations are first tested at the
/// tile's centre. Trade-off: large tiles share the work at their centre among more points. But they have one verdict
/// less often, and their threads wait for each other. Measured by `hexscan --device cuda --repeat 10` with a machine
/// that has universal joints.
inline constexpr int rows_of_point_tile = 8;

/// Least number of such tiles per multiprocessor, for which the compiler must leave registers. Trade-off: more blocks
/// hide more latency but spill registers; the search of arms takes all registers. Measured by the same command, also
/// with --map clearance.
inline constexpr int least_blocks_of_arms = 1, least_blocks_of_sliders = 3, least_blocks_of_telescopes = 4;

}  // namespace hexscan::tuning
