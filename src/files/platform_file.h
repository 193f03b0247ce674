#pragma once

#include <filesystem>
#include <string>
#include <string_view>

#include "src/files/platform_document.h"
#include "src/scan/platform.h"

namespace hexscan {

/// The scan that a value `scan: {...}` asks for, in the units of the machine's file. Throws InputError.
ScanRequest read_scan(const Value& value, const UnitReader& read);

/// Both halves of an opened file. Throws InputError.
Platform read_platform(const PlatformDocument& document);

/// Whether the file says how many points the grid has along x or y.
bool counts_points(const PlatformDocument& document);

/// Parses and validates a platform description; `source_name` is what errors call it. Throws InputError.
Platform parse_platform(std::string_view text, const std::string& source_name);

/// The built-in platform: the text of platforms/case-study.yaml, compiled in.
Platform built_in_platform();

/// Reads a file and parses it. Throws InputError, also when the file cannot be read.
Platform load_platform(const std::filesystem::path& file);

}  // namespace hexscan
