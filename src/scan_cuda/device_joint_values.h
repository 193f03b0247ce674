#pragma once

#include <cstddef>
#include <cstdint>

#include "kernels/poses/isolated_pose.h"

namespace hexscan {

/// Rows of six joint values in the memory of a CUDA device, and memory for their poses, six doubles each.
struct DeviceJointValues {
    const double* values;
    std::size_t count;
    const double* near;     ///< where searches start: one pose for all rows, or one per row
    std::size_t starts;     ///< number of poses in `near`: 1 or `count`
    double* poses;          ///< results; NaN if Newton's method finds no pose with every leg on the machine's branch
    std::uintptr_t stream;  ///< a cudaStream_t; the work already in it fills the values
};

/// Finds a pose for each row by Newton's method, in double precision. Returns when the poses are written. Throws
/// DeviceError.
void find_poses_on_device(const RodMachine& machine, const DeviceJointValues& asked);

/// Rows of joint values and their poses in the memory of a CUDA device, and memory for what is proved about each pose.
struct DevicePoseProofs {
    const double* values;  ///< six per row
    std::size_t count;
    const double* poses;            ///< six numbers per row
    PoseCertificate* certificates;  ///< results; all radii are 0 if there is no proof
    std::uintptr_t stream;          ///< a cudaStream_t; the work already in it fills values and poses
};

/// Proves the radii of every pose, within which it is unique and a search converges (hexscan/pose_radius.h). Returns
/// when they are written. Throws DeviceError.
void certify_poses_on_device(const RodMachine& machine, const DevicePoseProofs& asked);

}  // namespace hexscan
