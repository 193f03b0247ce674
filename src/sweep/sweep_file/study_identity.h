#pragma once

#include <string>
#include <string_view>

#include "src/sweep/sweep_file/study.h"

namespace hexscan {

/// All that the figures of a study depend on, as lines "KEY: VALUE" in the order of its files: this hexscan, what the
/// study and its platform file say, the poses of paths, the grid with the ranges that were found. Comments and layout
/// are not in it.
std::string identity_of(const SweepStudy& study);

/// What differs between two identities that are not the same: keys with the value that was there and the one that is.
/// All of it is shown escaped, as `before` may come from anywhere.
std::string difference_of(std::string_view before, std::string_view now);

}  // namespace hexscan
