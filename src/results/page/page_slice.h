#pragma once

#include <nlohmann/json.hpp>

#include "src/engines/consumer.h"
#include "src/results/page/page_maps.h"
#include "src/results/page/page_runs.h"
#include "src/results/pictures/map_colours.h"
#include "src/scan/grid.h"

namespace hexscan {

/// The middle slice of a grid with its maps, for a page that shows no other slice.
class PageSlice final : public Consumer {
public:
    /// `colours` belong to the maps. None of these may be a tilt map.
    PageSlice(const ScanGrid& grid, const Units& units, std::vector<MapColours> colours);

    void take(const Slice& slice) override;

    /// Grid, units, runs and maps, each in the same form as in the page of a scan.
    nlohmann::json json();

private:
    ScanGrid grid_;
    Units units_;
    int middle_;
    PageGrid shown_;
    PageRuns runs_;
    PageMaps maps_;
};

}  // namespace hexscan
