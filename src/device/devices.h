#pragma once

#include <cstdint>
#include <string>
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
    double memory_bandwidth_gb_s = 0;  ///< theoretical; 0 if the driver does not say
    std::string driver_version, runtime_version;
};

/// The CUDA devices here, or why there are none, in words a user can act on.
struct DeviceList {
    std::vector<DeviceInfo> devices;
    std::string problem;
};

/// Asks the CUDA runtime. Never throws: what is missing is in `problem`. A build without CUDA says so.
DeviceList list_devices();

/// Whether a driver of NVIDIA has left a device here, asked without starting it. A build without CUDA knows none.
bool has_device_files();

/// Makes the device current and creates its context. Throws DeviceError.
void use_device(int index);

/// How much memory of the current device is free, as far as the driver tells, and who may have the rest: asked without
/// taking any. Never throws.
std::string full_device_text();

/// Bytes of device memory that are free on the current device. Throws DeviceError.
std::int64_t free_device_bytes();

/// Who is told where a release of the device's memory fails, which destructors cannot throw: the call and what the
/// runtime says of it. Nobody unless one is set.
using LostDeviceError = void (*)(const char* error, const char* call) noexcept;
void on_lost_device_error(LostDeviceError tell);
void tell_lost_device_error(const char* error, const char* call) noexcept;

/// The clock the multiprocessors run at right now, in MHz, counted by a short kernel. Throws DeviceError.
double multiprocessor_clock_mhz();

/// Times copying `bytes` from the device to pinned or pageable host memory, after a warm-up. Throws DeviceError.
Spread measure_copy_ms(std::int64_t bytes, bool pinned, int repeats);

}  // namespace hexscan
