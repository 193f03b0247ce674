#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "src/check/requirement.h"
#include "src/commands/command.h"
#include "src/files/platform_document.h"
#include "src/results/output_kinds.h"
#include "src/scan/platform.h"

/// The options that say what is scanned: platform file, grid and orientation. Shared by the commands that scan.
namespace hexscan {

/// A run that is repeated: what its record says was scanned and asked.
struct RepeatedRun {
    Platform platform;
    std::vector<Requirement> requirements;      ///< their files are not read
    std::optional<std::filesystem::path> file;  ///< that the machine came from; nothing where it was built in
    std::optional<std::string> stage;
    bool stage_on_cpu = false;  ///< the stage ran in its CPU form
    bool verify = false;
    OutputWishes outputs;
};

/// The file that a command line names, with --platform or as a word. Throws UsageError.
std::optional<std::filesystem::path> named_file(const Arguments& arguments);

/// The run that --from names, or nothing. Throws UsageError, InputError naming file and field.
std::optional<RepeatedRun> repeated_run(const Arguments& arguments);

/// --platform, --grid, --x, --y, --z, --orientation.
OptionGroup platform_options();

/// What a platform file asks for beside the workspace (maps, certificate, tilt in a region): left out by commands that
/// answer none of it.
enum class FileMaps { kept, left_out };

/// The platform of a file (named on the command line, installed, or the built-in case study) that a command line asks
/// for: with the command line's ranges, counts and orientation put into its scan, in the file's units. Ranges that
/// nobody gives are found from the machine, which is said on standard error. Throws UsageError naming the option,
/// InputError.
Platform requested_platform(const Arguments& arguments, const PlatformDocument& document,
                            FileMaps maps = FileMaps::kept);

/// The file, opened. Throws UsageError, InputError.
PlatformDocument requested_document(const Arguments& arguments);

/// The same overrides put into a platform that is there already.
void apply_overrides(const Arguments& arguments, Platform& platform);

}  // namespace hexscan
