#pragma once

#include "src/machine/machine.h"
#include "src/scan/request.h"

namespace hexscan {

/// What a whole platform file says: the machine, and the scan asked of it (src/files/platform_file.h reads it).
struct Platform {
    Machine machine;
    ScanRequest scan;
};

}  // namespace hexscan
