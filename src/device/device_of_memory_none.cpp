#include "src/device/device_of_memory.h"

#include "hexscan/errors.h"
#include "src/device/devices.h"

namespace hexscan {

DeviceOfMemory::DeviceOfMemory(const void*) { throw DeviceError(list_devices().problem); }

DeviceOfMemory::~DeviceOfMemory() = default;

}  // namespace hexscan
