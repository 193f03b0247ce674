#pragma once

#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "src/engines/consumer.h"
#include "src/results/page/page_grid.h"
#include "src/results/results_tuning.h"

namespace hexscan {

/// The runs of a row in columns of a thinned axis: runs that hold no shown column are gone, and those with no shown
/// column between them are one.
std::vector<Run> thinned_runs(std::span<const Run> runs, const ThinnedAxis& columns);

/// The runs of a slice's shown rows as bytes, about one byte per number if the rows are similar. Each row has the count
/// of its runs, then the first and last column of each run as differences. The reference is the run of the same number
/// in the previous row. If that row has none, it is the last column of the previous run, or 0. Numbers are unsigned
/// LEB128, and differences are zigzag-coded first. src/results/page/decode.mjs is the inverse.
std::string encode_runs(const WorkspaceSlice& slice, const PageGrid& grid);

/// The verdicts of a whole scan for the page. Memory is bounded by what the page shows.
class PageRuns {
public:
    explicit PageRuns(const PageGrid& grid);

    /// Takes a slice of the scan, shown or not. From several threads at once.
    void take(const Slice& slice);

    /// Leaves out slices until the rest fits. Call it once, after the last slice; returns the grid that is left.
    PageGrid fit(std::size_t bytes = tuning::page_run_bytes);

    /// {"bytes": [of each shown slice], "base64": all of them}.
    nlohmann::json json() const;

private:
    PageGrid grid_;
    std::vector<std::string> slices_;  ///< of the shown slices, each with a place of its own: threads need no lock
};

}  // namespace hexscan
