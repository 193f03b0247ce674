#pragma once

#include <filesystem>

#include "src/files/platform_document.h"
#include "src/sweep/sweep_file/sweep_file.h"

namespace hexscan {

/// A sweep file (YAML; JSON is a subset) and the platform file that it names, read and checked. Throws InputError
/// naming file, line, key and what is allowed. Ranges that the platform file leaves open are still open
/// (sweep_ranges.h).
SweepFile load_sweep(const std::filesystem::path& file);

/// The same of texts that are there: `platform` is what the key machine names.
SweepFile parse_sweep(const std::string& text, const std::string& source_name, const PlatformDocument& platform);

}  // namespace hexscan
