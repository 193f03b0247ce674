#pragma once

namespace hexscan {

/// Makes the CUDA device current whose memory an address is in, for as long as this lives. Throws DeviceError where
/// there is none.
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
