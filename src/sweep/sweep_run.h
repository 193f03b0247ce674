#pragma once

#include <memory>
#include <span>

#include "hexscan/observer.h"
#include "src/ranks/ranks.h"
#include "src/sweep/meters/measured_machines.h"
#include "src/sweep/meters/meter.h"

/// The work of a sweep, shared out over all meters of all ranks. Every rank calls these in the same order; `file` is
/// rank 0's, null elsewhere.
namespace hexscan {

using Meters = std::span<const std::unique_ptr<Meter>>;

/// Measures every machine that the file does not have yet. Throws what meters throw, OutputError.
void measure_machines(const SweepFile& sweep, Meters meters, Ranks& ranks, BlockFile* file, Observer& observer);

/// How many of the meters count slices at a time, of counts of `slice_bytes` each: two that work on all cores, so that
/// one counts while the other's counts are written, and no more than `free_bytes` of memory hold; at least one.
std::size_t counting_meters(Meters meters, std::size_t slice_bytes, std::int64_t free_bytes);

/// Counts the machines that reach each point, slice by slice, likewise.
void count_reach(const SweepFile& sweep, Meters meters, Ranks& ranks, BlockFile* file, Observer& observer);

/// Bytes of a slice's counts.
std::size_t reach_bytes(const SweepFile& sweep);

}  // namespace hexscan
