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

/// The memory that one slice of one of these maps takes. A gap map takes less.
MemoryUse figure_map_bytes_per_slice(const ScanPlan& plan);

}  // namespace hexscan
