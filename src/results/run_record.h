#pragma once

#include <filesystem>
#include <functional>
#include <string>
#include <utility>
#include <vector>

#include <nlohmann/json.hpp>

#include "src/base/spread.h"
#include "src/results/output_kinds.h"
#include "src/results/radii/radii_file.h"
#include "src/scan/platform.h"
#include "src/system/stopwatch.h"

namespace hexscan {

/// The engine of a run, with its own timings if they were measured separately.
struct EngineDescription {
    nlohmann::json json{};             ///< The engine, its device, and its launch configuration.
    nlohmann::json measured{};         ///< Further keys that a timed run measured; null if it is not timed.
    std::string text{};                ///< The engine in a few words, for the summary.
    std::vector<SummaryLine> lines{};  ///< Further lines of the summary.
    nlohmann::json timings{};          ///< Repeated timings; null if the run is timed once, during delivery.
    std::string time_text{};           ///< Repeated timings as a text for the summary; empty if `timings` is null.
};

/// The facts about a run that are known before its first slice.
struct RunRecord {
    Platform platform{};
    std::vector<std::string> command_line{};
    nlohmann::json asked{};  ///< the requests of the command line, which are needed to repeat the run
    EngineDescription engine{};
    OutputReport requirements{};          ///< Results of the machine file's requirements; json is null without them.
    OutputReport connected{};             ///< Connected parts of the workspace; json is null if they are not requested.
    double device_seconds = 0;            ///< Time to find the device and to create its context.
    double requirement_seconds = 0;       ///< Time to prove or refute the requirements.
    std::vector<std::string> warnings{};  ///< Warnings already shown on standard error.
    std::vector<std::string> kept_files{};  ///< Files in the folder that an earlier scan of the same subject left.
    /// Seconds since the run began. They include the work before the scan, such as the search for open ranges.
    std::function<double()> seconds = [watch = Stopwatch()] { return watch.seconds(); };
};

/// A run whose slices are all delivered. Pages, volumes, records and summaries use it.
struct FinishedRun {
    const RunRecord& record;
    const ScanPlan& plan;
    Delivery delivery;
    const RadiiFile& radii;  ///< holds all slices
    std::vector<std::pair<OutputKind, OutputReport>>
        reports;               ///< findings of each output, in the order of output_kinds()
    double total_seconds = 0;  ///< duration of the whole run so far

    const ScanSummary& results() const { return radii.summary(); }
};

/// The subject of a run, which RunSubject compares. A run does not delete files of an earlier run with the same
/// subject. The subject consists of the machine, the requirements, the request, the stage and hexscan's version. Maps
/// are not part of it, because they only add files.
std::string subject_of(const RunRecord& record);

/// The warnings of all outputs.
std::vector<std::string> all_warnings(const FinishedRun& run);

/// Warnings to show after all slices are delivered. The outputs' warnings come first. Another warning follows if the
/// grid misses the workspace or cuts it off.
std::vector<std::string> new_warnings(const FinishedRun& run);

/// Name of the file that holds run_record_json().
inline constexpr const char* run_record_name = "run.json";

/// The content of run.json: the values that are needed to repeat the run, and its results. If the grid misses the
/// workspace or cuts it off, the first of the warnings says so.
nlohmann::json run_record_json(const FinishedRun& run);

/// The newest schema of run.json. Readers accept it and earlier ones. A record has schema 1 unless it uses a feature
/// that readers of schema 1 would ignore.
inline constexpr int run_record_schema = 2;

/// run.json without its times, for outputs that contain the record. The same command always gives the same text.
std::string untimed_record_text(const FinishedRun& run);

/// Writes run.json. Throws OutputError.
void write_run_record(const FinishedRun& run, const std::filesystem::path& folder);

/// The run's summary of about a dozen lines for people to read, in the units of the machine file.
std::vector<SummaryLine> summary_lines(const FinishedRun& run);

/// The summary as text. Its first line names the machine and the grid, its last line the folder.
std::string summary(const FinishedRun& run, const std::filesystem::path& folder);

}  // namespace hexscan
