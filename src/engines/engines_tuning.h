#pragma once

#include <cstddef>
#include <cstdint>

/// Numbers of engines on processors that were tuned, and what each trades. The command that measures them:
/// hexscan_bench --benchmark_filter=scan.
namespace hexscan::tuning {

/// Rows that a thread takes at a time: what sharing them out costs against threads that end late. The longer a row
/// takes, the fewer.
inline constexpr int cpu_rows_per_block = 256;
inline constexpr int reference_rows_per_block = 64;
inline constexpr int lipschitz_rows_per_block = 64;
inline constexpr int set_rows_per_block = 64;
inline constexpr int asked_rows_per_block = 16;

/// Rows of one orientation that have closed forms, scanned before their slices are handed on: threads that wait for
/// each other at the end against memory, and lines of progress. Measured by `hexscan.scan(machine, device="cpu").runs`.
inline constexpr int cpu_rows_at_once = 1 << 19;

/// What a scan may take of the host's memory without a look at how much is free: more, and memory can run out unseen;
/// fewer, and scans that end in milliseconds begin by reading the system's accounts. Measured as the number above.
inline constexpr std::int64_t unasked_host_bytes = 1 << 26;

/// Rows of a scan of one orientation, up to which processors end before a GPU has started. More: a host with few cores
/// and a GPU wins; fewer: all others lose the start of the GPU. Measured by whole_run_s of `hexscan --device cpu` and
/// `hexscan --device cuda`.
inline constexpr std::int64_t rows_sooner_than_a_device_starts = 1 << 20;

/// The same of scans of limits that legs share, whose rows take longer.
inline constexpr std::int64_t cut_rows_sooner_than_a_device_starts = 1 << 17;

/// The same of scans whose rows are searched for their ends.
inline constexpr std::int64_t searched_rows_sooner_than_a_device_starts = 1 << 12;

/// Points that limits which legs share are asked of together: how much of them one clearance may settle against threads
/// that end late.
inline constexpr int cut_slices_per_block = 16;
inline constexpr int cut_rows_per_block = 64;

/// Boxes of a block that are open at most before its rows are settled: memory of large sets against rows that are
/// settled again and again.
inline constexpr std::size_t most_open_boxes = 1 << 14;

/// Rows and slices of a box of points below which what is open of them is settled row by row: boxes that might still be
/// settled at once against boxes that are not.
inline constexpr int cut_rows_per_open_box = 8;

/// Orientations of a set at most of which engines keep all legs or shared limits: memory, and time before the first
/// row, against sets that are left to the reference. Measured by hexscan --device cpu --repeat 1 with --diameter 0.04
/// --gap 0.01 --workspace total --orientation=-5:5:40,-5:5:40,-5:5:40.
inline constexpr std::int64_t most_kept_orientations = 65536;

/// Units that a scan is cut into for each rank: ranks of different speed that end together against messages. Measured
/// by mpirun -n 2 hexscan scan --device cpu.
inline constexpr int units_per_rank = 16;

/// How long work is repeated before it is timed, while clocks rise, caches and page tables fill: time against first
/// repeats that are slower than the rest. Measured by hexscan --repeat 25, by its spread.
inline constexpr double warm_up_ms = 100;

/// Share of the free memory that an engine's buffers take at most: slices that are scanned together against memory that
/// other programs take meanwhile. Measured as the number above, of grids that do not fit.
inline constexpr double usable_memory = 0.7;

}  // namespace hexscan::tuning
