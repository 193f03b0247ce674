#include "src/engines/host_engines.h"

#include <algorithm>

#include "src/engines/engines_tuning.h"
#include "src/engines/parallel_rows.h"
#include "src/scan/plan_fields.h"
#include "src/scan/reference.h"
#include "src/scan/set_reference.h"
#include "src/system/all_cores.h"

namespace hexscan {
namespace {

constexpr int asked_rows_per_block = tuning::asked_rows_per_block;

/// Computes all fields with fill(plan, slice, first row, end row, fields).
template <class Fill>
std::vector<std::vector<SliceField>> filled_fields(const ScanPlan& plan, Fill fill) {
    std::vector<std::vector<SliceField>> fields;
    if (plan.maps.empty()) return fields;
    const int blocks = (plan.rows() + asked_rows_per_block - 1) / asked_rows_per_block;
    for (int slice = 0; slice < plan.slices(); ++slice) {
        fields.push_back(empty_fields(plan));
        on_all_cores(static_cast<std::size_t>(blocks), [&](std::size_t b) {
            const int first = static_cast<int>(b) * asked_rows_per_block;
            fill(plan, slice, first, std::min(first + asked_rows_per_block, plan.rows()), fields.back());
        });
    }
    return fields;
}

Workspace reference_workspace(const ScanPlan& plan, const FreeLegs& legs) {
    return scan_rows_in_parallel(plan, asked_rows_per_block, [&](int slice, int first, int end, WorkspaceSlice& out) {
        append_reference_rows(plan, legs, slice, first, end, out);
    });
}

}  // namespace

std::vector<std::vector<SliceField>> fields_by_definition(const ScanPlan& plan) {
    return filled_fields(plan, fill_reference_fields);
}
std::vector<std::vector<SliceField>> fields_by_rows(const ScanPlan& plan) {
    return filled_fields(plan, fill_fields_fast);
}

Workspace scan_reference(const OrientedPlan& plan) {
    const std::vector<double> x_m = column_coordinates(plan);
    return scan_rows_in_parallel(plan, tuning::reference_rows_per_block,
                                 [&](int slice, int first, int end, WorkspaceSlice& out) {
                                     append_reference_rows(plan, x_m, slice, first, end, out);
                                 });
}

ScanResult answer_by_reference(const ScanPlan& plan) {
    if (plan.is_plain()) return {scan_reference(plan.oriented()), {}, {}};
    ScanResult result;
    result.workspace = reference_workspace(plan, plan.set->legs());
    if (plan.is_certified()) {
        std::vector<Workspace> parts;
        if (plan.has_rods()) parts.push_back(reference_workspace(plan.tightened(), {}));
        for (const FreeLegs& legs : plan.set->proof_parts()) parts.push_back(reference_workspace(plan, legs));
        result.proved = intersection(parts);
    }
    result.fields = fields_by_definition(plan);
    return result;
}

const Engine& reference_engine() {
    static const HostEngine engine("reference", answer_by_reference, [](const ScanPlan&) { return true; });
    return engine;
}

}  // namespace hexscan
