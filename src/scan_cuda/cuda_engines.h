#pragma once

#include <span>
#include <string_view>

#include "src/engines/engine.h"

/// The engines of CUDA devices. They use the thread's current device. Every verdict equals the double-precision
/// reference. Every value of a map equals that of the reference within the tolerance of the map. The host solves rows
/// and points that the device cannot decide.
namespace hexscan {

/// The engines that scan, in the order in which they are tried. The list is empty in a build without CUDA, which has
/// none of the engines below.
std::span<const Engine* const> cuda_engines();

/// The first of these engines that supports the plan. It is never a stage of the study. Returns null if no engine does.
const Engine* cuda_engine_for(const ScanPlan& plan);

/// An engine that verifies plans for which the reference on the host would take hours. Returns null if no such engine
/// supports the plan.
const Engine* cuda_referee_for(const ScanPlan& plan);

/// The message for a user who requested a device although no engine there supports the plan. The cause is a grid whose
/// columns rounding cannot distinguish (RowGeometry::solvable).
inline constexpr std::string_view no_kernel_text =
    "a GPU cannot do this scan, because the columns of the grid are closer than rounding errors";

/// Scans telescopic legs whose joints limit a tilt, and computes maps. Each lane of a warp solves a row. The host's
/// engine for sets uses the same source (kernels/sets/total_rows.h and its neighbours).
const Engine* cuda_set_engine();

/// Scans legs with rods in closed form; each lane of a warp solves a row. At one orientation it supports sliders and
/// arms, and their maps if has_rod_maps(). For sets it requires has_rod_set_rows(), and supports the maps for which
/// is_counted() is true.
const Engine* cuda_rod_engine();

/// Scans telescopic legs with rod ends or universal joints: one orientation or a total workspace, without maps. Such a
/// leg is equivalent to a few legs whose joints limit a tilt, all of which must satisfy their limits
/// (src/machine/legs/telescope_parts.h). Kernels exist for the rows of these equivalent legs.
const Engine* cuda_telescope_engine();

/// Scans legs that share limits. Another of these engines finds what the legs alone reach at one orientation or at all
/// of a set. This one then removes the positions that violate a shared limit (kernels/shared/limit_form.h).
const Engine* cuda_cut_engine();

/// Scans legs for which has_rods() is true, point by point and orientation by orientation
/// (kernels/points/points_kernel.cuh). Supports all workspaces, their proofs and the maps of single legs, but no limits
/// that legs share.
const Engine* cuda_points_engine();

/// Scans grids that have more rows than a launch can have. Another of these engines scans each band of rows; the bands
/// can have different engines.
const Engine* cuda_bands_engine();

/// Computes the maps of shared_maps.h. Another of these engines scans the rest of the plan.
const Engine* cuda_maps_engine();

/// Scans one orientation after the other with the other engines, and combines their workspaces. Supports every
/// workspace and limit, and the maps for which is_counted() is true.
const Engine* cuda_turns_engine();

/// The referee: tests every orientation at every point in double.
const Engine* cuda_brute_force_engine();

}  // namespace hexscan
