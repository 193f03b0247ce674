#pragma once

#include "src/scan/map_kind.h"

/// The maps of the least clearance, `clearance` and `limit`: one search fills both.
namespace hexscan {

/// As MapDefinition has them.
void fill_least_clearance(const MapFields& fields);
void fill_least_clearance_row(const ScanPlan& plan, int slice, int row, std::vector<SliceField>& fields);

}  // namespace hexscan
