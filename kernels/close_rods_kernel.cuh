#pragma once

#include <cstddef>

#include "poses/isolated_pose.h"

/// Forward kinematics on the device, one row of joint values per thread. A pose is six numbers: x, y, z, roll, pitch
/// and yaw.
namespace hexscan {

/// The six numbers of a pose, converted to the pose between the joints' middles (poses/rods_of_values.h).
static __device__ RodPose pose_between_middles(const RodMachine& machine, const double* pose) {
    RollPitchYawSines sines;
    sincos(pose[3], &sines.roll, &sines.roll_cosine);
    sincos(pose[4], &sines.pitch, &sines.pitch_cosine);
    sincos(pose[5], &sines.yaw, &sines.yaw_cosine);
    return between_middles(machine.middles,
                           {{pose[0], pose[1], pose[2]}, machine.zyx ? rotation_zyx(sines) : rotation_xyz(sines)});
}

/// For each row of joint values, writes the pose to which Newton's method leads from the start pose in `near`. Writes
/// NaN if the method finds no pose on the machine's branches (poses/rods_of_values.h). `starts` is 1, or `count` if
/// each row has its own start.
/// Grid: rows / block. Block: any. No shared memory. A thread solves one row.
static __global__ void close_rods_kernel(const double* values, std::size_t count, const double* near,
                                         std::size_t starts, const __grid_constant__ RodMachine machine,
                                         double* poses) {
    const std::size_t i = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x;
    if (i >= count) return;
    double row[leg_count];
    for (int k = 0; k < leg_count; ++k) row[k] = values[i * leg_count + k];
    RodPose at = pose_between_middles(machine, near + (starts == 1 ? 0 : i * leg_count));
    const bool found = close_rods(rods_of(machine, row), at) == RodsClose::yes && on_branches(machine, row, at);
    at = between_origins(machine.middles, at);
    const RollPitchYaw angles = angles_of(at.turned, machine.zyx);
    const double pose[leg_count] = {at.position_m.x, at.position_m.y,  at.position_m.z,
                                    angles.roll_rad, angles.pitch_rad, angles.yaw_rad};
    for (int k = 0; k < leg_count; ++k) poses[i * leg_count + k] = found ? pose[k] : nan("");
}

/// For each pose and its joint values, writes the proved radii. All radii are 0 if the proof fails.
/// Grid: rows / block. Block: any. No shared memory. A thread proves one row.
static __global__ void certify_poses_kernel(const double* values, std::size_t count, const double* poses,
                                            const __grid_constant__ RodMachine machine, PoseCertificate* certificates) {
    const std::size_t i = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x;
    if (i >= count) return;
    double row[leg_count];
    for (int k = 0; k < leg_count; ++k) row[k] = values[i * leg_count + k];
    const RodPose at = pose_between_middles(machine, poses + i * leg_count);
    certificates[i] = isolated(machine, rods_of(machine, row), at).certificate;
}

}  // namespace hexscan
