#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "src/scan/plan.h"
#include "src/scan/rows/runs.h"
#include "src/scan/set_scan_data.h"

namespace hexscan {

/// Solves rows of a plan with a set of orientations on the host, in any order and from several threads at once. The CPU
/// engine uses it for all rows, a device only for rows that it could not decide. Every verdict equals that of the
/// double-precision reference.
class HostRowSolver {
public:
    /// `legs` are the plan's own legs or a part of its proof. `loop` runs the preparation.
    HostRowSolver(const ScanPlan& plan, const FreeLegs& legs, const Loop& loop = one_by_one);

    /// Appends rows [first, end) of a slice of the plan's workspace. `start` contains the runs of the same rows at one
    /// orientation of the set, beginning with row `first`. If it is null, the search begins with whole rows.
    void append_rows(int slice, int first, int end, const WorkspaceSlice* start, WorkspaceSlice& out) const;

    /// Appends one row of the total workspace, whatever the plan's workspace is.
    void append_total_row(int slice, int row, WorkspaceSlice& out) const;

    /// For every column: the number of rings of the plan's cone that are reachable in every direction, including ring 0
    /// without tilt.
    void count_rings(int slice, int row, std::span<std::uint8_t> rings) const;

    /// The scan of the set, with its cells.
    const SetScan<double>& scan() const { return data_.scan; }

private:
    template <bool wide>
    void append_total_rows(int slice, int first, int end, const WorkspaceSlice* start, WorkspaceSlice& out) const;
    template <bool wide>
    void append_inclusive_rows(int slice, int first, int end, const WorkspaceSlice* start, WorkspaceSlice& out) const;

    ScanPlan plan_;
    FreeLegs legs_;
    SetScanData<double> data_;
};

}  // namespace hexscan
