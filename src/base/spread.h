#pragma once

#include <vector>

namespace hexscan {

/// Median, smallest and largest of repeated measurements. The name of each Spread gives the unit.
struct Spread {
    double median = 0, min = 0, max = 0;
};

/// `values` must not be empty.
Spread spread_of(std::vector<double> values);

}  // namespace hexscan
