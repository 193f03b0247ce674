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
    /// `radii` finishes before this and is what the counts come from; it and `record` must outlive this object.
    PageFile(const RunRecord& record, const RadiiFile& radii, const std::filesystem::path& folder);

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
    ScanPlan plan_;
    Stopwatch since_start_;
    PageRuns runs_;
    PageMaps maps_;
};

}  // namespace hexscan
