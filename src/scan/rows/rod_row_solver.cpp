#include "src/scan/rows/rod_row_solver.h"

#include <algorithm>
#include <cstddef>
#include <optional>
#include <variant>

#include "kernels/sets/rod_inclusive_rows.h"
#include "src/machine/legs/leg_forms.h"
#include "src/scan/rows/host_runs.h"
#include "src/scan/rows/slider_geometry.h"

namespace hexscan {

template <class Scan>
bool RodRowSolver<Scan>::supports(const ScanPlan& plan) {
    if (!plan.has_rods() || plan.has_shared_limits()) return false;
    if (plan.set->machine().is_telescopic()) return false;
    // All legs are of the same kind, and so are all joints of one side. So the first leg represents all.
    const std::optional<RodForm> form = plan.set->rods_at(0).legs[0]->form();
    return form && std::holds_alternative<decltype(Scan::RowLeg::leg)>(*form);
}

template <class Scan>
RodRowSolver<Scan>::RodRowSolver(const ScanPlan& plan, const Loop& loop)
    : plan_(plan), rows_(make_rod_rows<typename Scan::RowLeg>(plan)), scan_(make_rod_set_scan<Scan>(plan, rows_)) {
    if (plan.is_single()) return;
    cells_ = make_rod_cells(scan_, loop);
    scan_.cells = cells_.data();
}

template <class Scan>
void RodRowSolver<Scan>::append(int slice, int first, int end, WorkspaceSlice& out) const {
    const bool inclusive = plan_.workspace == WorkspaceKind::inclusive;
    HostRuns runs, gaps, trial;
    LastRemovers removers;
    for (int r = first; r < end; ++r) {
        plan_.end_if_given_up();
        runs.clear();
        const double y_m = grid_coordinate(scan_.y, r), z_m = grid_coordinate(scan_.z, slice);
        if (plan_.is_single()) {
            solve_rod_row(rows_.middle, y_m, z_m, runs);
        } else if (inclusive) {
            const ColumnRange all{0, scan_.x_real.count - 1};
            const RodReach<Scan> reach{scan_};
            gaps.clear();
            gaps.insert(0, all);
            InclusiveRow<HostRuns> row{y_m, z_m, gaps, trial, false};
            reach.close(middle_of(scan_.set), reach.limits(), all, row);
            close_gaps(reach, SingleRow{}, removers, row, [](const OrientationIndex&) {});
            for_each_between(gaps, scan_.x_real.count, [&](int from, int to) {
                runs.insert(runs.count(), {from, to});
            });
        } else {
            SetRow<HostRuns> row{y_m, z_m, runs, false};
            solve_total_row_of_rods(scan_, true, SingleRow{}, row);
        }
        runs.append_to(out);
    }
}

template <class Scan>
void RodRowSolver<Scan>::count_rings(int slice, int row_index, std::span<std::uint8_t> rings) const {
    HostRuns runs, before;
    runs.insert(0, {0, scan_.x_real.count - 1});
    SetRow<HostRuns> row{grid_coordinate(scan_.y, row_index), grid_coordinate(scan_.z, slice), runs, false};
    const auto count = [&](int first, int last, int ring) {
        std::fill(rings.begin() + first, rings.begin() + last + 1, static_cast<std::uint8_t>(ring));
    };
    for (int ring = 0; ring < scan_.set.counts[0] && row.alive(); ++ring) {
        before = runs;
        keep_total_of_rods(scan_, tree_root(ring), SingleRow{}, row);
        for_each_removed(before, runs, [&](int first, int last) { count(first, last, ring); });
    }
    for (int r = 0; r < runs.count(); ++r) count(runs.get(r).first, runs.get(r).last, scan_.set.counts[0]);
}

template <class Scan>
void RodRowSolver<Scan>::count_orientations(int slice, int row_index, std::span<std::int32_t> reached) const {
    std::fill(reached.begin(), reached.end(), 0);
    HostRuns runs;
    SetRow<HostRuns> row{grid_coordinate(scan_.y, row_index), grid_coordinate(scan_.z, slice), runs, false};
    for (std::int64_t o = 0; o < orientation_count(scan_.set); ++o) {
        runs.clear();
        runs.insert(0, {0, scan_.x_real.count - 1});
        keep_rods_at(scan_, orientation_at(scan_.set, o), row);
        for (int r = 0; r < runs.count(); ++r)
            for (int column = runs.get(r).first; column <= runs.get(r).last; ++column)
                ++reached[static_cast<std::size_t>(column)];
    }
}

template class RodRowSolver<RotarySetScan<RotaryRowLeg, double>>;
template class RodRowSolver<SliderSetScan<JointedSliderLeg, double>>;

}  // namespace hexscan
