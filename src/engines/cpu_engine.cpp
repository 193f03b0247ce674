#include "src/engines/host_engines.h"

#include "src/engines/engines_tuning.h"
#include "src/engines/host_engine.h"
#include "src/engines/parallel_rows.h"
#include "src/scan/rows/cpu_rows.h"

namespace hexscan {

Workspace scan_on_cpu(const OrientedPlan& plan) {
    const CpuRows rows(plan);
    return scan_rows_in_parallel(
        plan, tuning::cpu_rows_per_block,
        [&](int slice, int first, int end, WorkspaceSlice& out) { rows.append(slice, first, end, out); });
}

const Engine& cpu_engine() {
    static const HostEngine engine(
        "cpu",
        [](const ScanPlan& plan) {
            return ScanResult{scan_on_cpu(plan.oriented()), {}, {}};
        },
        [](const ScanPlan& plan) { return plan.is_plain(); }, tuning::cpu_rows_at_once);
    return engine;
}

}  // namespace hexscan
