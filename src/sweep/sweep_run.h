#pragma once

#include <memory>
#include <span>

#include "hexscan/observer.h"
#include "src/ranks/ranks.h"
#include "src/sweep/meters/measured_machines.h"
#include "src/sweep/meters/meter.h"

/// The work of a sweep, distributed over all meters of all ranks. Every rank calls these functions in the same order.
/// `file` holds the finished blocks (block_file.h) on rank 0: blocks of machines for measure_machines(), one block per
/// slice for count_reach(). It is null on other ranks.
namespace hexscan {

using Meters = std::span<const std::unique_ptr<Meter>>;

/// Measures every machine that the file does not contain yet. Throws OutputError and the errors of meters.
void measure_machines(const SweepFile& sweep, Meters meters, Ranks& ranks, BlockFile* file, Observer& observer);

/// The number of meters that count slices at the same time, at least one. Two suffice if they use all cores: one counts
/// while the counts of the other are written. `slice_bytes` is the size of a slice's counts. The meters together use at
/// most `free_bytes` of memory.
std::size_t counting_meters(Meters meters, std::size_t slice_bytes, std::int64_t free_bytes);

/// For each slice, counts the machines that reach each point. Slices that are already in the file are left out. Throws
/// OutputError and the errors of meters.
void count_reach(const SweepFile& sweep, Meters meters, Ranks& ranks, BlockFile* file, Observer& observer);

/// Size of a slice's counts in bytes.
std::size_t reach_bytes(const SweepFile& sweep);

}  // namespace hexscan
