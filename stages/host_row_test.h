#pragma once

#include "kernels/ladder/slice_window.h"
#include "kernels/scan_geometry.h"

namespace hexscan {

/// Rows `first_row` to `end_row` - 1 of one slice, which are to be tested, and the volume that receives their verdicts.
struct HostRows {
    const ScanGeometry<float>& scan;
    const SliceWindow& window;
    int slice, first_row, end_row;
};

/// Tests the rows and stores their verdicts as the stage's kernel does. Two stages with the same function run the same
/// code on the CPU.
using HostRowTest = void (*)(const HostRows& rows);

}  // namespace hexscan
