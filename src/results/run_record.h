#pragma once

#include <filesystem>
#include <string>
#include <utility>
#include <vector>

#include <nlohmann/json.hpp>

#include "src/base/spread.h"
#include "src/base/stopwatch.h"
#include "src/results/output.h"
#include "src/results/radii_file.h"
#include "src/scan/platform.h"

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
    nlohmann::json surface;             ///< cells, size and volume of the surface; null where there is none
    std::vector<std::string> warnings;  ///< what the user was told on standard error
};

/// run.json: what is needed to repeat and to judge a run. It is written last, so that it stands beside whole results only.
class RunRecordFile final : public Output {
public:
    /// `radii` finishes before this and is what the counts come from; it and `record` must outlive this object.
    RunRecordFile(RunRecord& record, const RadiiFile& radii, const std::filesystem::path& folder);

    std::vector<AnnouncedFiles> files() const override;
    void take(const Slice&) override {}
    /// Warns of a workspace that the grid cuts off, on standard error and in the record; then writes the file.
    void finish(const Delivery& delivery) override;

    /// What the file holds, for outputs that carry the record too. Warnings come with the first call, and from then on
    /// the text stays as it is.
    const std::string& text(const Delivery& delivery);

    /// The run for people, a dozen lines, in the units of its file. Once finished.
    std::string summary() const;

private:
    nlohmann::json record_json() const;

    RunRecord& record_;
    const RadiiFile& radii_;
    std::filesystem::path folder_;
    ScanPlan plan_;
    Stopwatch since_start_;
    Delivery delivery_;
    double total_seconds_ = 0;
    std::string text_;
};

}  // namespace hexscan
