#include "src/check/requirement_check.h"
#include "src/sweep/measure_kind.h"

namespace hexscan {
namespace {

Found<double> least_clearance_figure(const Machine& machine, const SweepFile& sweep, const Measure& measure) {
    return proved_least_clearance_m(ProvenMachine(machine), at_home_of(machine, sweep.requirements[measure.place]),
                                    sweep.effort);
}

}  // namespace

/// A proved lower bound on the clearance of a requirement. Minus infinity if legs with rods violate a limit.
MeasureDefinition least_clearance_in_measure() {
    return {.name = "least_clearance_in",
            .column_unit = "_m",
            .length_power = 1,
            .of_requirement = true,
            .search = least_clearance_figure};
}

}  // namespace hexscan
