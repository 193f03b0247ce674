#pragma once

#include <cstdint>

#include "src/check/requirement.h"
#include "src/scan/plan.h"
#include "src/scan/rows/runs.h"
#include "src/sweep/designs.h"
#include "src/sweep/meters/measured.h"

/// Computes the measures of a machine.
namespace hexscan {

/// The scan without its maps and its certificate. workspace_scan() keeps the workspace that the scan requests;
/// total_scan() requests the total workspace of the scan's set of orientations.
ScanRequest workspace_scan(const ScanRequest& scan);
ScanRequest total_scan(const ScanRequest& scan);

/// The counted cells of a workspace.
struct CountedCells {
    std::int64_t eighth_cells = 0;  ///< volume in eighths of a cell of the grid (kernels/sets/grid_cells.h)
    bool cut_off = false;           ///< a reachable point lies on the border of the grid

    /// Adds one slice of the grid.
    void add(const ScanGrid& grid, int slice, const WorkspaceSlice& runs);
};

/// Counts the plan's workspace on the host.
CountedCells count_cells(const ScanPlan& plan);

/// Computes one slice of the plan's workspace on the host.
WorkspaceSlice runs_of_slice(const ScanPlan& plan, int slice);

/// For each point of a slice, columns fastest, the number of machines of the sweep that reach it. One more number
/// follows at the end: the count for the slice's point on the z axis. Uses all cores. `scan` must be a result of
/// workspace_scan().
std::vector<std::uint32_t> reach_counts_on_host(const Designs& designs, const ScanRequest& scan, int slice);

/// The number of requirements that are proved. Coordinates that a box leaves out are those of this machine's home.
Found<int> requirements_met(const Machine& machine, const std::vector<Requirement>& requirements, Effort effort = {});

/// Explains why a scan has no volume. The result is empty if it has one.
std::string flat_grid_problem(const ScanRequest& scan);

/// All measures of a machine that need no counted grid points; the others stay 0. The host computes them even if a
/// device counts. `plan` must be the plan of a workspace_scan().
Measured measured_beside_cells(const Machine& machine, const ScanPlan& plan, const SweepFile& sweep);

/// Sets the volumes that the sweep measures. count(scan) counts the cells of the machine's workspace in a scan.
template <class Count>
void measure_volumes(const SweepFile& sweep, Count count, Measured& measured) {
    const auto volume = sweep.place_of(Measure::volume), total = sweep.place_of(Measure::total_volume);
    const auto set = [&](std::size_t place, const CountedCells& counted) {
        measured.figures[place].value = volume_m3(counted.eighth_cells, scan_grid(sweep.scan));
    };
    const bool is_total = sweep.scan.orientations.is_single() || sweep.scan.workspace == WorkspaceKind::total;
    if (volume) {
        const CountedCells counted = count(workspace_scan(sweep.scan));
        measured.cut_off = counted.cut_off ? 1 : 0;
        set(*volume, counted);
        if (total && is_total) return set(*total, counted);
    }
    if (total) set(*total, count(total_scan(sweep.scan)));
}

/// All measures of one machine.
Measured measured_on_host(const Machine& machine, const SweepFile& sweep);

}  // namespace hexscan
