#pragma once

#include <filesystem>
#include <string>

#include "src/ranks/ranks.h"
#include "src/sweep/sweep_file/sweep_file.h"

namespace hexscan {

/// The sweep of a file that only rank 0 reads; every rank calls it and gets the same one, its ranges closed. `found`
/// becomes what ranges were found, in words. Throws InputError, also where a rank's own files (paths of requirements)
/// make another sweep of it.
SweepFile sweep_of_ranks(const std::filesystem::path& file, Effort effort, Ranks& ranks, std::string& found);

}  // namespace hexscan
