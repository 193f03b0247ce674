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

/// Options for the machine file, the grid and the orientation. All commands that scan share them.
namespace hexscan {

/// A run that is repeated: the machine and the requests in its record.
struct RepeatedRun {
    Platform platform;
    std::vector<Requirement> requirements;      ///< their files are not read
    std::optional<std::filesystem::path> file;  ///< source of the machine; nullopt if it was built in
    std::optional<std::string> stage;
    bool stage_on_cpu = false;  ///< the stage ran in its CPU form
    bool verify = false;
    RequestedOutputs outputs;
};

/// The file named on the command line, with --platform or as a word. Throws UsageError.
std::optional<std::filesystem::path> named_file(const Arguments& arguments);

/// The run that --from names, or nullopt. Throws UsageError, or InputError that names file and field.
std::optional<RepeatedRun> repeated_run(const Arguments& arguments);

/// The options --platform, --grid, --x, --y, --z, --orientation.
OptionGroup platform_options();

/// States whether requests of a machine file beside the workspace (maps, certificate, tilt in a region) are kept.
/// Commands that support none of them leave them out.
enum class FileMaps { kept, left_out };

/// The machine and the scan of a machine file. Options of the command line replace limits, ranges, counts and
/// orientations of the file, in its units. Ranges that neither gives are computed from the machine, with a message on
/// standard error. Throws UsageError that names the option, InputError.
Platform requested_platform(const Arguments& arguments, const PlatformDocument& document,
                            FileMaps maps = FileMaps::kept);

/// Opens the machine file that the command line names, by default the built-in case study. Throws UsageError,
/// InputError.
PlatformDocument requested_document(const Arguments& arguments);

/// Replaces limits, ranges, counts and orientations of a given machine and scan by those of the command line. Throws
/// UsageError.
void apply_overrides(const Arguments& arguments, Platform& platform);

}  // namespace hexscan
