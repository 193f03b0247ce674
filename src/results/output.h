#pragma once

#include <string>
#include <utility>
#include <vector>

#include <nlohmann/json.hpp>

#include "src/engines/consumer.h"
#include "src/results/output_folder.h"

namespace hexscan {

struct FinishedRun;

/// A line of a run's summary: its label and its text.
using SummaryLine = std::pair<std::string, std::string>;

/// The findings of one part of a run, for the record, the page and the summary.
struct OutputReport {
    nlohmann::json json{};  ///< written to run.json under the key of the output's kind
    std::vector<SummaryLine> lines{};
    std::vector<std::string> warnings{};
};

/// A consumer that writes files. Outputs do not call each other: they read each other's findings from FinishedRun.
class Output : public Consumer {
public:
    /// The files that the output will write, for OutputFolder::begin_run().
    virtual std::vector<AnnouncedFiles> files() const = 0;

    void take(const Slice&) override {}

    /// Writes the files that need all slices and returns the findings. Called once, after the last slice. Throws
    /// OutputError.
    virtual OutputReport finish() { return {}; }

    /// Writes the files that need the findings of all outputs. Called once, after every output has finished. Throws
    /// OutputError.
    virtual void write(const FinishedRun&) {}
};

}  // namespace hexscan
