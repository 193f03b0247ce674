#pragma once

#include <filesystem>
#include <optional>
#include <string_view>

#include "src/scan/platform.h"

namespace hexscan {

/// Default folder of a scan's results: output/FILE, where FILE is the machine file's name without folder and ending.
/// So a copy of a file has its own folder. Without a file, FILE is the machine's name. A workspace of several
/// orientations and a map of tilts append their name, as in output/FILE-total. Any other scan appends `engine`, the
/// name of its stage or engine, if the user names a stage, and always for the case study: output/case-study has its
/// recorded results.
std::filesystem::path default_scan_folder(const std::optional<std::filesystem::path>& file, const Platform& platform,
                                          bool names_stage, std::string_view engine);

}  // namespace hexscan
