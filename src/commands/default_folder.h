#pragma once

#include <filesystem>
#include <optional>
#include <string_view>

#include "src/scan/platform.h"

namespace hexscan {

/// Where a scan leaves its results unless it is told: output/FILE, FILE being the platform file's name without folder
/// and ending, so that a copy of a file has a folder of its own. What is asked follows, as in output/FILE-total, and of
/// the plain scan the stage where one is named. Without a file FILE is the machine's name; of the case study, whose
/// recorded results are in output/case-study, a plain scan always has its engine's name behind it.
std::filesystem::path default_scan_folder(const std::optional<std::filesystem::path>& file, const Platform& platform,
                                          bool names_stage, std::string_view engine);

}  // namespace hexscan
