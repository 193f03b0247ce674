#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace hexscan {

/// The file of a platform that comes with hexscan, by its name without path and ending: "rubin-camera-hexapod". Looked
/// for beside the program, where it is installed or built. Nothing where there is no such file.
std::optional<std::filesystem::path> installed_platform(const std::string& name);

/// All of their names, in alphabetical order; empty where none are found.
std::vector<std::string> installed_platform_names();

}  // namespace hexscan
