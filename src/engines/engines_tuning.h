#pragma once

#include <cstddef>
#include <cstdint>

/// Tuned parameters of engines on CPUs, each with its trade-off. Unless stated otherwise, this command measures them:
/// hexscan_bench --benchmark_filter=scan.
namespace hexscan::tuning {

/// Number of rows in a unit of work for a thread. Trade-off: small units cost time to distribute, and with large units
/// threads end at different times. If rows take long, units should be small.
inline constexpr int cpu_rows_per_block = 256;
inline constexpr int reference_rows_per_block = 64;
inline constexpr int lipschitz_rows_per_block = 64;
inline constexpr int set_rows_per_block = 64;
inline constexpr int asked_rows_per_block = 16;

/// Number of rows that are scanned before their slices are delivered, for one orientation with closed forms. Trade-off:
/// with few rows, threads wait for each other; many rows take memory and give fewer progress updates. Measured by
/// `hexscan.scan(machine, device="cpu").runs`.
inline constexpr int cpu_rows_at_once = 1 << 19;

/// Memory in bytes that a scan may use without checking how much is free. Trade-off: with a larger number, memory can
/// run out without a message. With a smaller one, scans of a few milliseconds first query the system for free memory.
/// Measured by `hexscan.scan(machine, device="cpu").runs`.
inline constexpr std::int64_t unasked_host_bytes = 1 << 26;

/// Up to this number of rows, a scan of one orientation on the CPU is complete before a GPU has started. Trade-off: a
/// larger number suits hosts with few cores and a GPU, a smaller one makes all other hosts wait for the GPU to start.
/// Measured by whole_run_s of `hexscan --device cpu` and `hexscan --device cuda`.
inline constexpr std::int64_t rows_sooner_than_a_device_starts = 1 << 20;

/// As rows_sooner_than_a_device_starts, for scans with limits that legs share, whose rows take longer.
inline constexpr std::int64_t cut_rows_sooner_than_a_device_starts = 1 << 17;

/// As rows_sooner_than_a_device_starts, for scans that search for the ends of rows instead of computing them in closed
/// form.
inline constexpr std::int64_t searched_rows_sooner_than_a_device_starts = 1 << 12;

/// Up to this number of points, the reference scans a set with shared limits instead of a GPU. Trade-off: a larger
/// number suits hosts with many cores; with a smaller one, small grids wait while a GPU prepares each orientation. Arms
/// take longest to prepare. Measured by `hexscan platforms/reachy-mini.yaml --workspace inclusive
/// --orientation=-2:2:3,-2:2:3,0 --singularity avoid --grid 32x32x16` with `--device cpu` and `--device cuda`.
inline constexpr std::int64_t set_points_sooner_than_a_device = 1 << 14;

/// Slices and rows of a block of points for which shared limits (src/machine/shared/shared_limit.h) are evaluated
/// together. Trade-off: in large blocks one clearance decides more points, but some threads end late.
inline constexpr int cut_slices_per_block = 16;
inline constexpr int cut_rows_per_block = 64;

/// Largest number of undecided boxes in such a block. If there are more, all of them are decided row by row before the
/// search continues. Trade-off: a large number takes memory with large sets, a small one decides the same rows several
/// times.
inline constexpr std::size_t most_open_boxes = 1 << 14;

/// Boxes with at most this number of rows and slices are decided row by row. Trade-off: a large number misses boxes
/// that could be decided at once, a small one tries many boxes in vain.
inline constexpr int cut_rows_per_open_box = 8;

/// Largest number of orientations for which an engine keeps all shared limits in memory, and an engine of the host all
/// legs. Other engines scan larger sets. Trade-off: a larger number takes more memory and more time before the first
/// row. Measured by hexscan --device cpu --repeat 1 with --diameter 0.04 --gap 0.01 --workspace total
/// --orientation=-5:5:40,-5:5:40,-5:5:40.
inline constexpr std::int64_t most_kept_orientations = 65536;

/// Number of units of work per rank into which a scan is split. Trade-off: with many units, ranks of different speed
/// finish together, but each unit costs a message. Measured by mpirun -n 2 hexscan scan --device cpu.
inline constexpr int units_per_rank = 16;

/// The time for which work is repeated before it is timed. Meanwhile clock rates rise, and caches and page tables fill.
/// Trade-off: a longer warm-up costs time, and after a shorter one the first timed repeats are slow. Measured by the
/// spread of hexscan --repeat 25.
inline constexpr double warm_up_ms = 100;

/// Largest share of the free memory that an engine's buffers may take. Trade-off: a large share scans more slices
/// together, a small one leaves memory for other programs. Measured by hexscan --repeat 25 with grids that do not fit
/// into memory.
inline constexpr double usable_memory = 0.7;

}  // namespace hexscan::tuning
