#pragma once

namespace hexscan {

/// During its lifetime, makes the CUDA device current whose memory contains an address. Throws DeviceError if there is
/// none.
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
