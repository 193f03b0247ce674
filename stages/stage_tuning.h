#pragma once

/// Numbers of stages that were tuned, and what each trades. Launch shapes that the case study publishes are no such
/// numbers.
namespace hexscan::tuning {

/// Warps per block of stage 10: few blocks to start against warps that wait for the slowest
/// of their block. The command that measures them: hexscan --stage 10 --repeat 100.
inline constexpr int row_runs_warps = 2;

}  // namespace hexscan::tuning
