#pragma once

#include <filesystem>
#include <memory>
#include <span>
#include <utility>
#include <vector>

#include "src/results/output_kinds.h"
#include "src/results/radii/radii_file.h"
#include "src/results/run_record.h"

namespace hexscan {

/// Everything that a scan writes to a folder: the requested outputs, radii.csv and run.json.
class ScanOutputs {
public:
    /// Makes those outputs among `kinds` that the order requests. The sequence of `kinds` has no effect. Throws what
    /// OutputKind::make throws.
    explicit ScanOutputs(const OutputOrder& order, std::span<const OutputKind> kinds = output_kinds());

    /// The files for OutputFolder::begin_run(). The record comes first, because begin_run() removes an earlier run's
    /// first file first.
    std::vector<AnnouncedFiles> files() const;
    std::vector<Consumer*> consumers();

    /// Finishes every output and lets it write the files that need the whole run. Call it once, after all slices are
    /// delivered. It writes run.json last, so that run.json exists only next to complete results. `record` must outlive
    /// the returned run. Throws OutputError.
    FinishedRun finish(const RunRecord& record, const Delivery& delivery);

private:
    const ScanPlan& plan_;
    std::filesystem::path folder_;
    RadiiFile radii_;
    std::vector<std::pair<OutputKind, std::unique_ptr<Output>>> outputs_;
};

}  // namespace hexscan
