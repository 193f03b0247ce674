#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>

#include "src/scan/pose_verdicts.h"

namespace hexscan {

/// Poses in the memory of a CUDA device, six doubles each, and memory for their verdicts.
struct DevicePoses {
    const double* poses;
    std::size_t count;
    std::uint8_t* reachable;
    std::uintptr_t stream;  ///< a cudaStream_t; the work already in it fills the poses
};

/// Computes the verdicts of the reference, 1 or 0, for poses that stay in device memory. Each thread tests a pose; the
/// host tests the few poses that are too close to a limit. Returns when the verdicts are written. If poses contain NaN
/// or infinity, returns the index of the first such pose. The machine must have telescopic legs. Throws DeviceError.
std::optional<std::size_t> ask_on_device(const PoseVerdicts& verdicts, const DevicePoses& asked);

}  // namespace hexscan
