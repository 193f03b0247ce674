#pragma once

#include <filesystem>

#include "src/files/platform_document.h"
#include "src/sweep/sweep_file/sweep_file.h"

namespace hexscan {

/// Reads and checks a sweep file (YAML, of which JSON is a subset) and the machine file that it names. Throws
/// InputError that names file, line, key and what is allowed. Ranges that the machine file leaves open stay open
/// (sweep_ranges.h).
SweepFile load_sweep(const std::filesystem::path& file);

/// Reads a sweep from a text. `platform` is the file that the key `machine` names.
SweepFile parse_sweep(const std::string& text, const std::string& source_name, const PlatformDocument& platform);

}  // namespace hexscan
