#include "src/machine/shared/leg_motion.h"
#include "src/sweep/measure_kind.h"

namespace hexscan {
namespace {

std::string rate_problem(const SweepFile& sweep, const Measure&) {
    return sweep.machine.home ? "" : "needs home; give home in the machine file";
}

double rate_figure(const Machine& machine, const ScanPlan&, const SweepFile&, const Measure&) {
    const PosedMotion motion(machine, rotation_of(machine.home->orientation, machine.orientation_order));
    return motion.rate(machine.home->position_m);
}

}  // namespace

/// The largest speed of a leg's value at home while the tool moves at 1 m/s (leg_motion.h).
MeasureDefinition rate_at_home_measure() {
    return {.name = "rate_at_home", .less_is_better = true, .problem = rate_problem, .figure = rate_figure};
}

}  // namespace hexscan
