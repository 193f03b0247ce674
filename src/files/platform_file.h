#pragma once

#include <filesystem>
#include <string>
#include <string_view>

#include "src/files/platform_document.h"
#include "src/scan/platform.h"

namespace hexscan {

/// Reads the value `scan: {...}`, in the units of the machine's file. Throws InputError.
ScanRequest read_scan(const Value& value, const UnitReader& read);

/// Reads both halves of an opened file, machine and scan. Throws InputError.
Platform read_platform(const PlatformDocument& document);

/// True if the file gives the number of grid points along x or y.
bool counts_points(const PlatformDocument& document);

/// Parses and validates a platform description. `source_name` is its name in errors. Throws InputError.
Platform parse_platform(std::string_view text, const std::string& source_name);

/// The built-in platform: the text of platforms/case-study.yaml, compiled in.
Platform built_in_platform();

/// Reads and parses a file. Throws InputError, also if the file cannot be read.
Platform load_platform(const std::filesystem::path& file);

}  // namespace hexscan
