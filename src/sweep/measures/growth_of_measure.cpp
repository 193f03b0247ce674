#include "src/check/requirement_check.h"
#include "src/sweep/measure_kind.h"

namespace hexscan {
namespace {

Found<double> growth_figure(const Machine& machine, const SweepFile& sweep, const Measure& measure) {
    return proved_growth(ProvenMachine(machine), at_home_of(machine, sweep.requirements[measure.place]), sweep.effort);
}

std::string growth_problem(const SweepFile& sweep, const Measure& measure) {
    if (sweep.requirements[measure.place].poses->has_size()) return "";
    return "applies to boxes that have a size; that requirement is not one";
}

}  // namespace

/// The factor of its size to which a requirement's box is proved.
MeasureDefinition growth_of_measure() {
    return {.name = "growth_of", .of_requirement = true, .problem = growth_problem, .search = growth_figure};
}

}  // namespace hexscan
