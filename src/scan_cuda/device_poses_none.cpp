#include "src/scan_cuda/device_poses.h"

#include "src/device/devices.h"

namespace hexscan {

std::optional<std::size_t> ask_on_device(const PoseVerdicts&, const DevicePoses& asked) {
    (void)device_of_memory(asked.poses);
    return {};
}

}  // namespace hexscan
