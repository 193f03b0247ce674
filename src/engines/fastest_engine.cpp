#include "src/engines/fastest_engine.h"

#include <cstdint>
#include <memory>

#include "src/engines/cpu_engine.h"
#include "src/engines/cut_engine.h"
#include "src/engines/engines_tuning.h"
#include "src/engines/lipschitz_rows.h"
#include "src/engines/reference_engine.h"
#include "src/engines/rod_engine.h"
#include "src/engines/set_engine.h"

namespace hexscan {

const Engine& fastest_host_engine(const ScanPlan& plan) {
    for (const Engine* const engine : {&cpu_engine(), &set_engine(), &cut_engine(), &rod_engine(), &lipschitz_engine()})
        if (engine->supports(plan)) return *engine;
    return reference_engine();
}

bool sooner_than_a_device_starts(const ScanPlan& plan) {
    const Engine* const host = &fastest_host_engine(plan);
    const bool closed_form = host == &cpu_engine() || (host == &rod_engine() && plan.is_single());
    const std::int64_t rows = std::int64_t{plan.rows()} * plan.slices();
    if (plan.is_single() && plan.maps.empty()) {
        if (host == &cut_engine()) return rows <= tuning::cut_rows_sooner_than_a_device_starts;
        if (host == &lipschitz_engine()) return rows <= tuning::searched_rows_sooner_than_a_device_starts;
    }
    return closed_form && rows <= tuning::rows_sooner_than_a_device_starts;
}

Workspace scan_on_host(const ScanPlan& plan) {
    const std::unique_ptr<PreparedScan> scan = fastest_host_engine(plan).prepare(plan);
    scan->scan();
    Workspace workspace;
    for (int slice = 0; slice < plan.slices(); ++slice) workspace.push_back(scan->slice(slice));
    return workspace;
}

}  // namespace hexscan
