#pragma once

#include <algorithm>
#include <vector>

#include <tbb/parallel_for.h>

#include "src/scan/grid.h"
#include "src/scan/rows/runs.h"
#include "src/system/given_up.h"

namespace hexscan {

/// Builds a workspace on all cores. `scan_rows(slice, first_row, end_row, out)` must append rows first_row to end_row -
/// 1 of one slice to `out`. It runs concurrently for different blocks of rows.
template <class ScanRows>
Workspace scan_rows_in_parallel(const ScanGrid& grid, int rows_per_block, ScanRows scan_rows) {
    const int blocks = (grid.rows() + rows_per_block - 1) / rows_per_block;
    Workspace workspace(static_cast<std::size_t>(grid.slices()));
    tbb::parallel_for(0, grid.slices(), [&](int slice) {
        std::vector<WorkspaceSlice> parts(static_cast<std::size_t>(blocks));
        tbb::parallel_for(0, blocks, [&](int block) {
            end_if_given_up();
            const int first = block * rows_per_block;
            scan_rows(slice, first, std::min(first + rows_per_block, grid.rows()),
                      parts[static_cast<std::size_t>(block)]);
        });
        end_if_given_up();
        workspace[static_cast<std::size_t>(slice)] = concatenate(parts);
    });
    end_if_given_up();
    return workspace;
}

}  // namespace hexscan
