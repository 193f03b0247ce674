#pragma once

#include <filesystem>
#include <string_view>
#include <vector>

#include "src/results/page/page_document.h"
#include "src/results/page/page_maps.h"
#include "src/results/page/page_runs.h"
#include "src/results/run_record.h"

namespace hexscan {

/// The name of the option that requests the page, and the name of the page's file.
inline constexpr std::string_view page_option = "page", page_file_name = "index.html";

/// index.html: the whole scan in one file for people to view. It shows the machine and its workspace in three
/// dimensions, every slice, the maps, charts, the summary and the command that repeats the run. It takes a few
/// megabytes for any grid, see PageGrid.
class PageFile final : public Output {
public:
    PageFile(const Platform& platform, const ScanPlan& plan, const std::filesystem::path& folder);

    std::vector<AnnouncedFiles> files() const override;
    void take(const Slice& slice) override;
    void write(const FinishedRun& run) override;

private:
    nlohmann::json data(const FinishedRun& run);

    std::filesystem::path folder_;
    PageRuns runs_;
    PageMaps maps_;
};

}  // namespace hexscan
