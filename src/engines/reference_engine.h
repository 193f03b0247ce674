#pragma once

#include "src/engines/host_engine.h"

/// The reference (reference.h, set_reference.h) on all cores.
namespace hexscan {

/// Verdicts of a plan of one orientation.
Workspace scan_reference(const OrientedPlan& plan);

/// The fields of a plan's maps, computed point by point.
std::vector<std::vector<SliceField>> fields_by_definition(const ScanPlan& plan);

/// All results that a plan requests.
ScanResult answer_by_reference(const ScanPlan& plan);

/// The reference as an Engine. It supports every plan, so a new kind of machine or question is correct before it is
/// fast.
const Engine& reference_engine();

}  // namespace hexscan
