#include "src/check/requirement_check.h"
#include "src/sweep/measure_kind.h"

namespace hexscan {
namespace {

Found<double> least_clearance_figure(const Machine& machine, const SweepFile& sweep, const Measure& measure) {
    return proved_least_clearance_m(ProvenMachine(machine), at_home_of(machine, sweep.requirements[measure.place]),
                                    sweep.effort);
}

}  // namespace

/// Of one requirement: a clearance that is nowhere smaller, proved; of rods minus infinity where one is violated.
MeasureDefinition least_clearance_in_measure() {
    return {.name = "least_clearance_in",
            .column_unit = "_m",
            .length_power = 1,
            .of_requirement = true,
            .search = least_clearance_figure};
}

}  // namespace hexscan
