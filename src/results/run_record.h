#pragma once

#include <filesystem>
#include <string>
#include <utility>
#include <vector>

#include <nlohmann/json.hpp>

#include "hexscan/observer.h"
#include "src/base/spread.h"
#include "src/results/output.h"
#include "src/results/radii_file.h"
#include "src/scan/platform.h"
#include "src/system/stopwatch.h"

namespace hexscan {

/// What is known of a run before its first slice.
struct RunRecord {
    Platform platform;
    std::vector<std::string> command_line;
    nlohmann::json asked;                                      ///< what the command line asked for, to repeat the run
    nlohmann::json engine;                                     ///< what scans, where, and how it lies on the device
    std::string engine_text;                                   ///< the same for the summary, in a few words
    std::vector<std::pair<std::string, std::string>> details;  ///< further lines of the summary: label and text
    nlohmann::json timings;             ///< repeated timings, or null where the run is timed once, as it is delivered
    std::string time_text;              ///< the same for the summary; empty likewise
    double device_seconds = 0;          ///< finding the device and creating its context
    double requirement_seconds = 0;     ///< proving or refuting what the platform file requires
    nlohmann::json requirements;        ///< what came of that; null where nothing is required
    nlohmann::json proved;              ///< points and volume of a certified scan's proved part; null elsewhere
    nlohmann::json maps;                ///< what maps sum up to; null where there are none
    nlohmann::json surface;             ///< cells, size and volume of the surface; null where there is none
    std::vector<std::string> warnings;  ///< what the user was told on standard error
    Observer* observer = &nobody();     ///< is told the warnings that come up while slices are delivered

    double seconds_before_scan() const { return device_seconds + requirement_seconds; }
};

/// A run whose slices are all delivered: what records and summaries are made from.
struct FinishedRun {
    const RunRecord& record;
    const ScanSummary& results;
    const ScanPlan& plan;
    Delivery delivery;
    double total_seconds = 0;  ///< of the whole run so far
};

/// What the user is told where the grid misses the workspace or cuts it off; empty where it does neither.
std::string workspace_warning(const FinishedRun& run);

/// run.json: what repeats the run and what it found. Warnings of a workspace that is cut off come first.
nlohmann::json run_record_json(const FinishedRun& run);

/// Of run.json: a reader takes this one and earlier ones.
inline constexpr int run_record_schema = 1;

/// The run for people, in the units of its file: label and text of a dozen lines.
std::vector<std::pair<std::string, std::string>> summary_lines(const FinishedRun& run);

/// run.json: what is needed to repeat and to judge a run. It is written last, so that it stands beside whole results only.
class RunRecordFile final : public Output {
public:
    /// `plan` is that of the record's platform. `radii` finishes before this and is what the counts come from; all of them
    /// must outlive this object.
    RunRecordFile(const RunRecord& record, const ScanPlan& plan, const RadiiFile& radii,
                  const std::filesystem::path& folder);

    std::vector<AnnouncedFiles> files() const override;
    void take(const Slice&) override {}
    /// Warns of a workspace that the grid cuts off; then writes the file.
    void finish(const Delivery& delivery) override;

    /// What the file holds but for its times, for outputs that carry the record too and are the same for the same command.
    std::string untimed_text(const Delivery& delivery);

    /// The run for people, a dozen lines, in the units of its file. Once finished.
    std::string summary() const;

private:
    /// Warnings come with the first call, and from then on the record stays as it is.
    const nlohmann::json& json_of(const Delivery& delivery);
    FinishedRun finished_run() const { return {record_, radii_.summary(), plan_, delivery_, total_seconds_}; }

    const RunRecord& record_;
    const ScanPlan& plan_;
    const RadiiFile& radii_;
    std::filesystem::path folder_;
    Stopwatch since_start_;
    Delivery delivery_;
    double total_seconds_ = 0;
    nlohmann::json json_;
};

}  // namespace hexscan
