#include "src/check/figures/least_of_legs.h"
#include "src/files/requirements/box_requirement.h"
#include "src/sweep/measure_kind.h"

namespace hexscan {
namespace {

std::string gap_problem(const SweepFile& sweep, const Measure& measure) {
    if (!sweep.machine.legs_apart) return "needs leg diameters; give legs.diameter in the machine file";
    return box_of(*sweep.requirements[measure.place].poses) ? ""
                                                            : "applies to boxes only; that requirement is not a box";
}

Found<double> least_gap_figure(const Machine& machine, const SweepFile& sweep, const Measure& measure) {
    const Requirement requirement = at_home_of(machine, sweep.requirements[measure.place]);
    return proved_least_gap_m(machine, *box_of(*requirement.poses), sweep.effort);
}

}  // namespace

/// A proved lower bound on the gap between surfaces in a requirement's box.
MeasureDefinition least_gap_in_measure() {
    return {.name = "least_gap_in",
            .column_unit = "_m",
            .length_power = 1,
            .of_requirement = true,
            .problem = gap_problem,
            .search = least_gap_figure};
}

}  // namespace hexscan
