#include "src/sweep/meters/machine_measures.h"

#include <algorithm>
#include <map>

#include <tbb/parallel_for.h>

#include "kernels/sets/grid_cells.h"
#include "src/check/requirement_check.h"
#include "src/engines/axis_verdicts.h"
#include "src/engines/host_engines.h"
#include "src/scan/rows/cpu_rows.h"
#include "src/scan/searches/largest_ball.h"
#include "src/sweep/measure_kind.h"
#include "src/sweep/meters/reach_steps.h"
#include "src/sweep/sweep_tuning.h"

namespace hexscan {

ScanRequest workspace_scan(const ScanRequest& scan) {
    ScanRequest plain = scan;
    plain.questions = {};
    return plain;
}

ScanRequest total_scan(const ScanRequest& scan) {
    ScanRequest total = workspace_scan(scan);
    total.workspace = WorkspaceKind::total;
    return total;
}

void CountedCells::add(const ScanGrid& grid, int slice, const WorkspaceSlice& runs) {
    const ScanGeometry<double> geometry{grid.x, grid.y, grid.z, {}};
    for (int row = 0; row < runs.rows(); ++row)
        for (const Run& run : runs.row(row)) {
            const long long eighths = hexscan::eighth_cells(geometry, slice, row, run.first, run.last);
            eighth_cells += eighths;
            // Only points on the border of the grid count for less than a whole cell, which has eight eighths.
            cut_off |= eighths < 8 * (run.last - run.first + 1);
        }
}

CountedCells count_cells(const ScanPlan& plan) {
    CountedCells counted;
    if (!plan.is_plain()) {
        int index = 0;
        for (const WorkspaceSlice& slice : answer_on_host(plan).workspace) counted.add(plan, index++, slice);
        return counted;
    }
    const CpuRows rows(plan.oriented());
    WorkspaceSlice slice;
    for (int s = 0; s < plan.slices(); ++s) {
        slice.row_begin.assign(1, 0);
        slice.runs.clear();
        rows.append(s, 0, plan.rows(), slice);
        counted.add(plan, s, slice);
    }
    return counted;
}

WorkspaceSlice runs_of_slice(const ScanPlan& plan, int slice) {
    if (!plan.is_plain()) return answer_on_host(plan.slab(slice, 1)).workspace.front();
    WorkspaceSlice runs;
    CpuRows(plan.oriented()).append(slice, 0, plan.rows(), runs);
    return runs;
}

namespace {

/// The reach of one machine: its runs in a slice, and whether it reaches the slice's point on the z axis.
struct MachineReach {
    WorkspaceSlice runs;
    bool axis = false;
};

/// Adds the reach of the machines from `first` on in one slice. The machines are solved in parallel, then their rows
/// are added in parallel. All threads add to the same counts, so memory does not grow with the number of cores.
void add_reach(const Designs& designs, std::int64_t first, const ScanRequest& scan, int slice, ReachSteps& reached) {
    const std::int64_t count = std::min(tuning::machines_at_once, designs.count() - first);
    std::vector<MachineReach> reaches(static_cast<std::size_t>(count));
    tbb::parallel_for(std::int64_t{0}, count, [&](std::int64_t k) {
        try {
            const ScanPlan plan = make_scan_plan(designs.machine(first + k), scan);
            reaches[static_cast<std::size_t>(k)] = {runs_of_slice(plan, slice),
                                                    axis_verdicts(plan.slab(slice, 1)).reachable.front()};
        } catch (const DescriptionError&) {
            return;
        }
    });
    // Machines that cannot be built have no rows.
    std::erase_if(reaches, [](const MachineReach& machine) { return machine.runs.rows() == 0; });
    for (const MachineReach& machine : reaches) reached.add_axis(machine.axis);
    tbb::parallel_for(0, scan.y.count, [&](int row) {
        for (const MachineReach& machine : reaches) reached.add_row(machine.runs, row);
    });
}

}  // namespace

std::vector<std::uint32_t> reach_counts_on_host(const Designs& designs, const ScanRequest& scan, int slice) {
    ReachSteps reached(scan.x.count, scan.y.count);
    for (std::int64_t first = 0; first < designs.count(); first += tuning::machines_at_once)
        add_reach(designs, first, scan, slice, reached);
    return reached.counts();
}

Found<int> requirements_met(const Machine& machine, const std::vector<Requirement>& requirements, Effort effort) {
    const ProvenMachine proven(machine);
    // Identical requirements of the same file of poses share them and have the same outcome.
    std::map<const RequiredPoses*, Found<Outcome>> outcomes;
    Found<int> met;
    for (const Requirement& requirement : requirements) {
        const auto [known, is_first] = outcomes.try_emplace(requirement.poses.get());
        if (is_first) known->second = outcome_of(proven, at_home_of(machine, requirement), effort);
        if (known->second.value == Outcome::proved) ++met.value;
        met.gave_up = met.gave_up || known->second.gave_up;
    }
    return met;
}

std::string flat_grid_problem(const ScanRequest& scan) {
    if (scan.x.count > 1 && scan.y.count > 1 && scan.z.count > 1) return "";
    return "needs several points on every axis of the scan; a flat grid has no volume";
}

Measured measured_beside_cells(const Machine& machine, const ScanPlan& plan, const SweepFile& sweep) {
    Measured measured;
    measured.is_machine = 1;
    measured.figures.reserve(sweep.measures.size());
    for (const Measure& measure : sweep.measures) {
        const auto figure = definition_of(measure.kind).figure;
        measured.figures.push_back(figure ? figure({machine, plan, sweep, measure}) : Found<double>{});
    }
    return measured;
}

Measured measured_on_host(const Machine& machine, const SweepFile& sweep) {
    const ScanPlan plan = make_scan_plan(machine, workspace_scan(sweep.scan));
    Measured measured = measured_beside_cells(machine, plan, sweep);
    const auto count = [&](const ScanRequest& scan) {
        // The scans of a sweep differ only in the workspace that they request.
        ScanPlan asked = plan;
        asked.workspace = scan.workspace;
        return count_cells(asked);
    };
    measure_volumes(sweep, count, measured);
    return measured;
}

}  // namespace hexscan
