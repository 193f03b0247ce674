#pragma once

#include <memory>

#include "src/scan/plan.h"
#include "src/scan_cuda/maps/set_maps.h"

namespace hexscan {

/// True if the device has kernels for all requested maps of a plan whose legs have rods. There are kernels for the maps
/// of clearance and of limits at one orientation. They support sliders, and arms without joint limits.
bool has_rod_maps(const ScanPlan& plan);

/// Makes the requested maps. has_rod_maps() must be true.
std::unique_ptr<SetMap> make_rod_maps(const ScanPlan& plan);

}  // namespace hexscan
