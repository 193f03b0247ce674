#pragma once

#include <cstddef>

#include "poses/rods_of_values.h"

/// Forward kinematics on the device, one row of joint values per thread.
namespace hexscan {

/// Writes the pose to which Newton's method leads from the start, six numbers each. Writes NaN if it leads to none on
/// the machine's branches. `starts` is 1, or `count` for a start of each row.
/// Grid: rows / block. Block: any. No shared memory. A thread solves one row.
static __global__ void close_rods_kernel(const double* values, std::size_t count, const double* near,
                                         std::size_t starts, const __grid_constant__ RodMachine machine,
                                         double* poses) {
    const std::size_t i = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x;
    if (i >= count) return;
    double row[leg_count], start[leg_count];
    for (int k = 0; k < leg_count; ++k) {
        row[k] = values[i * leg_count + k];
        start[k] = near[(starts == 1 ? 0 : i * leg_count) + k];
    }
    RollPitchYawSines sines;
    sincos(start[3], &sines.roll, &sines.roll_cosine);
    sincos(start[4], &sines.pitch, &sines.pitch_cosine);
    sincos(start[5], &sines.yaw, &sines.yaw_cosine);
    RodPose at = between_middles(
        machine.middles, {{start[0], start[1], start[2]}, machine.zyx ? rotation_zyx(sines) : rotation_xyz(sines)});
    const bool found = close_rods(rods_of(machine, row), at) == RodsClose::yes && on_branches(machine, row, at);
    at = between_origins(machine.middles, at);
    const RollPitchYaw angles = angles_of(at.turned, machine.zyx);
    const double pose[leg_count] = {at.position_m.x, at.position_m.y,  at.position_m.z,
                                    angles.roll_rad, angles.pitch_rad, angles.yaw_rad};
    for (int k = 0; k < leg_count; ++k) poses[i * leg_count + k] = found ? pose[k] : nan("");
}

}  // namespace hexscan
