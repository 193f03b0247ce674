#pragma once

#include <cstddef>
#include <cstdint>

#include "kernels/poses/isolated_pose.h"

namespace hexscan {

/// Rows of six joint values in the memory of a CUDA device, and memory for their poses, six doubles each.
struct DeviceJointValues {
    const double* values;
    std::size_t count;
    const double* near;     ///< where searches start: one pose for all rows, or one for each
    std::size_t starts;     ///< 1 or `count`
    double* poses;          ///< NaN if Newton's method finds none on the machine's branches
    std::uintptr_t stream;  ///< a cudaStream_t; its work until now fills the values
};

/// Finds a pose for each row by Newton's method, in double. Returns when the poses are written. Throws DeviceError.
void find_poses_on_device(const RodMachine& machine, const DeviceJointValues& asked);

/// Poses of rows of joint values in the memory of a CUDA device, and memory for what is proved about them.
struct DevicePoseProofs {
    const double* values;  ///< six for each row
    std::size_t count;
    const double* poses;            ///< six numbers for each row
    PoseCertificate* certificates;  ///< all radii are 0 without a proof
    std::uintptr_t stream;          ///< a cudaStream_t; its work until now fills values and poses
};

/// Proves the radii of each pose. Returns when they are written. Throws DeviceError.
void certify_poses_on_device(const RodMachine& machine, const DevicePoseProofs& asked);

}  // namespace hexscan
