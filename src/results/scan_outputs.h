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

/// Everything that a scan leaves in a folder: the outputs asked for, radii.csv and run.json.
class ScanOutputs {
public:
    /// Makes the outputs that the order asks for, of these kinds; in which order is no matter. Throws what outputs
    /// throw.
    explicit ScanOutputs(const OutputOrder& order, std::span<const OutputKind> kinds = output_kinds());

    /// For OutputFolder::begin_run(): the record first, because it is the first to go where an earlier run is removed.
    std::vector<AnnouncedFiles> files() const;
    std::vector<Consumer*> consumers();

    /// Once all slices are delivered: finishes every output, writes what is made of the whole run, and run.json last,
    /// so that it stands beside whole results only. `record` must outlive the run. Throws OutputError.
    FinishedRun finish(const RunRecord& record, const Delivery& delivery);

private:
    const ScanPlan& plan_;
    std::filesystem::path folder_;
    RadiiFile radii_;
    std::vector<std::pair<OutputKind, std::unique_ptr<Output>>> outputs_;
};

}  // namespace hexscan
