#include "src/scan_cuda/device_joint_values.h"

#include "src/device/devices.h"

namespace hexscan {

void find_poses_on_device(const RodMachine&, const DeviceJointValues& asked) { (void)device_of_memory(asked.values); }

void certify_poses_on_device(const RodMachine&, const DevicePoseProofs& asked) { (void)device_of_memory(asked.values); }

}  // namespace hexscan
