#include "src/machine/shared/leg_motion.h"
#include "src/sweep/measure_kind.h"

namespace hexscan {
namespace {

std::string error_problem(const SweepFile& sweep, const Measure&) {
    return sweep.machine.home ? "" : "needs home; give home in the machine file";
}

double error_figure(const Machine& machine, const ScanPlan&, const SweepFile&, const Measure&) {
    const PosedMotion motion(machine, rotation_of(machine.home->orientation, machine.orientation_order));
    return motion.error(machine.home->position_m);
}

}  // namespace

/// The largest error of the tool at home if each leg's value is off by at most 1 (leg_motion.h).
MeasureDefinition error_at_home_measure() {
    return {.name = "error_at_home", .less_is_better = true, .problem = error_problem, .figure = error_figure};
}

}  // namespace hexscan
