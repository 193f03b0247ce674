#pragma once

#include <filesystem>

#include "src/sweep/report/sweep_report.h"

namespace hexscan {

/// index.html: the sweep in one file for people, in the units of its platform file. Of many machines it shows the
/// whole front, as far as there is room, and others evenly spread over the sweep. Throws OutputError.
void write_sweep_page(const MeasuredMachines& machines, const SweepResults& results, const SweepRun& run,
                      const std::filesystem::path& file);

}  // namespace hexscan
