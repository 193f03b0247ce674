#pragma once

/// Tuned parameters of stages, with their trade-offs. Launch shapes that the case study publishes are not tuned.
namespace hexscan::tuning {

/// Warps per block of stage 10. Trade-off: larger blocks cut launch overhead, but warps idle until the block's slowest
/// ends. Measured by `hexscan --stage 10 --repeat 100`.
inline constexpr int row_runs_warps = 2;

/// Warps per block of stage 11. Trade-off: larger blocks cut launch overhead, but warps idle until the block's slowest
/// ends. The times with one to eight warps differ by less than their spread. Measured by `hexscan --stage 11 --repeat
/// 100`.
inline constexpr int row_deltas_warps = 2;

/// Number of threads that the CPU form of a stage runs in lanes. Trade-off: more lanes fill registers, but they wait
/// for the last one of their group. Measured by `hexscan --stage all --device cpu`.
inline constexpr int float_lanes = 8;

/// Number of rows of a slice that one task on the CPU tests. Trade-off: with more rows there are fewer tasks to
/// distribute, but threads wait longer for the last one. Measured by `hexscan --stage all --device cpu`.
inline constexpr int host_rows_per_task = 50;

/// A stage repeats its scan on the CPU until its runs take this many milliseconds. Trade-off: with more time the spread
/// is known better, but the user waits longer.
inline constexpr double host_runs_ms = 2000;

}  // namespace hexscan::tuning
