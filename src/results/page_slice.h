#pragma once

#include <nlohmann/json.hpp>

#include "src/results/page_maps.h"
#include "src/results/page_runs.h"
#include "src/scan/consumer.h"
#include "src/scan/platform.h"

namespace hexscan {

/// The middle slice of a scan with its maps, for a page that shows no other one.
class PageSlice final : public Consumer {
public:
    explicit PageSlice(const Platform& platform);

    void take(const Slice& slice) override;
    void finish(const Delivery&) override {}

    /// Grid, units, runs and maps, each as in the page of a scan.
    nlohmann::json json();

private:
    const Platform& platform_;
    ScanPlan plan_;
    int middle_;
    PageGrid grid_;
    PageRuns runs_;
    PageMaps maps_;
};

/// The maps of a page, each with its "colours".
nlohmann::json coloured(nlohmann::json maps, const Platform& platform);

}  // namespace hexscan
