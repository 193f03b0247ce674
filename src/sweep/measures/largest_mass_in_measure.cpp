#include "src/check/carried_mass.h"
#include "src/check/requirement_check.h"
#include "src/files/requirements/box_requirement.h"
#include "src/sweep/measure_kind.h"

namespace hexscan {
namespace {

std::string mass_problem(const SweepFile& sweep, const Measure& measure) {
    const Requirement& requirement = sweep.requirements[measure.place];
    const auto& load = sweep.machine.load;
    const bool limited =
        load && (load->limits() || requirement.of_legs.max_force_n || requirement.of_legs.max_torque_nm);
    if (!limited)
        return "needs what legs carry and may carry; give load and legs.max_force, or legs.max_torque, in the platform "
               "file";
    if (length_of(vector_of(load->force)) == 0) return "needs a force, along which the mass hangs; load has none";
    return box_of(*requirement.poses) ? "" : "needs a box; that requirement is none";
}

double mass_figure(const Machine& machine, const ScanPlan&, const SweepFile& sweep, const Measure& measure) {
    const Requirement requirement = at_home_of(machine, sweep.requirements[measure.place]);
    if (!is_proved_unloaded(machine, requirement)) return 0;
    const auto mass = carried_mass(as_required(machine, requirement.of_legs), *box_of(*requirement.poses));
    return mass ? mass->proved_kg : 0;
}

}  // namespace

/// Of one requirement's box: the largest mass at the load's place, along the load's force, that is proved to be carried
/// at all its poses; 0 where they are not all reached.
MeasureDefinition largest_mass_in_measure() {
    return {.name = "largest_mass_in",
            .column_unit = "_kg",
            .of_requirement = true,
            .problem = mass_problem,
            .figure = mass_figure};
}

}  // namespace hexscan
