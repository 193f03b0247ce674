#include "hexscan/errors.h"
#include "src/device/devices.h"

/// The device side of a build without CUDA.
namespace hexscan {
namespace {

constexpr const char* no_cuda =
    "this hexscan is built without CUDA (for an NVIDIA GPU, install the CUDA toolkit and build again)";

}  // namespace

DeviceList list_devices() { return {{}, no_cuda}; }

bool has_device_files() { return false; }

void use_device(int) { throw DeviceError(no_cuda); }

std::string full_device_text() { return no_cuda; }

std::int64_t free_device_bytes() { throw DeviceError(no_cuda); }

double multiprocessor_clock_mhz() { throw DeviceError(no_cuda); }

Spread measure_copy_ms(std::int64_t, bool, int) { throw DeviceError(no_cuda); }

}  // namespace hexscan
