#pragma once

#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "src/engines/consumer.h"
#include "src/results/page/page_grid.h"
#include "src/results/results_tuning.h"

namespace hexscan {

/// The runs of a row in columns of a thinned axis. Runs that contain no shown column are dropped. Runs without a shown
/// column between them become one run.
std::vector<Run> thinned_runs(std::span<const Run> runs, const ThinnedAxis& columns);

/// The runs of a slice's shown rows as bytes, about one byte per number if the rows are similar. Each row has the
/// number of its runs, then the first and last column of each run as differences. The reference is the run with the
/// same number in the previous row. If that row has no such run, the reference is the last column of the previous run,
/// or 0. Numbers are unsigned LEB128, and differences are zigzag-coded first. src/results/page/decode.mjs is the
/// inverse.
std::string encode_runs(const WorkspaceSlice& slice, const PageGrid& grid);

/// The verdicts of a whole scan for the page. Their memory is bounded by the number of points that the page shows.
class PageRuns {
public:
    explicit PageRuns(const PageGrid& grid);

    /// Stores a slice of the scan, or ignores it if the page does not show it. May be called from several threads at
    /// once.
    void take(const Slice& slice);

    /// Leaves out slices until the remaining slices fit. Call it once, after the last slice. Returns the remaining
    /// grid.
    PageGrid fit(std::size_t bytes = tuning::page_run_bytes);

    /// {"bytes": [number of bytes of each shown slice], "base64": the bytes of all slices}.
    nlohmann::json json() const;

private:
    PageGrid grid_;
    std::vector<std::string> slices_;  ///< one element per shown slice, so that threads need no lock
};

}  // namespace hexscan
