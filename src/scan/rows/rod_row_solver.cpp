#include "src/scan/rows/rod_row_solver.h"

#include <optional>
#include <variant>

#include "kernels/sets/rod_inclusive_rows.h"
#include "src/machine/legs/posed_leg.h"
#include "src/scan/rows/host_runs.h"
#include "src/scan/rows/slider_geometry.h"

namespace hexscan {

template <class Scan>
bool RodRowSolver<Scan>::supports(const ScanPlan& plan) {
    if (!plan.has_rods() || plan.has_shared_limits()) return false;
    if (plan.set->machine().is_telescopic()) return false;
    // All legs are of one kind, and joints of one side of one sort.
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
    for (int r = first; r < end; ++r) {
        plan_.end_if_given_up();
        runs.clear();
        const double y_m = grid_coordinate(scan_.y, r), z_m = grid_coordinate(scan_.z, slice);
        if (plan_.is_single()) {
            solve_rod_row(rows_.middle, y_m, z_m, runs);
        } else if (inclusive) {
            InclusiveRow<HostRuns> row{y_m, z_m, gaps, trial, false};
            solve_inclusive_row_of_rods(scan_, true, SingleRow{}, row);
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

template class RodRowSolver<RotarySetScan<double>>;
template class RodRowSolver<SliderSetScan<JointedSliderLeg, double>>;

}  // namespace hexscan
