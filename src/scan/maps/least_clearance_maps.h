#pragma once

#include "src/scan/map_kind.h"

/// The maps of the smallest clearance, `clearance` and `limit`. One search fills both.
namespace hexscan {

/// True if clearances are lower bounds: legs share limits, or joints of arms have limits.
bool clearances_are_lower_bounds(const Machine& machine);

/// The functions `fill` and `fill_row` in the MapDefinition of both maps.
void fill_least_clearance(const MapFields& fields);
void fill_least_clearance_row(const ScanPlan& plan, int slice, int row, std::vector<SliceField>& fields);

}  // namespace hexscan
