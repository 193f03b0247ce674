#include <unistd.h>

#include "src/device/devices.h"

namespace hexscan {

bool has_device_files() {
    // The device files of the Linux driver, and of the Windows driver in WSL.
    return access("/dev/nvidiactl", F_OK) == 0 || access("/dev/dxg", F_OK) == 0;
}

}  // namespace hexscan
