#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "kernels/sets/grid_cells.h"
#include "src/base/text.h"
#include "src/check/carried_mass.h"
#include "src/check/figures/kept_ball.h"
#include "src/check/figures/least_of_legs.h"
#include "src/engines/connected_part.h"
#include "src/engines/host_engines.h"
#include "src/files/requirements/box_requirement.h"
#include "src/machine/limits.h"
#include "src/machine/shared/leg_forces.h"
#include "src/machine/shared/leg_motion.h"
#include "src/machine/shared/posed_stiffness.h"
#include "src/machine/shared/singularity.h"
#include "src/sweep/measure_kind.h"
#include "src/sweep/meters/machine_measures.h"

namespace hexscan {
namespace {

/// The reason why a sweep cannot use a measure; empty if it can.
using Problem = std::string;

Problem flat_grid(const SweepFile& sweep, const Measure&) { return flat_grid_problem(sweep.scan); }

Problem no_set(const SweepFile& sweep, const Measure&) {
    if (Problem problem = flat_grid_problem(sweep.scan); !problem.empty()) return problem;
    if (!sweep.scan.orientations.is_single()) return "";
    return "needs a set of orientations; give one, with workspace: total, under scan of the sweep file or, if it has "
           "no scan, of the machine file";
}

Problem no_home(const SweepFile& sweep, const Measure&) {
    return sweep.machine.home ? "" : "needs home; give home in the machine file";
}

Problem no_home_or_flat_grid(const SweepFile& sweep, const Measure& measure) {
    return sweep.machine.home ? flat_grid_problem(sweep.scan) : no_home(sweep, measure);
}

Problem no_requirements(const SweepFile& sweep, const Measure&) {
    return sweep.requirements.empty() ? "needs requirements, but the machine file has none; give requirements there"
                                      : "";
}

Problem no_box(const SweepFile& sweep, const Measure& measure) {
    if (box_of(*sweep.requirements[measure.place].poses)) return "";
    return "applies to boxes only; requirement " + escaped(measure.requirement) + " is not a box";
}

Problem no_size(const SweepFile& sweep, const Measure& measure) {
    if (sweep.requirements[measure.place].poses->has_size()) return "";
    return "applies to boxes that have a size; requirement " + escaped(measure.requirement) + " has none";
}

/// Returns a problem if the legs have no thickness. Otherwise returns the problem that `others` finds.
template <Problem (*others)(const SweepFile&, const Measure&)>
Problem no_diameter_or(const SweepFile& sweep, const Measure& measure) {
    if (!sweep.machine.legs_apart) return "needs leg diameters; give legs.diameter in the machine file";
    return others(sweep, measure);
}
constexpr auto no_diameter_or_home = no_diameter_or<no_home>, no_diameter_or_box = no_diameter_or<no_box>;

/// Returns a problem if the stiffness of the legs is not known. Otherwise returns the problem that `others` finds.
template <Problem (*others)(const SweepFile&, const Measure&)>
Problem no_stiffness_or(const SweepFile& sweep, const Measure& measure) {
    if (!sweep.machine.stiffness) return "needs the stiffness of the legs; give legs.stiffness in the machine file";
    return others(sweep, measure);
}

Problem no_load_or_home(const SweepFile& sweep, const Measure& measure) {
    return sweep.machine.load ? no_home(sweep, measure) : "needs a load; give load in the machine file";
}
constexpr auto no_stiffness_or_home = no_stiffness_or<no_home>, no_stiffness_or_box = no_stiffness_or<no_box>,
               no_stiffness_or_load_or_home = no_stiffness_or<no_load_or_home>;

constexpr const char* no_load_limit =
    "needs a load and a limit on it; give load, and legs.max_force or legs.max_torque, in the machine file";

Problem no_load_limit_or_home(const SweepFile& sweep, const Measure& measure) {
    const auto& load = sweep.machine.load;
    return load && load->limits() ? no_home(sweep, measure) : no_load_limit;
}

Problem no_force_limit_or_box(const SweepFile& sweep, const Measure& measure) {
    const RequiredOfLegs& of_legs = sweep.requirements[measure.place].of_legs;
    const auto& load = sweep.machine.load;
    if (!load || !(load->limits() || of_legs.max_force_n || of_legs.max_torque_nm)) return no_load_limit;
    if (length_of(vector_of(load->force)) == 0)
        return "needs load.force, because the mass pulls in its direction; give load.force in the machine file";
    return no_box(sweep, measure);
}

Found<double> ball_radius_m(const Measuring& of) {
    const auto ball = largest_kept_ball(of.machine, of.plan, of.sweep.scan.orientations.first(), of.sweep.effort);
    return ball ? Found<double>{ball->radius_m, ball->gave_up} : Found<double>{};
}

ConnectedPart part_of_home(const Measuring& of) {
    return part_connected_with(of.machine.home->position_m, answer_on_host(of.plan).workspace, of.plan);
}

Found<double> connected_volume_m3(const Measuring& of) {
    CountedCells counted;
    int slice = 0;
    for (const WorkspaceSlice& runs : part_of_home(of).runs) counted.add(of.plan, slice++, runs);
    return {volume_m3(counted.eighth_cells, of.plan)};
}

Found<double> number_of_parts(const Measuring& of) {
    return {static_cast<double>(part_of_home(of).part_points.size())};
}

Found<double> proved_requirements(const Measuring& of) {
    const auto [met, gave_up] = requirements_met(of.machine, of.sweep.requirements, of.sweep.effort);
    return {static_cast<double>(met), gave_up};
}

Found<double> least_clearance_m(const Measuring& of) {
    return proved_least_clearance_m(ProvenMachine(of.machine), of.requirement(), of.sweep.effort);
}

Found<double> least_gap_m(const Measuring& of) {
    return proved_least_gap_m(of.machine, *box_of(*of.requirement().poses), of.sweep.effort);
}

Found<double> least_conditioning(const Measuring& of) {
    return proved_least_conditioning(of.machine, *box_of(*of.requirement().poses), of.sweep.effort);
}

Found<double> least_stiffness_n_per_m(const Measuring& of) {
    return proved_least_stiffness_n_per_m(of.machine, *box_of(*of.requirement().poses), of.sweep.effort);
}

Found<double> growth(const Measuring& of) {
    return proved_growth(ProvenMachine(of.machine), of.requirement(), of.sweep.effort);
}

Found<double> largest_mass_kg(const Measuring& of) {
    const Requirement requirement = of.requirement();
    const Found<bool> reached = is_proved_unloaded(of.machine, requirement, of.sweep.effort);
    if (!reached.value) return {0, reached.gave_up};
    const auto mass =
        carried_mass(as_required(of.machine, requirement.of_legs), *box_of(*requirement.poses), of.sweep.effort);
    return mass ? Found<double>{mass->proved_kg, mass->gave_up} : Found<double>{};
}

Found<double> gap_at_home_m(const Measuring& of) {
    const std::vector<LimitState> states = limit_states(of.machine, *of.machine.home);
    double least_m = std::numeric_limits<double>::infinity();
    const LimitTable limits = limits_of(of.machine);
    for (const Limit& limit : limits.rows())
        if (is_gap(*limit.kind)) least_m = std::min(least_m, states[static_cast<std::size_t>(limit.id) - 1].asked);
    return {least_m};
}

Found<double> conditioning_at_home(const Measuring& of) {
    const double condition = conditioning(of.machine, *of.machine.home).condition;
    return {std::isfinite(condition) ? 1 / condition : 0};
}

/// A machine's forces (PosedForces), motion (PosedMotion) or stiffness (PosedStiffness) at the orientation of its home.
template <class Posed>
Posed posed_at_home(const Machine& machine) {
    return {machine, rotation_of(machine.home->orientation, machine.orientation_order)};
}

Found<double> effort_at_home(const Measuring& of) {
    return {effort_of(posed_at_home<PosedForces>(of.machine).at(of.machine.home->position_m), *of.machine.load)};
}

Found<double> stiffness_at_home(const Measuring& of) {
    return {posed_at_home<PosedStiffness>(of.machine).least_n_per_m(of.machine.home->position_m)};
}

Found<double> displacement_at_home(const Measuring& of) {
    return {posed_at_home<PosedStiffness>(of.machine).displacement_m(of.machine.home->position_m)};
}

Found<double> error_at_home(const Measuring& of) {
    return {posed_at_home<PosedMotion>(of.machine).error(of.machine.home->position_m)};
}

Found<double> rate_at_home(const Measuring& of) {
    return {posed_at_home<PosedMotion>(of.machine).rate(of.machine.home->position_m)};
}

Found<double> turn_rate_at_home(const Measuring& of) {
    return {posed_at_home<PosedMotion>(of.machine).turn_rate(of.machine.home->position_m)};
}

}  // namespace

std::span<const Measure::Kind> all_measures() {
    static constexpr std::array measures{
#define HEXSCAN_MEASURE(measure, ...) Measure::measure,
#include "src/sweep/measures.def"
#undef HEXSCAN_MEASURE
    };
    return measures;
}

const MeasureDefinition& definition_of(Measure::Kind kind) {
    static const std::array definitions{
#define HEXSCAN_MEASURE(measure, ...) MeasureDefinition{.name = #measure, __VA_ARGS__},
#include "src/sweep/measures.def"
#undef HEXSCAN_MEASURE
    };
    return definitions[static_cast<std::size_t>(kind)];
}

}  // namespace hexscan
