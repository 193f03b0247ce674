#include <atomic>

#include "src/device/devices.h"

namespace hexscan {
namespace {

std::atomic<LostDeviceError> listener{nullptr};

}  // namespace

void on_lost_device_error(LostDeviceError tell) { listener = tell; }

void report_lost_device_error(const char* error, const char* call) noexcept {
    if (const LostDeviceError tell = listener) tell(error, call);
}

}  // namespace hexscan
