#include "src/base/numbers.h"
#include "src/scan/map_kind.h"
#include "src/scan/maps/extreme_of_set.h"
#include "src/scan/maps/load_maps.h"

namespace hexscan {
namespace {

std::string torque_problem(const Machine& machine) {
    if (!have_arms(machine.legs)) return "needs legs with arms on motors; use the map force";
    return load_missing(machine);
}

void fill_torque_row(const ScanPlan& plan, int slice, int row, std::vector<SliceField>& fields) {
    fill_largest_of_set(plan, MapKind::torque, slice, row, fields, [](const Machine& machine, const Rotation& turned) {
        return [posed = PosedForces(machine, turned)](const Vector& position_m) {
            const PosedForces::Forces forces = posed.at(position_m);
            return largest_of(forces, forces.servo_nm);
        };
    });
}

std::vector<OwnedNumber> torques_at(const Machine& machine, const Rotation& turned, const Vector& position_m) {
    const PosedForces::Forces forces = PosedForces(machine, turned).at(position_m);
    return carried_by_legs(forces, forces.servo_nm, torque_limit);
}

MapScale torque_scale(const Platform& platform) {
    const double high_nm = whole_load_n(platform.machine) * longest_arm_m(platform.machine.legs);
    return {.title = "torque: largest torque that a motor holds",
            .high = high_nm,
            .low_text = "0 N m",
            .high_text = significant(high_nm, 4) + " N m, the whole load at an arm's end, or more"};
}

}  // namespace

/// The largest torque that a motor must hold, in newton metres. For a set, the largest value over its orientations.
MapDefinition torque_map() {
    return {.name = "torque",
            .title = "largest torque of a motor",
            .unit = "N m",
            .asks_the_machine = true,
            .reports_largest = true,
            .owned = torques_at,
            .made_of = {{&torque_limit}, "asked"},
            .machine_problem = torque_problem,
            .fill_row = fill_torque_row,
            .scale = torque_scale};
}

}  // namespace hexscan
