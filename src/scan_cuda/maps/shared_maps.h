#pragma once

#include <memory>
#include <vector>

#include "src/scan_cuda/maps/set_maps.h"

/// Maps of what telescopic legs have in common at one orientation: how far apart they are, how well they hold the
/// platform, what they carry, how exactly and how fast they move it. Whether a plan asks for such limits, too, is all
/// the same to them.
namespace hexscan {

/// Whether the device has kernels for that map of the plan. Gaps are the same numbers as the host's to the last bit,
/// the others within the map's tolerance; a row with a point of which a kernel is not sure is the host's.
bool is_shared_map_of_device(const ScanPlan& plan, MapKind map);

/// Whether it has them for all maps of the plan.
bool has_shared_maps(const ScanPlan& plan);

/// Those maps that the plan asks for and the device has kernels for.
std::vector<std::unique_ptr<SetMap>> make_shared_maps(const ScanPlan& plan);

/// Memory that they take of one slice, the fields that are handed over aside.
MemoryUse shared_map_bytes_per_slice(const ScanPlan& plan);

}  // namespace hexscan
