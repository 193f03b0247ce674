#pragma once

#include <memory>
#include <vector>

#include "src/scan_cuda/maps/set_maps.h"

/// Maps that involve all legs together: gaps, conditioning, forces, errors, rates and stiffness. They can be computed
/// whether or not the plan also has limits on these numbers. If it has such limits, the maps `clearance` and `limit`
/// also belong to them.
namespace hexscan {

/// True if the device has kernels for this map of the plan. The gaps that they compute equal the host's to the last
/// bit; other values are within the map's tolerance. If a kernel cannot compute a point accurately enough, the host
/// computes the point's row.
bool is_shared_map_of_device(const ScanPlan& plan, MapKind map);

/// True if the device has kernels for all maps that the plan requests.
bool has_shared_maps(const ScanPlan& plan);

/// Makes the requested maps for which the device has kernels.
std::vector<std::unique_ptr<SetMap>> make_shared_maps(const ScanPlan& plan);

/// The memory that these maps take for one slice, without the delivered fields.
MemoryUse shared_map_bytes_per_slice(const ScanPlan& plan);

}  // namespace hexscan
