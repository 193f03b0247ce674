#include "src/machine/shared/leg_motion.h"
#include "src/sweep/measure_kind.h"

namespace hexscan {
namespace {

std::string turn_rate_problem(const SweepFile& sweep, const Measure&) {
    return sweep.machine.home ? "" : "needs home; give home in the machine file";
}

double turn_rate_figure(const Machine& machine, const ScanPlan&, const SweepFile&, const Measure&) {
    const PosedMotion motion(machine, rotation_of(machine.home->orientation, machine.orientation_order));
    return motion.turn_rate(machine.home->position_m);
}

}  // namespace

/// The largest speed of a leg's value at home while the platform turns at 1 rad/s (leg_motion.h).
MeasureDefinition turn_rate_at_home_measure() {
    return {
        .name = "turn_rate_at_home", .less_is_better = true, .problem = turn_rate_problem, .figure = turn_rate_figure};
}

}  // namespace hexscan
