#include "src/check/figures/least_of_legs.h"
#include "src/files/requirements/box_requirement.h"
#include "src/sweep/measure_kind.h"

namespace hexscan {
namespace {

std::string conditioning_problem(const SweepFile& sweep, const Measure& measure) {
    return box_of(*sweep.requirements[measure.place].poses) ? ""
                                                            : "applies to boxes only; that requirement is not a box";
}

Found<double> least_conditioning_figure(const Machine& machine, const SweepFile& sweep, const Measure& measure) {
    const Requirement requirement = at_home_of(machine, sweep.requirements[measure.place]);
    return proved_least_conditioning(machine, *box_of(*requirement.poses), sweep.effort);
}

}  // namespace

/// A proved lower bound on the conditioning (singularity.h) in a requirement's box. 0 if some pose may be singular.
MeasureDefinition least_conditioning_in_measure() {
    return {.name = "least_conditioning_in",
            .of_requirement = true,
            .problem = conditioning_problem,
            .search = least_conditioning_figure};
}

}  // namespace hexscan
