#include "src/scan/set_engine.h"

#include "kernels/inclusive_rows.h"
#include "kernels/total_rows.h"
#include "src/scan/cpu_engine.h"
#include "src/scan/host_runs.h"
#include "src/scan/parallel_rows.h"
#include "src/scan/set_reference.h"
#include "src/scan/set_scan_data.h"

namespace hexscan {
namespace {

constexpr int rows_per_block = 64;

/// The plan at one orientation of its set.
ScanPlan at_orientation(const ScanPlan& plan, const FreeLegs& legs, OrientationIndex index) {
    ScanPlan single;
    single.geometry = plan.geometry;
    const Matrix3<double> rotation = exact::rotation_at(plan.set->tables(), index);
    for (std::size_t i = 0; i < legs.size(); ++i) single.geometry.legs[i] = exact_leg_at(legs[i], rotation);
    return single;
}

/// An orientation in the middle of the set: the level of a cone.
OrientationIndex middle_of(const OrientationTables& set) {
    const bool tilts = set.layout == OrientationLayout::tilts;
    return {{tilts ? 0 : set.counts[0] / 2, tilts ? 0 : set.counts[1] / 2, set.counts[2] / 2}};
}

template <bool wide>
void append_total_rows(const SetScan<double>& scan, const WorkspaceSlice& start, int slice, int first, int end,
                       WorkspaceSlice& out) {
    HostRuns runs;
    for (int r = first; r < end; ++r) {
        runs.take(start.row(r));
        SetRow<HostRuns> row{grid_coordinate(scan.y, r), grid_coordinate(scan.z, slice), runs, false};
        for (int tree = tree_count(scan.set) - 1; tree >= 0 && row.alive(); --tree)
            keep_total<wide>(scan, tree_root(tree), SingleRow{}, row);
        runs.append_to(out);
    }
}

Workspace reference_workspace(const ScanPlan& plan, const FreeLegs& legs) {
    return scan_rows_in_parallel(plan, rows_per_block,
                                 [&](const ScanPlan& p, int slice, int first, int end, WorkspaceSlice& out) {
                                     append_reference_rows(p, legs, slice, first, end, out);
                                 });
}

/// Ceilings of one proof: all limits of all legs.
constexpr int most_ceilings = leg_count * limits_per_leg;

template <bool wide>
void append_inclusive_rows(const SetScan<double>& scan, const WorkspaceSlice& start, int slice, int first, int end,
                           WorkspaceSlice& out) {
    HostRuns gaps, trial, runs;
    for (int r = first; r < end; ++r) {
        const ColumnRange all{0, scan.x.count - 1};
        gaps.clear();
        gaps.insert(0, all);
        for (const Run& run : start.row(r)) remove_columns(gaps, {run.first, run.last});
        InclusiveRow<HostRuns> row{grid_coordinate(scan.y, r), grid_coordinate(scan.z, slice), gaps, trial, {-1, -1},
                                   all.last / 2, false};
        while (row.take_next_gap())
            for (int tree = 0; tree < tree_count(scan.set); ++tree)
                close_gap<wide, most_ceilings>(scan, tree_root(tree), SingleRow{}, true, row);
        runs.clear();
        runs.insert(0, all);
        for (int g = 0; g < gaps.count(); ++g) remove_columns(runs, gaps.get(g));
        runs.append_to(out);
    }
}

/// The rows of a total or an inclusive workspace with these legs.
Workspace closed_form_workspace(const ScanPlan& plan, const FreeLegs& legs) {
    SetScanData<double> data;
    prepare_set_scan(plan, legs, data);
    if (!data.solvable) return reference_workspace(plan, legs);
    prepare_cells(data);
    const Workspace start = scan_on_cpu(at_orientation(plan, legs, middle_of(plan.set->tables())));
    return scan_rows_in_parallel(
        plan, rows_per_block, [&](const ScanPlan&, int slice, int first, int end, WorkspaceSlice& out) {
            const auto append_rows = plan.workspace == WorkspaceKind::inclusive
                                         ? (data.wide ? append_inclusive_rows<true> : append_inclusive_rows<false>)
                                         : (data.wide ? append_total_rows<true> : append_total_rows<false>);
            append_rows(data.scan, start[static_cast<std::size_t>(slice)], slice, first, end, out);
        });
}

}  // namespace

ScanResult answer_on_cpu(const ScanPlan& plan) {
    ScanResult result;
    result.workspace = closed_form_workspace(plan, plan.set->legs());
    return result;
}

const Engine& set_engine() {
    static const HostEngine engine("cpu-sets", answer_on_cpu, [](const ScanPlan& plan) { return plan.set != nullptr; });
    return engine;
}

}  // namespace hexscan
