#pragma once

#include "src/engines/host_engine.h"

/// The reference (reference.h, set_reference.h) on all cores.
namespace hexscan {

/// Verdicts of a plan of one orientation.
Workspace scan_reference(const OrientedPlan& plan);

/// The fields of a plan's maps, row by row as they are defined.
std::vector<std::vector<SliceField>> fields_by_definition(const ScanPlan& plan);

/// Everything that a plan asks for.
ScanResult answer_by_reference(const ScanPlan& plan);

/// The same as an engine, which supports every plan: a new kind of machine or question is right before it is fast.
const Engine& reference_engine();

}  // namespace hexscan
