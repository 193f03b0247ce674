#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "src/machine/description/units.h"
#include "src/machine/rotation.h"

/// Files of poses, which requirements name.
namespace hexscan {

/// Poses from CSV text: a first line that names the columns x, y, z, roll, pitch and yaw in any order, then a pose a
/// line, in the given units. `source_name` is what errors call it. Throws InputError naming line and column.
std::vector<Pose> parse_poses(std::string_view text, const std::string& source_name, const Units& units);

/// The same from a file. `named_by` is what says which: an error when it cannot be read names it. Throws InputError.
std::vector<Pose> read_poses(const std::filesystem::path& file, std::string_view named_by, const Units& units);

}  // namespace hexscan
