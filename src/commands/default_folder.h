#pragma once

#include <filesystem>
#include <optional>
#include <string_view>

#include "src/scan/platform.h"

namespace hexscan {

/// Default folder of a scan's results: output/FILE, where FILE is the machine file's name without folder and ending.
/// So a copy of a file has its own folder. A word for the scan follows, as in output/FILE-total; for a plain scan the
/// stage, if one is named. Without a file, FILE is the machine's name. For the case study, whose recorded results are
/// in output/case-study, a plain scan always appends its engine's name.
std::filesystem::path default_scan_folder(const std::optional<std::filesystem::path>& file, const Platform& platform,
                                          bool names_stage, std::string_view engine);

}  // namespace hexscan
