#pragma once

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <string>
#include <vector>

#include "src/machine/machine.h"
#include "src/machine/shared/force_limit.h"
#include "src/machine/shared/leg_forces.h"
#include "src/machine/shared/singularity.h"
#include "src/scan/map_kind.h"

/// Functions that the maps of a load share.
namespace hexscan {

/// The largest magnitude of `values`, which are the forces or torques of the legs. The result is infinity if the legs
/// cannot hold the load.
inline double largest_of(const PosedForces::Forces& forces, const PerLeg& values) {
    double most = forces.hold ? 0 : std::numeric_limits<double>::infinity();
    for (const double value : values) most = std::max(most, std::abs(value));
    return most;
}

/// Each leg's load, divided by the allowed load if there is one. The result is empty if the legs cannot hold the load.
/// The owners are rows that are not in the machine's limit table.
inline std::vector<OwnedNumber> carried_by_legs(const PosedForces::Forces& forces, const PerLeg& values,
                                                const LimitKind& kind, const std::optional<PerLeg>& most = {}) {
    std::vector<OwnedNumber> carried;
    for (std::size_t leg = 0; forces.hold && leg < leg_count; ++leg)
        carried.push_back({std::abs(values[leg]) / (most ? (*most)[leg] : 1), {LimitId::none, {leg, {}, {}}, &kind}});
    return carried;
}

inline std::string load_missing(const Machine& machine) {
    return machine.load
               ? ""
               : "needs a load; give the machine a load: {force: [x, y, z] in N, torque: [x, y, z] in N m, at: "
                 "[x, y, z]}";
}

/// The force if a single leg carried the whole load. It is the upper end of the force map's colours.
inline double whole_load_n(const Machine& machine) {
    const auto size = [](const std::array<double, 3>& v) { return std::hypot(v[0], v[1], v[2]); };
    const double whole_n = size(machine.load->force) + size(machine.load->torque) / characteristic_length_m(machine);
    return whole_n > 0 ? whole_n : 1;
}

}  // namespace hexscan
