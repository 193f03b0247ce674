#pragma once

#include <filesystem>
#include <string>
#include <string_view>

#include "src/files/platform_document.h"
#include "src/scan/platform.h"

namespace hexscan {

/// Reads the value `scan: {...}`, in the units of the machine's file. Throws InputError.
ScanRequest read_scan(const Value& value, const UnitReader& read);

/// Reads an opened machine file: the machine and the scan. Throws InputError.
Platform read_platform(const PlatformDocument& document);

/// True if the file gives the number of grid points along x or y.
bool counts_points(const PlatformDocument& document);

/// Reads the text of a machine file. `source_name` is its name in errors. Throws InputError.
Platform parse_platform(std::string_view text, const std::string& source_name);

/// Machine and scan of the case study, from the text of platforms/case-study.yaml, which is compiled in.
Platform built_in_platform();

/// Reads a machine file, or a machine that comes with hexscan, by its name. Throws InputError, also if the file cannot
/// be read.
Platform load_platform(const std::filesystem::path& file);

}  // namespace hexscan
