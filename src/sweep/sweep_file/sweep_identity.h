#pragma once

#include <string>
#include <string_view>

#include "src/sweep/sweep_file/sweep_file.h"

namespace hexscan {

/// All that the figures of a sweep depend on, as lines "KEY: VALUE" in the order of its files: this hexscan, what the
/// sweep and its platform file say, the poses of paths, the grid with the ranges that were found. Comments and layout
/// are not in it.
std::string identity_of(const SweepFile& sweep);

/// What differs between two identities that are not the same: keys with the value that was there and the one that is.
/// All of it is shown escaped, as `before` may come from anywhere.
std::string difference_of(std::string_view before, std::string_view now);

}  // namespace hexscan
