#pragma once

#include <cstdint>

/// Numbers of sweeps that were tuned, and what each trades. The command that measures them: hexscan_sweep_figures.
namespace hexscan::tuning {

/// Blocks of machines that a sweep is cut into, and machines in one: enough blocks for many ranks to have some each
/// against enough machines in a block to keep a GPU busy.
inline constexpr std::int64_t blocks_wanted = 256, largest_block = 4096;

/// Poses that are measured before finished blocks are synced to the disk: work that a power cut may lose against
/// waiting for the disk. Measured by hexscan sweep on the volumes.yaml of bench/.
inline constexpr std::int64_t poses_between_syncs = std::int64_t{1} << 42;

/// Machines on a device at a time, a block and more while one slice of all machines is counted: kernels to start
/// against memory.
inline constexpr std::int64_t machines_on_device = 8192;

/// Machines whose runs of a slice are in the host's memory at a time: enough to share out, and little beside a slice's
/// counts.
inline constexpr std::int64_t machines_at_once = 256;

/// Finished blocks that are read side by side by whoever then takes them in order: cores that wait for files against
/// memory. Measured by hexscan sweep on the volumes.yaml of bench/, asked once more when it is finished.
inline constexpr std::int64_t blocks_at_once = 64;

/// Figures of a design at most that are kept for its quantiles, and not narrowed down pass by pass: memory against
/// passes over the files. Measured likewise, with tolerances in place of what varies.
inline constexpr std::int64_t most_kept_figures = 1 << 20;

/// Threads of a block, and rows that a thread solves before its block's tally leaves it: tallies to add up against
/// blocks that end late.
inline constexpr int row_threads = 128;
inline constexpr std::int64_t rows_per_thread = 8;

/// Runs that there is room for in a row of arms: rows that are settled column by column against shared memory that
/// every row takes.
inline constexpr int runs_of_arms = 8;

/// Blocks of rows of arms that a multiprocessor has room for: warps that hide each other's waiting against registers
/// spilled for them. Measured by hexscan sweep bench/studies/arm-volumes.yaml --device cuda:0 --page none.
inline constexpr int blocks_of_arms = 5;

/// Machines that come nearest to a sweep's requirements and are proved further: more may find a nearer one, and each
/// takes some dozens of proofs. Measured by the time of hexscan sweep where no machine meets a requirement.
inline constexpr std::size_t nearest_looks = 20;

}  // namespace hexscan::tuning
