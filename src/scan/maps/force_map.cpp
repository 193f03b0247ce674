#include "src/base/numbers.h"
#include "src/scan/map_kind.h"
#include "src/scan/maps/extreme_of_set.h"
#include "src/scan/maps/load_maps.h"

namespace hexscan {
namespace {

void fill_force_row(const ScanPlan& plan, int slice, int row, std::vector<SliceField>& fields) {
    fill_largest_of_set(plan, MapKind::force, slice, row, fields, [](const Machine& machine, const Rotation& turned) {
        return [posed = PosedForces(machine, turned)](const Vector& position_m) {
            const PosedForces::Forces forces = posed.at(position_m);
            return largest_of(forces, forces.rod_n);
        };
    });
}

std::vector<OwnedNumber> forces_at(const Machine& machine, const Rotation& turned, const Vector& position_m) {
    const PosedForces::Forces forces = PosedForces(machine, turned).at(position_m);
    return carried_by_legs(forces, forces.rod_n, force_limit);
}

MapScale force_scale(const Platform& platform) {
    const double high_n = whole_load_n(platform.machine);
    return {.title = "force: largest force in a leg or rod",
            .high = high_n,
            .low_text = "0 N",
            .high_text = significant(high_n, 4) + " N, the whole load, or more"};
}

}  // namespace

/// The largest force in a leg or rod, in newtons. For a set, the largest value over its orientations.
MapDefinition force_map() {
    return {.name = "force",
            .title = "largest force in a leg",
            .unit = "N",
            .asks_the_machine = true,
            .tolerance = device_tolerance,
            .reports_largest = true,
            .owned = forces_at,
            .made_of = {{&force_limit}, "asked"},
            .machine_problem = load_missing,
            .fill_row = fill_force_row,
            .scale = force_scale};
}

}  // namespace hexscan
