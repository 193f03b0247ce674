#include "src/machine/shared/leg_forces.h"
#include "src/sweep/measure_kind.h"

namespace hexscan {
namespace {

std::string effort_problem(const SweepFile& sweep, const Measure&) {
    if (!sweep.machine.load || !sweep.machine.load->limits())
        return "needs a load and its limit; give load and legs.max_force, or legs.max_torque, in the machine file";
    return sweep.machine.home ? "" : "needs home; give home in the machine file";
}

double effort_figure(const Machine& machine, const ScanPlan&, const SweepFile&, const Measure&) {
    const PosedForces forces(machine, rotation_of(machine.home->orientation, machine.orientation_order));
    return effort_of(forces.at(machine.home->position_m), *machine.load);
}

}  // namespace

/// The largest load of a leg at home as a share of its limit. Infinite if the legs cannot hold the load.
MeasureDefinition effort_at_home_measure() {
    return {.name = "effort_at_home", .less_is_better = true, .problem = effort_problem, .figure = effort_figure};
}

}  // namespace hexscan
