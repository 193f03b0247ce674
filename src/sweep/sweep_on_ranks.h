#pragma once

#include <filesystem>
#include <string>

#include "src/ranks/ranks.h"
#include "src/sweep/sweep_file/sweep_file.h"

namespace hexscan {

/// Returns the sweep of a file that only rank 0 reads. Every rank calls it and gets the same sweep, whose ranges are
/// closed. `found` receives a text about the ranges that were found. Throws InputError. It also does so if the files of
/// paths that the requirements name differ on a rank, because that rank would have another sweep.
SweepFile sweep_of_ranks(const std::filesystem::path& file, Effort effort, Ranks& ranks, std::string& found);

}  // namespace hexscan
