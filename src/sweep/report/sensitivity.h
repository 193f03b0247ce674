#pragma once

#include <vector>

#include "src/sweep/meters/measured_machines.h"

namespace hexscan {

/// The sensitivity of a measure to one number of the machine file that varies at random within its tolerance, while all
/// other numbers with tolerances vary, too.
struct Sensitivity {
    std::size_t measure = 0;  ///< Index in the sweep's measures.
    std::size_t number = 0;   ///< Index in the sweep's tolerances.
    double slope = 0;  ///< Slope of the least-squares line through all samples: measure per file unit of the number.
    double correlation = 0;  ///< Pearson's correlation; its square is the share of the variance that this number
                             ///< explains.
};

/// The sensitivities of every measure to every scattered number, for a sweep with one design. Slope and correlation are
/// 0 if the measure or the number never changes. Because numbers scatter independently, the slope over one number tends
/// to the number's coefficient in a linear regression over all numbers (Saltelli et al., Global Sensitivity Analysis,
/// 2008, ch. 1).
std::vector<Sensitivity> sensitivities_of(const MeasuredMachines& machines);

}  // namespace hexscan
