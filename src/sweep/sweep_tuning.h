#pragma once

#include <cstdint>

/// Tuned numbers of sweeps, each with its trade-off. hexscan_sweep_figures measures them unless another command is
/// named.
namespace hexscan::tuning {

/// Desired number of blocks of machines, and largest number of machines in a block. Trade-off: many blocks let every
/// rank have some, but a block needs enough machines to keep a GPU busy.
inline constexpr std::int64_t blocks_wanted = 256, largest_block = 4096;

/// Number of measured poses between two syncs to the disk. Trade-off: more can be lost in a power cut, fewer wait more
/// often for the disk. Measured by hexscan sweep on the volumes.yaml of bench/.
inline constexpr std::int64_t poses_between_syncs = std::int64_t{1} << 42;

/// Number of machines on a device at a time; at least a block. One slice is counted for all of them. Trade-off: more
/// save kernel launches but take memory.
inline constexpr std::int64_t machines_on_device = 8192;

/// Number of machines whose runs of a slice are in the host's memory at a time. Trade-off: enough for all cores, but
/// small beside a slice's counts.
inline constexpr std::int64_t machines_at_once = 256;

/// Number of finished blocks that are read in parallel and then taken in order. Trade-off: more keep cores from waiting
/// for files but take memory. Measured by a second hexscan sweep on the finished volumes.yaml of bench/.
inline constexpr std::int64_t blocks_at_once = 64;

/// Largest number of figures of a design that are kept in memory for its quantiles. Beyond it, passes over the files
/// narrow the quantiles down. Trade-off: memory against passes. Measured by a second hexscan sweep on a finished sweep
/// with tolerances instead of varied numbers.
inline constexpr std::int64_t most_kept_figures = 1 << 20;

/// Threads of a block, and rows that a thread solves before its block adds its tally to memory. Trade-off: more rows
/// need fewer additions, but blocks finish later.
inline constexpr int row_threads = 128;
inline constexpr std::int64_t rows_per_thread = 8;

/// Room for runs in a row of arms. Rows with more runs are solved column by column. Trade-off: every row takes the
/// shared memory.
inline constexpr int runs_of_arms = 8;

/// Blocks of rows of arms that must fit on a multiprocessor. Trade-off: more warps hide latency, but registers spill.
/// Measured by hexscan sweep bench/studies/arm-volumes.yaml --device cuda:0 --page none.
inline constexpr int blocks_of_arms = 5;

/// Machines that come nearest to a sweep's requirements and are proved further: more may find a nearer one, and each
/// takes some dozens of proofs. Measured by the time of hexscan sweep where no machine meets a requirement.
inline constexpr std::size_t nearest_looks = 20;

}  // namespace hexscan::tuning
