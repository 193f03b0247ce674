#pragma once

#include <memory>

#include "src/scan_cuda/maps/set_maps.h"

/// How the maps of shared_maps.h are made, each for a plan of telescopic legs at one orientation.
namespace hexscan {

/// Distances from discs are found by halving, on the host.
bool has_gap_kernel(const ScanPlan& plan);
std::unique_ptr<SetMap> make_gap_map(const ScanPlan& plan);

std::unique_ptr<SetMap> make_conditioning_map(const ScanPlan& plan);

/// Forces, and what they are of what legs may carry where that is given.
std::unique_ptr<SetMap> make_force_map(const ScanPlan& plan);
std::unique_ptr<SetMap> make_effort_map(const ScanPlan& plan);

std::unique_ptr<SetMap> make_error_map(const ScanPlan& plan);
std::unique_ptr<SetMap> make_rate_map(const ScanPlan& plan);
std::unique_ptr<SetMap> make_turn_rate_map(const ScanPlan& plan);

/// Memory of a slice of one of them; a gap takes less.
MemoryUse figure_map_bytes_per_slice(const ScanPlan& plan);

}  // namespace hexscan
