#pragma once

/// Numbers of stages that were tuned, and what each trades. Launch shapes that the case study publishes are no such
/// numbers.
namespace hexscan::tuning {

/// Warps per block of stage 10: few blocks to start against warps that wait for the slowest
/// of their block. The command that measures them: hexscan --stage 10 --repeat 100.
inline constexpr int row_runs_warps = 2;

/// Threads that the CPU form of a stage runs side by side: full registers against lanes that wait for the last one of
/// their group. The command that measures them: hexscan --stage all --device cpu.
inline constexpr int float_lanes = 8;

/// Rows of a slice that one CPU thread judges at once: tasks to hand out against threads that wait for the last one.
/// The command that measures them is the same.
inline constexpr int host_rows_per_task = 50;

/// A stage repeats its scan on the CPU while its runs together take less: a spread against a user's time.
inline constexpr double host_runs_ms = 2000;

}  // namespace hexscan::tuning
