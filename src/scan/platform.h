#pragma once

#include "src/machine/machine.h"
#include "src/scan/request.h"

namespace hexscan {

/// The content of a machine file: the machine and the requested scan.
struct Platform {
    Machine machine;
    ScanRequest scan;
};

}  // namespace hexscan
