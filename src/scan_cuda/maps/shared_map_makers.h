#pragma once

#include <memory>

#include "src/scan_cuda/maps/set_maps.h"

/// Makers of the maps of shared_maps.h.
namespace hexscan {

std::unique_ptr<SetMap> make_gap_map(const ScanPlan& plan);

std::unique_ptr<SetMap> make_conditioning_map(const ScanPlan& plan);

/// Make the maps of forces and of efforts. If the machine limits forces or torques, efforts are relative to these
/// limits.
std::unique_ptr<SetMap> make_force_map(const ScanPlan& plan);
std::unique_ptr<SetMap> make_effort_map(const ScanPlan& plan);

/// Makes the map of torques of arms' motors.
std::unique_ptr<SetMap> make_torque_map(const ScanPlan& plan);

std::unique_ptr<SetMap> make_error_map(const ScanPlan& plan);
std::unique_ptr<SetMap> make_rate_map(const ScanPlan& plan);
std::unique_ptr<SetMap> make_turn_rate_map(const ScanPlan& plan);

/// Make the maps of the tool's stiffness, and of its displacement under the load.
std::unique_ptr<SetMap> make_stiffness_map(const ScanPlan& plan);
std::unique_ptr<SetMap> make_displacement_map(const ScanPlan& plan);

/// Makes the maps `clearance` and `limit` of a machine with limits that legs share, as far as the plan requests them.
std::unique_ptr<SetMap> make_shared_clearance_map(const ScanPlan& plan);
/// True if the device can compute these maps.
bool has_shared_clearance_map(const ScanPlan& plan);
MemoryUse shared_clearance_bytes_per_slice(const ScanPlan& plan);

/// The memory that one slice of one of the other maps takes. A gap map takes less.
MemoryUse figure_map_bytes_per_slice(const ScanPlan& plan);

}  // namespace hexscan
