#pragma once

/// Numbers of the kernels of sets of orientations and of clearance maps that were tuned, and what each trades. The
/// command that measures them, where none is named: hexscan_set_figures.
namespace hexscan::tuning {

/// Rows of a warp's tile that lie in one slice; the tile has the rows of a warp. Rows that are near along y and z have
/// more in common than as many in a line: square tiles against long stores.
inline constexpr int rows_per_tile = 8;

/// Blocks of one warp that a multiprocessor gets at once, each with a tile: warps that hide each other's waiting
/// against registers spilled for them.
inline constexpr int tiles_at_once = 16;

/// Where a cell's samples are asked again and again, some row has thin gaps, of which most samples reach nothing
/// although bounds, which bend over what is asked, do not tell. From this round on what may be left is looked at once
/// more, by itself: looks against samples asked in vain.
inline constexpr int rounds_of_one_look = 2;

/// Trees of more levels ask their first two levels once more than shallow ones do, each time once the orientations that
/// are likely to take most are applied: bounds of large cells against cells below them.
inline constexpr int levels_of_a_shallow_tree = 4;

/// Windows of a row of an inclusive workspace of legs with rods, each asked by itself: walks of the tree against what
/// of them is cut off. Measured by bench/rod_figures.py.
inline constexpr int windows_of_rods = 4;

/// Points that a warp of clearance maps at one orientation takes, so many of them a lane's: blocks that are about
/// square, in which few limits can be the nearest, against long stores.
inline constexpr int clearance_columns = 16, clearance_rows = 8, clearance_lane_points = 4;

/// Orientations whose legs a block of brute force brings up at a time: waits of its threads for each other against legs
/// that are brought up in vain. Measured by the time that hexscan_set_figures 1 64 takes in all, which verifies by it.
inline constexpr int orientations_per_round = 32;

/// Parts that the range of an arm's angles is cut into before the least distance over it is searched: values that are
/// asked in vain against parts that are halved one by one. The command that measures it: hexscan
/// platforms/reachy-mini.yaml --map clearance --device cpu --repeat 10.
inline constexpr int first_parts_of_range = 8;

/// Rows of a tile whose points are asked one by one, a thread each and as many orientations of its centre at a time:
/// tiles that have one verdict against threads that wait for their block. Measured by hexscan --device cuda --repeat 10
/// of a machine with universal joints.
inline constexpr int rows_of_point_tile = 8;

/// Blocks of such tiles that a multiprocessor has room for at least: threads that hide each other's waits against
/// numbers that find no register. Arms' searches take all registers. Measured by the same, and by --map clearance.
inline constexpr int least_blocks_of_arms = 1, least_blocks_of_sliders = 3, least_blocks_of_telescopes = 4;

}  // namespace hexscan::tuning
