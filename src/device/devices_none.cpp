#include "hexscan/errors.h"
#include "src/device/devices.h"

/// The device functions of a build without CUDA.
namespace hexscan {
namespace {

/// The reason why there is no device: either there is no GPU, or this program cannot use it.
const char* no_cuda() {
    return has_device_files() ? "this hexscan was built without CUDA (if the CUDA toolkit is "
                                "installed, scripts/run.sh builds it for this GPU)"
                              : "there is no NVIDIA GPU here";
}

}  // namespace

DeviceList list_devices() { return {{}, no_cuda()}; }

void use_device(int) { throw DeviceError(no_cuda()); }

DeviceInUse::DeviceInUse(int index) { use_device(index); }
DeviceInUse::~DeviceInUse() = default;

int device_of_memory(const void*) { throw DeviceError(no_cuda()); }

std::string full_device_text() { return no_cuda(); }

std::int64_t free_device_bytes() { throw DeviceError(no_cuda()); }

double multiprocessor_clock_mhz() { throw DeviceError(no_cuda()); }

Spread measure_copy_ms(std::int64_t, bool, int) { throw DeviceError(no_cuda()); }

}  // namespace hexscan
