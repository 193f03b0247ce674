#pragma once

#include <cstddef>
#include <cstdint>

#include "kernels/poses/rods_of_values.h"

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

}  // namespace hexscan
