#include <cmath>

#include "src/machine/shared/singularity.h"
#include "src/sweep/measure_kind.h"

namespace hexscan {
namespace {

std::string conditioning_problem(const SweepFile& sweep, const Measure&) {
    return sweep.machine.home ? "" : "needs home; give home in the machine file";
}

double conditioning_figure(const Machine& machine, const ScanPlan&, const SweepFile&, const Measure&) {
    const double condition = conditioning(machine, *machine.home).condition;
    return std::isfinite(condition) ? 1 / condition : 0;
}

}  // namespace

/// Smallest over largest singular value of the inverse Jacobian (singularity.h) at home.
MeasureDefinition conditioning_at_home_measure() {
    return {.name = "conditioning_at_home", .problem = conditioning_problem, .figure = conditioning_figure};
}

}  // namespace hexscan
