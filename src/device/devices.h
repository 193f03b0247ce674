#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "src/base/spread.h"

namespace hexscan {

/// A CUDA device as the runtime describes it.
struct DeviceInfo {
    int index = 0;
    std::string name;
    int capability_major = 0, capability_minor = 0;
    int multiprocessors = 0;
    std::int64_t memory_bytes = 0;
    double memory_bandwidth_gb_s = 0;  ///< theoretical; 0 if the driver does not report it
    std::string driver_version, runtime_version;
};

/// The CUDA devices of this host. If there are none, the reason why, in words that help the user.
struct DeviceList {
    std::vector<DeviceInfo> devices;
    std::string problem;
};

/// Queries the CUDA runtime. It never throws: `problem` reports what is missing. A build without CUDA reports that it
/// has no CUDA.
DeviceList list_devices();

/// True if an NVIDIA driver has created device files on this host. Does not start the driver.
bool has_device_files();

/// Makes the device current and creates its context. Throws DeviceError.
void use_device(int index);

/// Like use_device(), while this object lives. Then the thread's previous device is current again, because a library
/// must not change the device of its callers.
class DeviceInUse {
public:
    explicit DeviceInUse(int index);
    DeviceInUse(DeviceInUse&& other) noexcept : before_(std::exchange(other.before_, std::nullopt)) {}
    DeviceInUse& operator=(DeviceInUse&& other) noexcept {
        std::swap(before_, other.before_);
        return *this;
    }
    ~DeviceInUse();

private:
    std::optional<int> before_;  ///< the device to return to; nullopt if it was current already
};

/// The index of the device whose memory contains an address. Throws DeviceError if it is in no device's memory.
int device_of_memory(const void* address);

/// A text about the current device's memory: how much is free, if the driver knows it, and which processes may hold the
/// rest. Allocates no device memory. It never throws.
std::string full_device_text();

/// Free bytes of memory on the current device. Throws DeviceError.
std::int64_t free_device_bytes();

/// A listener for failures to release device memory, streams or events, which destructors cannot throw. It receives the
/// runtime's error and the failed call. By default there is no listener.
using LostDeviceError = void (*)(const char* error, const char* call) noexcept;
void on_lost_device_error(LostDeviceError tell);
void report_lost_device_error(const char* error, const char* call) noexcept;

/// The current clock rate of the multiprocessors in MHz, counted by a short kernel. Throws DeviceError.
double multiprocessor_clock_mhz();

/// Times copying `bytes` from the device to pinned or pageable host memory, after a warm-up. Throws DeviceError.
Spread measure_copy_ms(std::int64_t bytes, bool pinned, int repeats);

}  // namespace hexscan
