#pragma once

#include "kernels/ladder/slice_window.h"
#include "kernels/scan_geometry.h"

namespace hexscan {

/// Rows of one slice to judge, and where their verdicts go.
struct HostRows {
    const ScanGeometry<float>& scan;
    const SliceWindow& window;
    int slice, first_row, end_row;
};

/// Judges the rows and stores their verdicts as the stage's kernel would. Two stages whose functions are the same one
/// run the same code on the CPU.
using HostRowTest = void (*)(const HostRows& rows);

}  // namespace hexscan
