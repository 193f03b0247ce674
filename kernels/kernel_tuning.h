#pragma once

/// Tuned parameters of the kernels for orientation sets and clearance maps, with their trade-offs. The program
/// hexscan_set_figures measures each of them unless its comment names another command.
namespace hexscan::tuning {

/// How many of the 32 rows of a warp's tile lie in the same slice. Trade-off: rows of a square tile have more in
/// common, but rows of one slice make longer stores.
inline constexpr int rows_per_tile = 8;

/// Number of blocks that a multiprocessor runs at once; each is one warp with a tile. Trade-off: more warps hide more
/// latency, but spill registers.
inline constexpr int tiles_at_once = 16;

/// From the round of this number on, counted from 0, a sample's remaining columns are bounded twice (try_samples() in
/// sets/inclusive_walk.h). By then most samples reach no column of a gap. A bound over a wide range cannot show that,
/// but a second bound over the narrowed range can. Trade-off: the cost of second bounds against the cost of applying
/// samples in vain.
inline constexpr int rounds_of_one_look = 2;

/// In trees with more levels than this, each of the first two levels is tested once more. Before every repetition, the
/// orientations that are likely to remove most are applied. Trade-off: bounds of large cells against bounds of the
/// cells below them.
inline constexpr int levels_of_a_shallow_tree = 4;

/// Number of windows into which a row is divided, for inclusive workspaces of legs with rods. Each window has its own
/// bounds. Trade-off: with more windows the tree is walked more often, but each bound excludes more. Measured by
/// bench/rod_figures.py.
inline constexpr int windows_of_rods = 4;

/// Clearance maps at one orientation: columns and rows of a warp's points, and points per lane. Trade-off: in a square
/// block few limits can be nearest, but long blocks make long stores.
inline constexpr int clearance_columns = 16, clearance_rows = 8, clearance_lane_points = 4;

/// Number of orientations whose legs a block of the brute-force kernel computes at once. Trade-off: with a larger
/// number, threads wait for each other less often, but more legs are computed in vain. Measured by the total time of
/// `hexscan_set_figures 1 64`, which verifies with that kernel.
inline constexpr int orientations_per_round = 32;

/// Number of parts into which an arm's range of angles is divided at the start of the search for the least distance.
/// Trade-off: many parts cost evaluations that may be in vain; few parts must be halved one by one. Measured by
/// `hexscan platforms/reachy-mini.yaml --map clearance --device cpu --repeat 10`.
inline constexpr int first_parts_of_range = 8;

/// Number of rows of a tile whose points are tested one by one, a thread each. The tile's centre is tested first, at as
/// many orientations as there are threads. Trade-off: in a large tile more points share the work at the centre. But its
/// points agree less often, and its threads wait for each other. Measured by `hexscan --device cuda --repeat 10` with a
/// machine that has universal joints.
inline constexpr int rows_of_point_tile = 8;

/// Least number of blocks of hexapod_points_kernel that must fit on a multiprocessor, for each kind of leg. The
/// compiler must leave enough registers for them. Trade-off: more blocks hide more latency but spill registers; the
/// search for arms needs all registers. Measured by `hexscan --device cuda --repeat 10` with a machine that has
/// universal joints, also with --map clearance.
inline constexpr int least_blocks_of_arms = 1, least_blocks_of_sliders = 3, least_blocks_of_telescopes = 4;

/// Number of warps of hexapod_row_deltas_kernel that must fit on a multiprocessor. Trade-off: more warps hide more
/// latency, but from 22 on the compiler spills registers. Measured by `hexscan --stage 11 --repeat 1000`.
inline constexpr int row_delta_warps_at_once = 20;

}  // namespace hexscan::tuning
