#pragma once

#include <vector>

#include "src/sweep/meters/measured_machines.h"

namespace hexscan {

/// How a measure answers to one scattered number, all others scattering too.
struct Sensitivity {
    Measure measure = Measure::volume;
    std::size_t number = 0;  ///< of the sweep's tolerances
    double slope = 0;  ///< measure per unit of the number, the file's unit: the least-squares line through all samples
    double correlation = 0;  ///< Pearson's; its square is the share of the variance that this number accounts for
};

/// Of a sweep with one design, every measure with every scattered number. A slope is 0 where a measure never changes.
/// Scatter being independent, the line over one number alone is the line over all (Saltelli et al., Global Sensitivity
/// Analysis, 2008, ch. 1).
std::vector<Sensitivity> sensitivities_of(const MeasuredMachines& machines);

}  // namespace hexscan
