#pragma once

namespace hexscan {

/// While this object lives, the current CUDA device is the one whose memory contains an address. The constructor throws
/// DeviceError if there is no such device.
class DeviceOfMemory {
public:
    explicit DeviceOfMemory(const void* address);
    ~DeviceOfMemory();
    DeviceOfMemory(const DeviceOfMemory&) = delete;
    DeviceOfMemory& operator=(const DeviceOfMemory&) = delete;

private:
    int before_ = 0;
};

}  // namespace hexscan
