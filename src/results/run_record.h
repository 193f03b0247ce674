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

/// What scans, and how it did by itself where it was timed apart.
struct EngineDescription {
    nlohmann::json json{};             ///< what scans, where, and how it lies on the device
    nlohmann::json measured{};         ///< likewise, as a timed run measured it; null where it is not timed
    std::string text{};                ///< the same for the summary, in a few words
    std::vector<SummaryLine> lines{};  ///< of the summary
    nlohmann::json timings{};          ///< repeated timings, or null where the run is timed once, as it is delivered
    std::string time_text{};           ///< the same for the summary; empty likewise
};

/// What is known of a run before its first slice.
struct RunRecord {
    Platform platform{};
    std::vector<std::string> command_line{};
    nlohmann::json asked{};  ///< what the command line asked for, to repeat the run
    EngineDescription engine{};
    Told requirements{};                  ///< what came of what the platform file requires; json null where nothing is
    Told connected{};                     ///< the parts that the workspace falls into, where that is asked
    double device_seconds = 0;            ///< finding the device and creating its context
    double requirement_seconds = 0;       ///< proving or refuting requirements
    std::vector<std::string> warnings{};  ///< what the user was told on standard error
    /// Since the run began: with all that comes before the scan, such as the search for open ranges.
    std::function<double()> seconds = [watch = Stopwatch()] { return watch.seconds(); };
};

/// A run whose slices are all delivered: what pages, volumes, records and summaries are made from.
struct FinishedRun {
    const RunRecord& record;
    const ScanPlan& plan;
    Delivery delivery;
    const RadiiFile& radii;                         ///< has all slices
    std::vector<std::pair<OutputKind, Told>> told;  ///< by each output, in the order of their kinds
    double total_seconds = 0;                       ///< of the whole run so far

    const ScanSummary& results() const { return radii.summary(); }
};

/// Two runs about the same leave each other's files alone: same machine, requirements and request, of which maps add
/// files and change none, the same stage and the same version.
std::string subject_of(const RunRecord& record);

/// What outputs warn of.
std::vector<std::string> told_warnings(const FinishedRun& run);

/// What the user is to be told once the slices are there: what outputs say, then whether the grid misses the workspace
/// or cuts it off.
std::vector<std::string> new_warnings(const FinishedRun& run);

/// The file of run_record_json().
inline constexpr const char* run_record_name = "run.json";

/// run.json: what repeats the run and what it found. Warnings of a workspace that is cut off come first.
nlohmann::json run_record_json(const FinishedRun& run);

/// Of run.json: a reader takes this one and earlier ones. A record that asks for nothing that readers of schema 1 would
/// leave out has schema 1.
inline constexpr int run_record_schema = 2;

/// run.json but for its times: the same whenever the same command is given, for outputs that carry the record.
std::string untimed_record_text(const FinishedRun& run);

/// Writes run.json. Throws OutputError.
void write_run_record(const FinishedRun& run, const std::filesystem::path& folder);

/// The run for people, in the units of its file: label and text of a dozen lines.
std::vector<SummaryLine> summary_lines(const FinishedRun& run);

/// The same as text, with what was scanned before and where the results are behind.
std::string summary(const FinishedRun& run, const std::filesystem::path& folder);

}  // namespace hexscan
