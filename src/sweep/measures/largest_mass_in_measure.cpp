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
        return "needs a load and its limit; give load and legs.max_force, or legs.max_torque, in the machine file";
    if (length_of(vector_of(load->force)) == 0)
        return "needs a force, whose direction the mass pulls in; load has none";
    return box_of(*requirement.poses) ? "" : "applies to boxes only; that requirement is not a box";
}

Found<double> mass_figure(const Machine& machine, const SweepFile& sweep, const Measure& measure) {
    const Requirement requirement = at_home_of(machine, sweep.requirements[measure.place]);
    const Found<bool> reached = is_proved_unloaded(machine, requirement, sweep.effort);
    if (!reached.value) return {0, reached.gave_up};
    const auto mass =
        carried_mass(as_required(machine, requirement.of_legs), *box_of(*requirement.poses), sweep.effort);
    return mass ? Found<double>{mass->proved_kg, mass->gave_up} : Found<double>{};
}

}  // namespace

/// The largest mass that is proved to be carried at all poses of a requirement's box. It pulls at the load's place
/// along the load's force. 0 if some pose is not reached.
MeasureDefinition largest_mass_in_measure() {
    return {.name = "largest_mass_in",
            .column_unit = "_kg",
            .of_requirement = true,
            .problem = mass_problem,
            .search = mass_figure};
}

}  // namespace hexscan
