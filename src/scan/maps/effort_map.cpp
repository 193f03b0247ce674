
#include "src/scan/map_kind.h"
#include "src/scan/maps/extreme_of_set.h"
#include "src/scan/maps/load_maps.h"

namespace hexscan {
namespace {

/// The map that replaces the effort if the machine limits neither forces nor torques.
MapKind carried_by(const Machine& machine) { return have_arms(machine.legs) ? MapKind::torque : MapKind::force; }

std::string_view effort_unit(const Machine& machine) {
    return machine.load->limits() ? "" : definition_of(carried_by(machine)).unit;
}

double effort_at(const Machine& machine, const PosedForces::Forces& forces) {
    if (machine.load->limits()) return effort_of(forces, *machine.load);
    return largest_of(forces, carried_by(machine) == MapKind::torque ? forces.servo_nm : forces.rod_n);
}

void fill_effort_row(const ScanPlan& plan, int slice, int row, std::vector<SliceField>& fields) {
    fill_largest_of_set(plan, MapKind::effort, slice, row, fields, [](const Machine& machine, const Rotation& turned) {
        return [posed = PosedForces(machine, turned), &machine](const Vector& position_m) {
            return effort_at(machine, posed.at(position_m));
        };
    });
}

std::vector<OwnedNumber> efforts_at(const Machine& machine, const Rotation& turned, const Vector& position_m) {
    const Load& load = *machine.load;
    if (!load.limits()) return definition_of(carried_by(machine)).owned(machine, turned, position_m);
    const PosedForces::Forces forces = PosedForces(machine, turned).at(position_m);
    std::vector<OwnedNumber> efforts;
    const auto append = [&](const std::optional<PerLeg>& most, const PerLeg& values, const LimitKind& kind) {
        if (!most) return;
        const std::vector<OwnedNumber> of_kind = carried_by_legs(forces, values, kind, most);
        efforts.insert(efforts.end(), of_kind.begin(), of_kind.end());
    };
    append(load.max_force, forces.rod_n, force_limit);
    append(load.max_torque, forces.servo_nm, torque_limit);
    return efforts;
}

MapScale effort_scale(const Platform& platform) {
    if (!platform.machine.load->limits()) return definition_of(carried_by(platform.machine)).scale(platform);
    return {.title = "effort: largest load of a leg as a share of its limit",
            .low_text = "0 %",
            .high_text = "100 % or more"};
}

}  // namespace

/// The largest load of a leg as a share of what it may carry; 1 at the limit. If there is no limit, the map has the
/// largest force, or for arms the largest motor torque. For a set, the largest value over its orientations.
MapDefinition effort_map() {
    return {.name = "effort",
            .title = "effort",
            .unit_of = effort_unit,
            .in_percent = true,
            .asks_the_machine = true,
            .tolerance = device_tolerance,
            .reports_largest = true,
            .owned = efforts_at,
            .made_of = {{&force_limit, &torque_limit}, "share"},
            .machine_problem = load_missing,
            .fill_row = fill_effort_row,
            .scale = effort_scale};
}

}  // namespace hexscan
