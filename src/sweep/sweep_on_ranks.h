#pragma once

#include <filesystem>
#include <string>

#include "src/ranks/ranks.h"
#include "src/sweep/sweep_file/sweep_file.h"

namespace hexscan {

/// Returns the sweep of a file that only rank 0 reads. Every rank calls it and gets the same sweep, whose ranges are
/// closed. `found` receives a text about the ranges that were found. Throws InputError, also if a path file that a
/// requirement names differs between ranks, because the ranks would then measure different sweeps.
SweepFile sweep_of_ranks(const std::filesystem::path& file, Effort effort, Ranks& ranks, std::string& found);

}  // namespace hexscan
