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

/// What a part of a run found, for whoever tells of the run: the record, the page, the summary.
struct Told {
    nlohmann::json json{};  ///< in run.json under the key of the output's kind
    std::vector<SummaryLine> lines{};
    std::vector<std::string> warnings{};
};

/// A consumer that leaves files. It asks no other output anything: what all of them have told is in the finished run.
class Output : public Consumer {
public:
    /// The files it will write, for OutputFolder::begin_run().
    virtual std::vector<AnnouncedFiles> files() const = 0;

    void take(const Slice&) override {}

    /// Called once, after the last slice: writes what is made of slices and tells what they add up to. Throws
    /// OutputError.
    virtual Told finish() { return {}; }

    /// Called once, when every output has finished: writes what is made of the whole run. Throws OutputError.
    virtual void write(const FinishedRun&) {}
};

}  // namespace hexscan
