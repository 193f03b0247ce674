#pragma once

#include <cstdint>

/// Tuned parameters of sweeps, each with its trade-off. hexscan_sweep_figures measures them unless another command is
/// named.
namespace hexscan::tuning {

/// Desired number of blocks into which the machines of a sweep are divided, and largest number of machines in a block.
/// Trade-off: with many blocks every rank gets some, but a block needs enough machines to keep a GPU busy.
inline constexpr std::int64_t blocks_wanted = 256, largest_block = 4096;

/// Number of measured poses between two syncs to the disk. Trade-off: a larger number loses more in a power cut, a
/// smaller one waits for the disk more often. Measured by hexscan sweep on the volumes.yaml of bench/.
inline constexpr std::int64_t poses_between_syncs = std::int64_t{1} << 42;

/// Number of machines on a device at a time; at least `largest_block`. One launch counts the cells, or the reach in a
/// slice, of all these machines. Trade-off: a larger number saves kernel launches but takes memory.
inline constexpr std::int64_t machines_on_device = 8192;

/// Number of machines whose runs of a slice are in the host's memory at a time. Trade-off: the number must keep all
/// cores busy, but their runs should be small compared with a slice's counts.
inline constexpr std::int64_t machines_at_once = 256;

/// Number of finished blocks of machines that are read in parallel and then added to the results in order. Trade-off:
/// with a larger number cores wait less for files, but it takes memory. Measured by a second hexscan sweep on the
/// finished volumes.yaml of bench/.
inline constexpr std::int64_t blocks_at_once = 64;

/// Largest number of figures of a design that are kept in memory for its quantiles. Beyond that number, several passes
/// over the files narrow the quantiles down. Trade-off: a larger number takes memory, a smaller one takes passes.
/// Measured by a second hexscan sweep on a finished sweep with tolerances instead of varied numbers.
inline constexpr std::int64_t most_kept_figures = 1 << 20;

/// Threads of a CUDA block, and rows that a thread solves before its block adds the cells that it counted to memory.
/// Trade-off: more rows need fewer additions, but blocks finish later.
inline constexpr int row_threads = 128;
inline constexpr std::int64_t rows_per_thread = 8;

/// Capacity of the lists of runs with which a thread solves a row of a machine with rotary legs. Every thread reserves
/// shared memory for two such lists. A row that needs more runs is solved column by column. Trade-off: a larger number
/// leaves fewer such rows but takes more shared memory.
inline constexpr int runs_of_arms = 8;

/// Number of CUDA blocks that must fit on a multiprocessor when a kernel solves machines with rotary legs. Trade-off:
/// more blocks hide latency, but registers spill. Measured by hexscan sweep bench/studies/arm-volumes.yaml --device
/// cuda:0 --page none.
inline constexpr int blocks_of_arms = 5;

/// Number of machines that proofs examine because they come nearest to a sweep's requirements. Trade-off: with more
/// machines a nearer one may be found, but each takes some dozens of proofs. Measured by the time of hexscan sweep if
/// no machine meets a requirement.
inline constexpr std::size_t nearest_looks = 20;

}  // namespace hexscan::tuning
