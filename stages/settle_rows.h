#pragma once

#include <utility>
#include <vector>

#include <tbb/parallel_for.h>

#include "src/engines/host_engines.h"
#include "src/scan/reference.h"
#include "src/scan/rows/runs.h"

namespace hexscan {

/// Solves, with the reference and point by point, the rows that a launch left undecided because they touch the border
/// of a limit. `rows` (RowSegments or DeltaRows) lists these rows and receives their runs.
template <class Rows>
void settle_undecided_rows(const OrientedPlan& plan, Rows& rows) {
    const std::vector<std::pair<int, int>> undecided = rows.undecided_rows();
    if (undecided.empty()) return;
    const std::vector<double> x_m = column_coordinates(plan);
    std::vector<WorkspaceSlice> results(undecided.size());
    tbb::parallel_for(std::size_t{0}, undecided.size(), [&](std::size_t i) {
        append_reference_row(plan, x_m, undecided[i].second, undecided[i].first, results[i]);
    });
    for (std::size_t i = 0; i < undecided.size(); ++i) rows.settle(undecided[i], std::move(results[i].runs));
}

}  // namespace hexscan
