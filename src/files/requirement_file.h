#pragma once

#include <filesystem>
#include <string_view>
#include <vector>

#include "src/check/requirement.h"
#include "src/files/platform_document.h"
#include "src/machine/machine.h"

/// The key `requirements` of a platform file, and the files of poses that it names.
namespace hexscan {

/// The requirements of a platform file; paths have a file but no poses yet. What a box leaves out is as at home, 0 where the
/// file has no home. Angles and coordinates are a rounding wider than written, so that none of what was meant is left
/// out. Throws InputError naming file, line, key and what is allowed.
std::vector<Requirement> read_requirements(const PlatformDocument& document, const Machine& machine);

/// Poses from CSV text: a first line that names the columns x, y, z, roll, pitch and yaw in any order, then a pose a line,
/// in the given units. `source_name` is what errors call it. Throws InputError naming line and column.
std::vector<Pose> parse_poses(std::string_view text, const std::string& source_name, const Units& units);

/// The same from a path's file. Throws InputError, also when it cannot be read.
std::vector<Pose> read_poses(const PosePath& path, const Units& units);

}  // namespace hexscan
