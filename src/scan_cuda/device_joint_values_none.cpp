#include "src/scan_cuda/device_joint_values.h"

#include "src/device/device_of_memory.h"

namespace hexscan {

void find_poses_on_device(const RodMachine&, const DeviceJointValues& asked) {
    const DeviceOfMemory device(asked.values);
}

void certify_poses_on_device(const RodMachine&, const DevicePoseProofs& asked) {
    const DeviceOfMemory device(asked.values);
}

}  // namespace hexscan
