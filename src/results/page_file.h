#pragma once

#include <filesystem>
#include <vector>

#include "src/results/page_document.h"
#include "src/results/page_maps.h"
#include "src/results/page_runs.h"
#include "src/results/run_record.h"

namespace hexscan {

/// index.html: the whole scan in one file for people. The machine and its workspace in three dimensions, every slice, the
/// maps, charts, the summary and how to repeat the run. A few megabytes whatever the grid, see PageGrid.
class PageFile final : public Output {
public:
    /// `plan` is that of the record's platform. `radii` finishes before this and is what the counts come from; all of them
    /// must outlive this object.
    PageFile(const RunRecord& record, const ScanPlan& plan, const RadiiFile& radii,
             const std::filesystem::path& folder);

    std::vector<AnnouncedFiles> files() const override;
    void take(const Slice& slice) override;
    void finish(const Delivery& delivery) override;

private:
    FinishedRun finished_run(const Delivery& delivery) const;
    PageWords words(const Delivery& delivery) const;
    /// The orientation that all of the page holds at, or the set, in words.
    std::string orientation_text() const;
    nlohmann::json data(const Delivery& delivery);

    const RunRecord& record_;
    const RadiiFile& radii_;
    std::filesystem::path folder_;
    const ScanPlan& plan_;
    Stopwatch since_start_;
    PageRuns runs_;
    PageMaps maps_;
};

}  // namespace hexscan
