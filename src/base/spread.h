#pragma once

#include <vector>

namespace hexscan {

/// Median, smallest and largest of repeated measurements, in the unit that its name tells.
struct Spread {
    double median = 0, min = 0, max = 0;
};

/// The spread of at least one value.
Spread spread_of(std::vector<double> values);

}  // namespace hexscan
