#pragma once

#include <memory>

#include "src/scan/plan.h"
#include "src/scan_cuda/maps/set_maps.h"

namespace hexscan {

/// True if the device has kernels for all requested maps of a plan whose legs have rods. There are kernels for
/// clearance and limit at one orientation, for sliders, and for arms without joint limits.
bool has_rod_maps(const ScanPlan& plan);

/// Makes these maps.
std::unique_ptr<SetMap> make_rod_maps(const ScanPlan& plan);

}  // namespace hexscan
