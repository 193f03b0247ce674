#include "src/engines/host_engines.h"

#include <algorithm>
#include <optional>

#include "src/engines/engines_tuning.h"
#include "src/engines/parallel_rows.h"
#include "src/scan/map_kind.h"
#include "src/scan/plan_fields.h"
#include "src/scan/rows/host_row_solver.h"
#include "src/system/all_cores.h"

namespace hexscan {
namespace {

WorkspaceSlice rows_of(const WorkspaceSlice& slice, int first, int end) {
    WorkspaceSlice rows;
    for (int r = first; r < end; ++r) {
        const std::span<const Run> runs = slice.row(r);
        rows.runs.insert(rows.runs.end(), runs.begin(), runs.end());
        rows.row_begin.push_back(static_cast<std::int32_t>(rows.runs.size()));
    }
    return rows;
}

/// Computes a map row by row.
void fill_by_rows(MapKind map, const MapFields& fields) {
    const MapDefinition::FillRow fill_row = definition_of(map).fastest_fill_row();
    for (int slice = 0; slice < fields.plan.slices(); ++slice)
        fields.loop(static_cast<std::size_t>(fields.plan.rows()), [&](std::size_t row) {
            fill_row(fields.plan, slice, static_cast<int>(row), fields.slices[static_cast<std::size_t>(slice)]);
        });
}

std::vector<std::vector<SliceField>> fields_of(const ScanPlan& plan) {
    if (plan.maps.empty()) return {};
    std::vector<std::vector<SliceField>> slices(static_cast<std::size_t>(plan.slices()));
    on_all_cores(slices.size(), [&](std::size_t slice) { slices[slice] = empty_fields(plan); });
    std::optional<HostRowSolver> solver;
    if (!plan.is_single()) solver.emplace(plan, plan.set->legs(), on_all_cores);
    const MapFields fields{plan, solver ? &*solver : nullptr, on_all_cores, slices};
    std::vector<decltype(MapDefinition::fill)> filled;
    for (const MapKind map : plan.maps) {
        const auto fill = definition_of(map).fill;
        if (!fill) fill_by_rows(map, fields);
        // One function may fill the fields of several maps, so it is called only once.
        if (!fill || std::find(filled.begin(), filled.end(), fill) != filled.end()) continue;
        fill(fields);
        filled.push_back(fill);
    }
    return slices;
}

}  // namespace

Workspace workspace_on_cpu(const ScanPlan& plan, const FreeLegs& legs) {
    const Workspace start = scan_on_cpu(plan.oriented(legs, middle_of(plan.set->tables())));
    if (plan.is_single()) return start;
    const HostRowSolver solver(plan, legs, on_all_cores);
    return scan_rows_in_parallel(
        plan, tuning::set_rows_per_block, [&](int slice, int first, int end, WorkspaceSlice& out) {
            const WorkspaceSlice begin = rows_of(start[static_cast<std::size_t>(slice)], first, end);
            solver.append_rows(slice, first, end, &begin, out);
        });
}

namespace {

ScanResult answer_on_cpu(const ScanPlan& plan) {
    ScanResult result;
    result.workspace = workspace_on_cpu(plan, plan.set->legs());
    if (plan.is_certified()) {
        std::vector<Workspace> parts;
        for (const FreeLegs& legs : plan.set->proof_parts()) parts.push_back(workspace_on_cpu(plan, legs));
        result.proved = intersection(parts);
    }
    result.fields = fields_of(plan);
    return result;
}

}  // namespace

const Engine& set_engine() {
    static const HostEngine engine("cpu-sets", answer_on_cpu,
                                   [](const ScanPlan& plan) { return plan.has_closed_form(); });
    return engine;
}

}  // namespace hexscan
