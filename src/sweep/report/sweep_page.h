#pragma once

#include <filesystem>

#include "src/sweep/report/sweep_report.h"

namespace hexscan {

/// Writes index.html, the sweep in one file for people to view, in the units of its machine file. If there are more
/// machines than it can show (most_shown), the page shows the front first and a sample of the others, evenly spread
/// over the sweep. Throws OutputError.
void write_sweep_page(const MeasuredMachines& machines, const SweepResults& results, const SweepRun& run,
                      const std::filesystem::path& file);

}  // namespace hexscan
