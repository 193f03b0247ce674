#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>

#include "src/scan/pose_verdicts.h"

namespace hexscan {

/// Poses in the memory of a CUDA device, six doubles each, and room for their verdicts beside them.
struct DevicePoses {
    const double* poses;
    std::size_t count;
    std::uint8_t* reachable;
    std::uintptr_t stream;  ///< a cudaStream_t: the poses are there once it has come so far
};

/// Verdicts of the reference on poses that stay where they are, 1 or 0 each: a thread judges a pose, and the few that
/// are too near a limit come to the host. Returns when they are written; the first place whose numbers are not finite,
/// if there is one. The machine must have telescopic legs. Throws DeviceError.
std::optional<std::size_t> ask_on_device(const PoseVerdicts& verdicts, const DevicePoses& asked);

}  // namespace hexscan
