#pragma once

#include <vector>

#include "src/stage_record.h"

namespace hexscan {

/// Median, smallest and largest of at least one value.
Spread spread_of(std::vector<double> values);

}  // namespace hexscan
