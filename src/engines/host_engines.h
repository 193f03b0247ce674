#pragma once

#include <vector>

#include "src/engines/host_engine.h"

/// The engines of the host. They use all cores. Every verdict equals that of the double-precision reference.
namespace hexscan {

/// The fastest engine of the host that supports the plan. It is the reference if no other engine does.
const Engine& fastest_host_engine(const ScanPlan& plan);

/// True if the fastest host engine would finish the plan before a device has started.
bool sooner_than_a_device_starts(const ScanPlan& plan);

/// All results of a plan (workspace, proved part, maps), computed by the fastest host engine.
ScanResult answer_on_host(const ScanPlan& plan);

/// Scans one orientation of telescopic legs whose joints limit a tilt, row by row in closed form (cpu_rows.h).
Workspace scan_on_cpu(const OrientedPlan& plan);
const Engine& cpu_engine();

/// Scans sets of orientations of telescopic legs whose joints limit a tilt, and computes their maps. Uses closed forms
/// and cells of orientations (kernels/sets/total_rows.h and its neighbours).
const Engine& set_engine();
/// The workspace that the plan requests (for one orientation, total or inclusive), but of the legs `legs` instead of
/// the plan's.
Workspace workspace_on_cpu(const ScanPlan& plan, const FreeLegs& legs);

/// Scans legs with limits that legs share (src/machine/shared/shared_limit.h). The fastest engine finds the points that
/// the legs reach without these limits. The points that violate a shared limit are then removed. For total workspaces
/// this is exact, because a position must satisfy both kinds of limits at every orientation. The inclusive workspace of
/// a set is not supported, because both kinds must be satisfied at the same orientation. Maps are computed row by row.
const Engine& cut_engine();

/// Scans legs with rods row by row in closed form, for one orientation and for total workspaces (cpu_slider_rows.h,
/// rod_row_solver.h). It also scans telescopic legs whose joints limit something else than a tilt (telescope_parts.h).
/// Maps are computed row by row.
const Engine& rod_engine();

/// Scans with clearances (lipschitz_rows.h). Supports plans without limits that legs share. Maps are supported only for
/// legs with rods.
ScanResult scan_by_clearance(const ScanPlan& plan);
/// The engine of scan_by_clearance(). It keeps the legs at every orientation of a set in memory, so it supports sets of
/// at most `tuning::most_kept_orientations`.
const Engine& lipschitz_engine();

/// The reference (reference.h, set_reference.h). It supports every plan, so a new kind of machine or request is correct
/// before it is fast.
ScanResult answer_by_reference(const ScanPlan& plan);
const Engine& reference_engine();
/// Computes the verdicts of a plan of one orientation.
Workspace scan_reference(const OrientedPlan& plan);
/// The fields of a plan's maps, computed point by point.
std::vector<std::vector<SliceField>> fields_by_definition(const ScanPlan& plan);
/// The same fields, computed row by row. Maps that have a faster way to compute a row use it.
std::vector<std::vector<SliceField>> fields_by_rows(const ScanPlan& plan);

}  // namespace hexscan
