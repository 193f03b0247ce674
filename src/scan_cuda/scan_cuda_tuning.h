#pragma once

/// Numbers of scans of sets, of maps and of legs with rods on a GPU that were tuned, and what each trades. The command
/// that measures them, where none is named: hexscan_set_figures.
namespace hexscan::tuning {

/// Warps per block of a total workspace: few blocks to start against warps that wait for the slowest of their block.
inline constexpr int total_rows_warps = 2;

/// Warps per block of rows of sliders: few blocks to start against warps that wait for the slowest of their block.
/// Measured by hexscan platforms/pkm-6-pus.yaml --device cuda --grid 1000x1000x350 --repeat 100.
inline constexpr int slider_rows_warps = 2;

/// The same of arms, and runs that there is room for in a row of theirs: rows sent to the host against shared memory
/// that every row takes. Measured by the same command with platforms/reachy-mini.yaml.
inline constexpr int rotary_rows_warps = 2, max_rotary_runs = 8;

/// Threads per block of poses on a device: blocks to start against registers that a block takes. Measured by
/// bench/python_speed.py.
inline constexpr unsigned poses_per_block = 128;

/// Runs that there is room for in a row of an inclusive workspace, which is in pieces for a while: rows sent to the
/// host against bytes that every row takes.
inline constexpr int max_inclusive_runs = 19;

/// Threads per block that make the cells of a set: few blocks to start against multiprocessors that get none of a small
/// set's.
inline constexpr unsigned cells_per_block = 64;

/// Warps per block of rows of one orientation that go to words: few blocks to start against warps that wait for the
/// slowest of their block. Measured by hexscan --singularity avoid --device cuda --repeat 300, as is what follows.
inline constexpr int leg_words_warps = 2;

/// Blocks that cut open tiles, one after the other: tiles that wait for a block's slower ones against blocks to start.
inline constexpr unsigned most_cut_blocks = 2048;

/// Threads per block that ask forms which of their tiles are open, and that clear columns which the host found to be
/// lost: few blocks to start against threads that wait for the slowest of their block.
inline constexpr unsigned tiles_asked_per_block = 128, columns_cleared_per_block = 128;

/// Columns that limits which legs share may leave to the host in one scan, before the host takes all of it.
inline constexpr unsigned most_doubted_columns = 1 << 18;

/// Runs that there is room for in a row of them: rows that the host puts together against shared memory that every row
/// takes.
inline constexpr int max_cut_runs = 8;

/// Slices that one kernel of a map takes at most, and the first one: enough to fill a device against a first copy that
/// begins early. Measured by hexscan_set_figures, as is what follows.
inline constexpr int slices_per_chunk = 25, slices_of_first_chunk = 4;

/// At most of maps whose points each have a long way of their own, as few as fill a device: their last copy is what
/// others wait for.
inline constexpr int slices_per_chunk_of_figures = 10;

/// Streams that the kernels of a map's chunks take in turn: kernels that begin where another one ends against memory of
/// chunks that are under way.
inline constexpr int streams_of_map = 3;

/// Warps per block of maps: of the rows of tilt and share, of the rows of share that are summed up, of blocks of points
/// of clearance and gap, and of points that each have a number by themselves. Few blocks to start against warps that
/// wait for the slowest of their block.
inline constexpr int map_row_warps = 2, summed_rows_warps = 4, clearance_warps = 4, gap_warps = 4, figure_warps = 4;

/// Points of a row in a block of clearance maps of a set: few blocks to start against warps that wait for the slowest.
inline constexpr int set_clearance_points = 128;

/// Points of a row in a block of brute force: legs that its threads bring up for each other against threads that wait
/// for the last of them. Measured by the time that hexscan_set_figures 1 64 takes in all, which verifies by it.
inline constexpr int brute_force_points = 256;

/// Orientations from which on tiles of points are asked at their centre before their points are: a clearance a tile
/// against tests of all its points. Measured by hexscan --repeat of a machine with universal joints and --workspace
/// total.
inline constexpr int orientations_worth_tiles = 8;

}  // namespace hexscan::tuning
