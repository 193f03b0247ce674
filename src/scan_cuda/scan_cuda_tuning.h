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

/// Warps per block of rows of one orientation that go to words: few blocks to start against warps that wait for the
/// slowest of their block. Measured by hexscan --singularity avoid --device cuda --repeat 300, as is what follows.
inline constexpr int leg_words_warps = 2;

/// Blocks that cut open tiles, one after the other: tiles that wait for a block's slower ones against blocks to start.
inline constexpr unsigned most_cut_blocks = 2048;

/// Columns that limits which legs share may leave to the host in one scan, before the host takes all of it.
inline constexpr unsigned most_doubted_columns = 1 << 18;

/// Runs that there is room for in a row of them: rows that the host puts together against shared memory that every row
/// takes.
inline constexpr int max_cut_runs = 8;

/// Slices that one kernel of a map takes at most, and the first one: enough to fill a device against a first copy that
/// begins early.
inline constexpr int slices_per_chunk = 25, slices_of_first_chunk = 4;

/// At most of maps whose points each have a long way of their own, as few as fill a device: their last copy is what
/// others wait for.
inline constexpr int slices_per_chunk_of_figures = 10;

}  // namespace hexscan::tuning
