#pragma once

#include <limits>

#include "src/machine/machine.h"

namespace hexscan_test {

/// Six equal legs from the origin to the platform's origin: at any orientation the reachable set is the spherical shell
/// between their lengths, in metres, or its part in a cone about z where the base joints have a limit.
inline hexscan::Machine shell_machine(double min_m, double max_m,
                                      double base_tilt_rad = std::numeric_limits<double>::infinity()) {
    hexscan::Machine machine;
    machine.name = "shell";
    machine.min_length_m.fill(min_m);
    machine.max_length_m.fill(max_m);
    for (hexscan::JointSet* side : {&machine.base, &machine.platform}) {
        side->axes.fill({0, 0, 1});
        side->max_tilt_rad.fill(std::numeric_limits<double>::infinity());
    }
    machine.base.max_tilt_rad.fill(base_tilt_rad);
    return machine;
}

}  // namespace hexscan_test
