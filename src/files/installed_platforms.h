#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace hexscan {

/// The file of a platform that comes with hexscan, by its name without path and ending, such as "rubin-camera-hexapod".
/// It is searched next to the program, both installed and in a build folder. Returns nullopt if there is no such file.
std::optional<std::filesystem::path> installed_platform(const std::string& name);

/// The names of all installed platforms in alphabetical order; empty if none are found.
std::vector<std::string> installed_platform_names();

}  // namespace hexscan
