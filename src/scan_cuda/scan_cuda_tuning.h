#pragma once

/// Tuned parameters for scans on a GPU: scans of sets, maps, and legs with rods. Each has its trade-off. The program
/// hexscan_set_figures measures each parameter unless its comment names another command.
namespace hexscan::tuning {

/// Warps per block when rows of a total workspace are solved. Trade-off: larger blocks cut launch overhead, but warps
/// idle until the block's slowest ends.
inline constexpr int total_rows_warps = 2;

/// Warps per block when rows of machines with sliders are solved at one orientation. Trade-off: larger blocks cut
/// launch overhead, but warps idle until the block's slowest ends. Measured by `hexscan platforms/pkm-6-pus.yaml
/// --device cuda --grid 1000x1000x350 --repeat 100`.
inline constexpr int slider_rows_warps = 2;

/// Warps per block when rows of machines with arms are solved, and the largest number of runs in such a row. Trade-off
/// of the warps: larger blocks cut launch overhead, but warps idle until the block's slowest ends. Trade-off of the
/// runs: with a larger number fewer rows go to the host, but every row takes more shared memory. Measured by `hexscan
/// platforms/reachy-mini.yaml --device cuda --grid 1000x1000x350 --repeat 100`.
inline constexpr int rotary_rows_warps = 2, max_rotary_runs = 8;

/// Threads per block when poses in device memory are tested. Trade-off: larger blocks cut launch overhead, but each
/// takes more registers. Measured by bench/python_speed.py.
inline constexpr unsigned poses_per_block = 128;

/// Threads per block when poses in device memory are computed from joint values. Trade-off: larger blocks cut launch
/// overhead, but a block waits for its slowest row. Measured by bench/device_pose_figures.cpp.
inline constexpr unsigned solved_rows_per_block = 128;

/// The largest number of runs in a row of an inclusive workspace while it is being solved. Trade-off: with a larger
/// number fewer rows go to the host, but every row takes more bytes.
inline constexpr int max_inclusive_runs = 19;

/// Threads per block when the cells of a set of orientations (kernels/sets/leg_cell.h) are made. Trade-off: larger
/// blocks cut launch overhead, but a small set leaves multiprocessors idle.
inline constexpr unsigned cells_per_block = 64;

/// Warps per block when rows of one orientation are written as words, one bit per column. Trade-off: larger blocks cut
/// launch overhead, but warps idle until the block's slowest ends. The numbers from here to max_cut_runs are measured
/// by `hexscan --singularity avoid --device cuda --repeat 300`.
inline constexpr int leg_words_warps = 2;

/// Largest number of blocks that apply shared limits to open tiles: blocks of words from which a limit may remove
/// positions (kernels/shared/cut_rows_kernel.cuh). Each block processes one tile after another. Trade-off: more blocks
/// cost launch overhead, but fewer tiles wait behind slow ones.
inline constexpr unsigned most_cut_blocks = 2048;

/// Threads per block when open tiles are found, and when lost columns are cleared. Trade-off: larger blocks cut launch
/// overhead, but threads idle until the block's slowest ends.
inline constexpr unsigned tiles_asked_per_block = 128, columns_cleared_per_block = 128;

/// Largest number of columns per scan that shared limits may leave undecided. If there are more, the host computes the
/// whole scan. Trade-off: a longer list takes more host memory.
inline constexpr unsigned most_doubted_columns = 1 << 18;

/// Warps per block when the words of one orientation are added to those of a set. Trade-off: larger blocks cut launch
/// overhead, but warps idle until the block's slowest ends. Measured by `hexscan --workspace inclusive
/// --orientation=-2:2:3,-2:2:3,0 --singularity avoid --device cuda --repeat 10`.
inline constexpr int turn_warps = 4;

/// The largest number of runs in a row whose runs are found from words. Trade-off: with a larger number the host
/// assembles fewer rows, but every row takes more shared memory.
inline constexpr int max_cut_runs = 8;

/// The largest number of slices per kernel of a map, and the number of slices of the first kernel. Trade-off: large
/// kernels fill a device, but the first copy begins later. The program hexscan_set_figures measures this and the
/// numbers below.
inline constexpr int slices_per_chunk = 25, slices_of_first_chunk = 4;

/// The largest number of slices per kernel, for maps with much work per point. It is small, because the end of the scan
/// waits for the last copy, but large enough to fill a device.
inline constexpr int slices_per_chunk_of_figures = 10;

/// Number of streams that the kernels of a map's chunks use in turn. Trade-off: with more streams a kernel begins where
/// another ends, but chunks in progress take memory.
inline constexpr int streams_of_map = 3;

/// Warps per block of the kernels of maps, in this order: rows of tilt and share, sums of share, points of clearance,
/// points of gap, points of the other maps. Trade-off: larger blocks cut launch overhead, but warps idle until the
/// block's slowest ends.
inline constexpr int map_row_warps = 2, summed_rows_warps = 4, clearance_warps = 4, gap_warps = 4, figure_warps = 4;

/// Threads per block when the clearances of limits that legs share are computed. Trade-off: larger blocks cut launch
/// overhead, but threads idle until the block's slowest ends. Measured by `hexscan --map clearance --singularity avoid
/// --device cuda --repeat 10`.
inline constexpr unsigned shared_clearances_per_block = 128;

/// Threads per block when the values of a map at one orientation are merged into those of a set. Trade-off: larger
/// blocks cut launch overhead, but threads idle until the block's slowest ends. Measured by `hexscan --workspace total
/// --orientation=-2:2:3,-2:2:3,0 --map conditioning --device cuda --repeat 10`.
inline constexpr unsigned merged_values_per_block = 256;

/// Points of a row that one block of the clearance maps of a set of orientations computes. Trade-off: larger blocks cut
/// launch overhead, but warps idle until the block's slowest ends.
inline constexpr int set_clearance_points = 128;

/// Points of a row that one block of the brute-force kernel computes. Trade-off: in larger blocks more threads share
/// the computed legs, but all wait for the last thread. Measured by the total time of `hexscan_set_figures 1 64`, which
/// verifies with that kernel.
inline constexpr int brute_force_points = 256;

/// For sets of at least this many orientations, a test at the centre of a tile of points comes before the tests of the
/// points. Trade-off: it costs one clearance per tile, but can save the tests of all its points. Measured by `hexscan
/// --workspace total --repeat` with a machine that has universal joints.
inline constexpr int orientations_worth_tiles = 8;

}  // namespace hexscan::tuning
