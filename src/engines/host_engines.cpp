#include "src/engines/host_engines.h"

#include <cstdint>
#include <memory>

#include "src/engines/engines_tuning.h"

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
    if (host == &reference_engine() && plan.has_shared_limits())
        return plan.points() <= tuning::set_points_sooner_than_a_device;
    return closed_form && rows <= tuning::rows_sooner_than_a_device_starts;
}

ScanResult answer_on_host(const ScanPlan& plan) {
    const std::unique_ptr<PreparedScan> scan = fastest_host_engine(plan).prepare(plan);
    scan->scan();
    ScanResult result;
    for (int slice = 0; slice < plan.slices(); ++slice) {
        result.workspace.push_back(scan->take_slice(slice));
        if (!plan.maps.empty()) result.fields.push_back(scan->take_fields(slice));
        if (plan.is_certified()) result.proved.push_back(scan->proved(slice));
    }
    return result;
}

}  // namespace hexscan
