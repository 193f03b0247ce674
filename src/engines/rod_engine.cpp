#include "src/engines/host_engines.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "src/engines/engines_tuning.h"
#include "src/engines/parallel_rows.h"
#include "src/machine/legs/telescope_parts.h"
#include "src/scan/map_kind.h"
#include "src/scan/plan_fields.h"
#include "src/scan/rows/cpu_slider_rows.h"
#include "src/scan/rows/rod_row_solver.h"
#include "src/scan/set_reference.h"
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

/// True if each telescopic leg is solved as several legs with simpler joints (telescope_parts.h). Called only for plans
/// whose legs have no kernel of their own. The workspaces of the parts are intersected, which is wrong for inclusive
/// workspaces.
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

template <class Solver>
void fill_row(const ScanPlan& plan, const Solver& solver, int slice, int row, std::vector<SliceField>& fields) {
    const auto columns = static_cast<std::size_t>(plan.columns());
    if (plan.asks_for(MapKind::tilt)) {
        std::vector<std::uint8_t> rings(columns);
        solver.count_rings(slice, row, rings);
        put_tilts(plan, rings, float_row(plan, MapKind::tilt, row, fields));
    }
    if (plan.asks_for(MapKind::share)) {
        std::vector<std::int32_t> reached(columns);
        solver.count_orientations(slice, row, reached);
        put_shares(plan, reached, float_row(plan, MapKind::share, row, fields));
    }
}

/// Computes all maps of a plan. Maps that need more than counts are computed row by row.
template <class Solver>
std::vector<std::vector<SliceField>> fields_of(const ScanPlan& plan, const Solver& solver) {
    if (std::ranges::none_of(plan.maps, is_counted)) return fields_by_rows(plan);
    ScanPlan others = plan;
    std::erase_if(others.maps, is_counted);
    std::vector<std::vector<SliceField>> fields;
    for (int slice = 0; slice < plan.slices(); ++slice) {
        fields.push_back(empty_fields(plan));
        on_all_cores(static_cast<std::size_t>(plan.rows()), [&](std::size_t index) {
            const int row = static_cast<int>(index);
            fill_row(plan, solver, slice, row, fields.back());
            fill_fields_fast(others, slice, row, row + 1, fields.back());
        });
    }
    return fields;
}

template <class Solver>
ScanResult solved(const ScanPlan& plan) {
    const Solver solver(plan, on_all_cores);
    return {rows_in_parallel(solver, plan), {}, fields_of(plan, solver)};
}

ScanResult in_closed_form(const ScanPlan& plan) {
    if (is_in_parts(plan)) return {in_parts(plan), {}, fields_by_rows(plan)};
    if (const auto sliders = make_slider_geometry(plan))
        return {rows_in_parallel(SliderRows(*sliders), plan), {}, fields_by_rows(plan)};
    return SliderRowSolver::supports(plan) ? solved<SliderRowSolver>(plan) : solved<RotaryRowSolver>(plan);
}

ScanResult scan_rods(const ScanPlan& plan) {
    ScanResult result = in_closed_form(plan);
    if (plan.is_certified()) result.proved = scan_by_clearance(plan.tightened()).workspace;
    return result;
}

}  // namespace

const Engine& rod_engine() {
    static const HostEngine engine("cpu-rods", scan_rods, is_closed_form, tuning::cpu_rows_at_once);
    return engine;
}

}  // namespace hexscan
