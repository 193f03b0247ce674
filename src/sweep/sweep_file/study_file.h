#pragma once

#include <filesystem>

#include "src/files/platform_document.h"
#include "src/sweep/sweep_file/study.h"

namespace hexscan {

/// A study file (YAML; JSON is a subset) and the platform file that it names, read and checked. Throws InputError
/// naming file, line, key and what is allowed. Ranges that the platform file leaves open are still open
/// (study_ranges.h).
SweepStudy load_study(const std::filesystem::path& file);

/// The same of texts that are there: `platform` is what the key machine names.
SweepStudy parse_study(const std::string& text, const std::string& source_name, const PlatformDocument& platform);

}  // namespace hexscan
