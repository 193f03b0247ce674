#include "src/engines/rod_engine.h"

#include <vector>

#include "src/engines/engines_tuning.h"
#include "src/engines/lipschitz_rows.h"
#include "src/engines/parallel_rows.h"
#include "src/engines/reference_engine.h"
#include "src/engines/set_engine.h"
#include "src/machine/legs/telescope_parts.h"
#include "src/scan/rows/cpu_slider_rows.h"
#include "src/scan/rows/rod_row_solver.h"
#include "src/system/all_cores.h"

namespace hexscan {
namespace {

template <class Rows>
Workspace rows_in_parallel(const Rows& rows, const ScanPlan& plan) {
    const int rows_per_block = plan.is_single() ? tuning::cpu_rows_per_block : tuning::set_rows_per_block;
    return scan_rows_in_parallel(plan, rows_per_block, [&](int slice, int first, int end, WorkspaceSlice& out) {
        rows.append(slice, first, end, out);
    });
}

/// Telescopic legs, whose joints are not of the sort that has kernels.
bool is_in_parts(const ScanPlan& plan) {
    return plan.set->machine().is_telescopic() && plan.workspace != WorkspaceKind::inclusive;
}

bool is_closed_form(const ScanPlan& plan) {
    return plan.has_rods() && !plan.has_shared_limits() &&
           (is_in_parts(plan) || SliderRowSolver::supports(plan) || RotaryRowSolver::supports(plan));
}

Workspace in_parts(const ScanPlan& plan) {
    std::vector<Workspace> parts;
    for (const FreeLegs& legs : telescope_parts(plan.set->machine())) parts.push_back(workspace_on_cpu(plan, legs));
    return intersection(parts);
}

Workspace in_closed_form(const ScanPlan& plan) {
    if (is_in_parts(plan)) return in_parts(plan);
    if (const auto sliders = make_slider_geometry(plan)) return rows_in_parallel(SliderRows(*sliders), plan);
    if (SliderRowSolver::supports(plan)) return rows_in_parallel(SliderRowSolver(plan, on_all_cores), plan);
    return rows_in_parallel(RotaryRowSolver(plan, on_all_cores), plan);
}

}  // namespace

ScanResult scan_rods(const ScanPlan& plan) {
    if (!is_closed_form(plan)) return scan_by_clearance(plan);
    const Workspace proved = plan.is_certified() ? scan_by_clearance(plan.tightened()).workspace : Workspace{};
    return {in_closed_form(plan), proved, fields_by_definition(plan)};
}

const Engine& rod_engine() {
    static const HostEngine engine("cpu-rods", scan_rods, is_closed_form, tuning::cpu_rows_at_once);
    return engine;
}

}  // namespace hexscan
