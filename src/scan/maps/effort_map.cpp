#include "src/scan/map_kind.h"
#include "src/scan/maps/largest_of_set.h"
#include "src/scan/maps/load_maps.h"

namespace hexscan {
namespace {

std::string effort_problem(const Machine& machine) {
    if (!machine.load) return load_missing(machine);
    return machine.load->limits() ? ""
                                  : "needs what a leg may carry; give legs.max_force or legs.max_torque in the "
                                    "platform file, --max-force or --max-torque, or ask for the map force";
}

void fill_effort_row(const ScanPlan& plan, int slice, int row, std::vector<SliceField>& fields) {
    fill_largest_of_set(plan, MapKind::effort, slice, row, fields, [](const Machine& machine, const Rotation& turned) {
        return [posed = PosedForces(machine, turned), &load = *machine.load](const Vector& position_m) {
            return effort_of(posed.at(position_m), load);
        };
    });
}

std::vector<OwnedNumber> efforts_at(const Machine& machine, const Rotation& turned, const Vector& position_m) {
    const Load& load = *machine.load;
    const PosedForces::Forces forces = PosedForces(machine, turned).at(position_m);
    std::vector<OwnedNumber> efforts;
    const auto append = [&](const std::optional<PerLeg>& most, const PerLeg& values, const LimitKind& kind) {
        if (!most) return;
        const std::vector<OwnedNumber> of_kind = carried(forces, values, kind, most);
        efforts.insert(efforts.end(), of_kind.begin(), of_kind.end());
    };
    append(load.max_force, forces.rod_n, force_limit);
    append(load.max_torque, forces.servo_nm, torque_limit);
    return efforts;
}

MapScale effort_scale(const Platform&) {
    return {.title = "effort: the largest part that a leg carries of what it may",
            .low_text = "0 %",
            .high_text = "100 % or more"};
}

}  // namespace

/// The largest share of what legs may carry, 1 where a leg carries all that it may; of a set the largest.
MapDefinition effort_map() {
    return {.name = "effort",
            .title = "effort",
            .in_percent = true,
            .asks_the_machine = true,
            .tolerance = device_tolerance,
            .tells_largest = true,
            .owned = efforts_at,
            .machine_problem = effort_problem,
            .fill_row = fill_effort_row,
            .scale = effort_scale};
}

}  // namespace hexscan
