#include "src/engines/rod_engine.h"

#include "src/engines/engines_tuning.h"
#include "src/engines/lipschitz_rows.h"
#include "src/engines/parallel_rows.h"
#include "src/engines/reference_engine.h"
#include "src/scan/cpu_slider_rows.h"
#include "src/scan/rod_row_solver.h"
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

bool is_closed_form(const ScanPlan& plan) {
    return plan.has_rods() && (SliderRowSolver::supports(plan) || RotaryRowSolver::supports(plan));
}

Workspace in_closed_form(const ScanPlan& plan) {
    if (const auto sliders = make_slider_geometry(plan)) return rows_in_parallel(SliderRows(*sliders), plan);
    if (SliderRowSolver::supports(plan)) return rows_in_parallel(SliderRowSolver(plan, on_all_cores), plan);
    return rows_in_parallel(RotaryRowSolver(plan, on_all_cores), plan);
}

}  // namespace

ScanResult scan_rods(const ScanPlan& plan) {
    if (!is_closed_form(plan)) return scan_by_clearance(plan);
    return {in_closed_form(plan), {}, fields_by_definition(plan)};
}

const Engine& rod_engine() {
    static const HostEngine engine("cpu-rods", scan_rods, is_closed_form);
    return engine;
}

}  // namespace hexscan
