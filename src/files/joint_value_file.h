#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "src/machine/machine.h"

/// Files of joint values: lengths of legs, travels of carriages or angles of arms.
namespace hexscan {

/// Largest number of rows in one file.
inline constexpr std::size_t most_joint_rows = 1'000'000;

/// Reads joint values from CSV text, six on a line, in the machine's units, and converts them to metres or radians. The
/// first line can name the columns leg1 ... leg6 in any order. A column `time` or `t` is ignored. A value may be empty
/// if the leg has only one, because both ends of its range are equal. In errors the text is called `source_name`.
/// Throws InputError naming line and column.
std::vector<PerLeg> parse_joint_values(std::string_view text, const std::string& source_name, const Machine& machine);

/// Reads joint values from a file. Throws InputError.
std::vector<PerLeg> read_joint_values(const std::filesystem::path& file, const Machine& machine);

}  // namespace hexscan
