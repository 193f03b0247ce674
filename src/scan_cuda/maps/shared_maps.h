#pragma once

#include <memory>
#include <vector>

#include "src/scan_cuda/maps/set_maps.h"

/// Maps that involve all legs together at one orientation: gaps, conditioning, forces, errors and rates.
/// They can be computed whether or not the plan also has limits on these numbers.
namespace hexscan {

/// True if the device has kernels for this map of the plan. Gaps equal the host's to the last bit, other values are
/// within the map's tolerance. If a kernel cannot compute a point accurately enough, the host computes its row.
bool is_shared_map_of_device(const ScanPlan& plan, MapKind map);

/// True if the device has kernels for all maps that the plan requests.
bool has_shared_maps(const ScanPlan& plan);

/// Makes the requested maps for which the device has kernels.
std::vector<std::unique_ptr<SetMap>> make_shared_maps(const ScanPlan& plan);

/// Memory of these maps for one slice, without the fields that are delivered.
MemoryUse shared_map_bytes_per_slice(const ScanPlan& plan);

}  // namespace hexscan
