#pragma once

#include <string>
#include <string_view>

#include "src/sweep/sweep_file/sweep_file.h"

namespace hexscan {

/// Everything that the figures of a sweep depend on, as lines "KEY: VALUE" in the order of its files. It covers
/// hexscan's version, the sweep and machine files, the poses of paths, and the grid with the found ranges. Comments
/// and layout do not count.
std::string identity_of(const SweepFile& sweep);

/// The differences between two unequal identities: keys with their old and new values. All text is escaped, because
/// `before` may come from any file.
std::string difference_of(std::string_view before, std::string_view now);

}  // namespace hexscan
