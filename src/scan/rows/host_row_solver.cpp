#include "src/scan/rows/host_row_solver.h"

#include <algorithm>

#include "kernels/sets/inclusive_rows.h"
#include "kernels/sets/total_rows.h"
#include "src/scan/rows/host_runs.h"
#include "src/scan/set_reference.h"

namespace hexscan {
namespace {

ColumnRange all_columns(const SetScan<double>& scan) { return {0, scan.x.count - 1}; }

/// Sets the initial runs of a row.
void begin_row(const SetScan<double>& scan, const WorkspaceSlice* start, int row, HostRuns& runs) {
    runs.clear();
    if (start)
        runs.take(start->row(row));
    else
        runs.insert(0, all_columns(scan));
}

}  // namespace

HostRowSolver::HostRowSolver(const ScanPlan& plan, const FreeLegs& legs, const Loop& loop) : plan_(plan), legs_(legs) {
    prepare_set_scan(plan, legs, data_);
    prepare_cells(data_, loop);
}

void HostRowSolver::append_rows(int slice, int first, int end, const WorkspaceSlice* start, WorkspaceSlice& out) const {
    if (!data_.solvable) return append_reference_rows(plan_, legs_, slice, first, end, out);
    if (plan_.workspace == WorkspaceKind::inclusive)
        return data_.wide ? append_inclusive_rows<true>(slice, first, end, start, out)
                          : append_inclusive_rows<false>(slice, first, end, start, out);
    return data_.wide ? append_total_rows<true>(slice, first, end, start, out)
                      : append_total_rows<false>(slice, first, end, start, out);
}

template <bool wide>
void HostRowSolver::append_total_rows(int slice, int first, int end, const WorkspaceSlice* start,
                                      WorkspaceSlice& out) const {
    const SetScan<double>& scan = data_.scan;
    HostRuns runs;
    for (int r = first; r < end; ++r) {
        plan_.end_if_given_up();
        begin_row(scan, start, r - first, runs);
        SetRow<HostRuns> row{grid_coordinate(scan.y, r), grid_coordinate(scan.z, slice), runs, false};
        RingWatch watch;
        // The outermost ring of a cone excludes most columns, so it is tested first.
        for (int tree = tree_count(scan.set) - 1; tree >= 0 && row.alive(); --tree)
            keep_total<wide>(scan, tree_root(tree), SingleRow{}, watch, row);
        runs.append_to(out);
    }
}

template <bool wide>
void HostRowSolver::append_inclusive_rows(int slice, int first, int end, const WorkspaceSlice* start,
                                          WorkspaceSlice& out) const {
    const SetScan<double>& scan = data_.scan;
    const ColumnRange all = all_columns(scan);
    HostRuns gaps, trial, runs;
    LastRemovers removers;
    // A gap is a stretch of columns that no orientation tested so far reaches. An orientation that closed a gap in one
    // row often closes a similar gap in the next row. The orientations that closed gaps most recently are the
    // likeliest.
    std::vector<OrientationIndex> closed, likely;
    for (int r = first; r < end; ++r) {
        plan_.end_if_given_up();
        gaps.clear();
        gaps.insert(0, all);
        if (start)
            for (const Run& run : start->row(r - first)) remove_columns(gaps, {run.first, run.last});
        InclusiveRow<HostRuns> row{grid_coordinate(scan.y, r), grid_coordinate(scan.z, slice), gaps, trial, false};
        std::swap(closed, likely);
        closed.clear();
        for (; !likely.empty(); likely.pop_back()) {
            const ColumnRange left = gaps_within(row, all);
            if (!left.empty() && close_reached(scan, likely.back(), scan.limits, left, row))
                closed.push_back(likely.back());
        }
        close_gaps(TelescopicReach<double, wide>{scan}, SingleRow{}, removers, row,
                   [&](const OrientationIndex& orientation) { closed.push_back(orientation); });
        runs.clear();
        for_each_between(gaps, scan.x.count, [&](int from, int to) { runs.insert(runs.count(), {from, to}); });
        runs.append_to(out);
    }
}

void HostRowSolver::append_total_row(int slice, int row, WorkspaceSlice& out) const {
    if (!data_.solvable) {
        ScanPlan total = plan_;
        total.workspace = WorkspaceKind::total;
        return append_reference_rows(total, legs_, slice, row, row + 1, out);
    }
    return data_.wide ? append_total_rows<true>(slice, row, row + 1, nullptr, out)
                      : append_total_rows<false>(slice, row, row + 1, nullptr, out);
}

void HostRowSolver::count_rings(int slice, int row_index, std::span<std::uint8_t> rings) const {
    const SetScan<double>& scan = data_.scan;
    if (!data_.solvable) return count_rings_by_reference(plan_, slice, row_index, rings);
    HostRuns runs, before;
    runs.insert(0, all_columns(scan));
    SetRow<HostRuns> row{grid_coordinate(scan.y, row_index), grid_coordinate(scan.z, slice), runs, false};
    const auto count = [&](int first, int last, int ring) {
        std::fill(rings.begin() + first, rings.begin() + last + 1, static_cast<std::uint8_t>(ring));
    };
    RingWatch watch;
    for (int ring = 0; ring < scan.set.counts[0] && row.alive(); ++ring) {
        before = runs;
        if (data_.wide)
            keep_total<true>(scan, tree_root(ring), SingleRow{}, watch, row);
        else
            keep_total<false>(scan, tree_root(ring), SingleRow{}, watch, row);
        for_each_removed(before, runs, [&](int first, int last) { count(first, last, ring); });
    }
    for (int r = 0; r < runs.count(); ++r) count(runs.get(r).first, runs.get(r).last, scan.set.counts[0]);
}

}  // namespace hexscan
