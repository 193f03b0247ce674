#pragma once

#include <memory>

#include "src/scan/plan.h"
#include "src/scan_cuda/maps/set_maps.h"

namespace hexscan {

/// Whether the device has kernels for all maps of a plan of legs with rods that has some: clearance and limit at one
/// orientation, of sliders and of arms whose joints are not limited.
bool has_rod_maps(const ScanPlan& plan);

/// These maps.
std::unique_ptr<SetMap> make_rod_maps(const ScanPlan& plan);

}  // namespace hexscan
