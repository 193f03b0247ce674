#pragma once

#include <cmath>
#include <cstdint>
#include <limits>

#include "src/machine/machine.h"

namespace hexscan_test {

/// Six equal legs from the origin to the platform's origin. At any orientation they reach the spherical shell between
/// their lengths, in metres. With a base joint limit they reach its part in a cone about z.
inline hexscan::Machine shell_machine(double min_m, double max_m,
                                      double base_tilt_rad = std::numeric_limits<double>::infinity()) {
    hexscan::Machine machine;
    machine.name = "shell";
    machine.telescopic().min_length.fill(min_m);
    machine.telescopic().max_length.fill(max_m);
    for (hexscan::JointSet* side : {&machine.base, &machine.platform}) {
        side->axes.fill({0, 0, 1});
        side->max_tilt_rad.fill(std::numeric_limits<double>::infinity());
    }
    machine.base.max_tilt_rad.fill(base_tilt_rad);
    return machine;
}

/// Number of points of a cube's grid between two distances from the origin. Points within a billionth of a metre of
/// either sphere count only in `at_most`.
struct ShellPoints {
    std::int64_t at_least = 0, at_most = 0;
};

/// For a grid of `count` points per axis from -half_m to half_m.
inline ShellPoints shell_points(double min_m, double max_m, double half_m, int count) {
    ShellPoints points;
    const double step_m = 2 * half_m / (count - 1);
    for (int i = 0; i < count; ++i)
        for (int j = 0; j < count; ++j)
            for (int k = 0; k < count; ++k) {
                const double x = -half_m + i * step_m, y = -half_m + j * step_m, z = -half_m + k * step_m;
                const double distance_m = std::sqrt(x * x + y * y + z * z);
                points.at_least += distance_m > min_m + 1e-9 && distance_m < max_m - 1e-9;
                points.at_most += distance_m > min_m - 1e-9 && distance_m < max_m + 1e-9;
            }
    return points;
}

}  // namespace hexscan_test
