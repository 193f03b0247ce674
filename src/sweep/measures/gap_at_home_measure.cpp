#include <algorithm>
#include <limits>

#include "src/machine/limits.h"
#include "src/sweep/measure_kind.h"

namespace hexscan {
namespace {

std::string gap_problem(const SweepFile& sweep, const Measure&) {
    if (!sweep.machine.legs_apart) return "needs leg diameters; give legs.diameter in the machine file";
    return sweep.machine.home ? "" : "needs home; give home in the machine file";
}

double gap_figure(const Machine& machine, const ScanPlan&, const SweepFile&, const Measure&) {
    const std::vector<LimitState> states = limit_states(machine, *machine.home);
    const LimitTable limits = limits_of(machine);
    double least_m = std::numeric_limits<double>::infinity();
    for (const Limit& limit : limits.rows())
        if (is_gap(*limit.kind)) least_m = std::min(least_m, states[static_cast<std::size_t>(limit.id) - 1].asked);
    return least_m;
}

}  // namespace

/// The gap between the surfaces of the two nearest legs at home. Below 0 if they would overlap.
MeasureDefinition gap_at_home_measure() {
    return {
        .name = "gap_at_home", .column_unit = "_m", .length_power = 1, .problem = gap_problem, .figure = gap_figure};
}

}  // namespace hexscan
