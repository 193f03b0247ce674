#pragma once

#include <cstdint>

#include "src/check/requirement.h"
#include "src/scan/rows/runs.h"
#include "src/sweep/designs.h"
#include "src/sweep/meters/measured.h"

/// What is measured of a machine, one measure each, on the thread that asks.
namespace hexscan {

/// The workspace that a scan asks for, and of its set the total one: the scan without maps and certificate.
ScanRequest workspace_scan(const ScanRequest& scan);
ScanRequest total_scan(const ScanRequest& scan);

/// What is counted of a workspace.
struct CountedCells {
    std::int64_t eighth_cells = 0;  ///< kernels/sets/grid_cells.h
    bool cut_off = false;           ///< a reachable point lies on the border of the grid

    /// Slice `slice` of the grid.
    void add(const ScanGrid& grid, int slice, const WorkspaceSlice& runs);
};

/// Of the plan's workspace, on the host.
CountedCells count_cells(const ScanPlan& plan);

/// One slice of the plan's workspace, on the host.
WorkspaceSlice runs_of_slice(const ScanPlan& plan, int slice);

/// How many machines of a sweep reach each point of a slice, columns fastest, and behind them its point on the z axis:
/// on all cores. `scan` is a workspace_scan.
std::vector<std::uint32_t> reach_counts_on_host(const Designs& designs, const ScanRequest& scan, int slice);

/// How many of the requirements are proved; what a box leaves out is as at this machine's home.
Found<int> requirements_met(const Machine& machine, const std::vector<Requirement>& requirements, Effort effort = {});

/// Why a scan has no volumes; empty: it has.
std::string flat_grid_problem(const ScanRequest& scan);

/// Of what a sweep measures of a machine, all that is not counted in points of a grid: every device leaves it to the
/// host. `plan` is that of workspace_scan.
Measured measured_beside_cells(const Machine& machine, const ScanPlan& plan, const SweepFile& sweep);

/// Sets what the sweep measures of volumes; count(scan) counts the cells of the machine's workspace in a scan.
template <class Count>
void measure_volumes(const SweepFile& sweep, Count count, Measured& measured) {
    const bool is_total = sweep.scan.orientations.is_single() || sweep.scan.workspace == WorkspaceKind::total;
    const bool wants_total = sweep.measures_any(Measure::total_volume);
    if (sweep.measures_any(Measure::volume)) {
        const CountedCells counted = count(workspace_scan(sweep.scan));
        measured.eighth_cells = counted.eighth_cells;
        measured.cut_off = counted.cut_off ? 1 : 0;
        if (wants_total && is_total) measured.total_eighth_cells = counted.eighth_cells;
        if (is_total) return;
    }
    if (wants_total) measured.total_eighth_cells = count(total_scan(sweep.scan)).eighth_cells;
}

/// Everything that a sweep measures of one machine.
Measured measured_on_host(const Machine& machine, const SweepFile& sweep);

}  // namespace hexscan
