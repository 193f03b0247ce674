#pragma once

#include <memory>

#include "hexscan/observer.h"
#include "src/base/spread.h"
#include "src/scan/plan.h"
#include "stages/host_stage.h"

namespace hexscan {

/// A stage that has run on the CPU.
struct HostRun {
    std::shared_ptr<PreparedScan> scan;  ///< holds the verdicts of the last run
    Spread total_ms;                     ///< wall-clock time from the call to the last verdict in host memory
    int runs = 0;
};

/// Runs the CPU form of a stage after a warm-up of one slice. Repeats it up to `repeats` times, or until the runs
/// together take tuning::host_runs_ms. The observer sees the progress of the first run. Throws std::bad_alloc.
HostRun run_on_host(const HostStage& stage, const ScanPlan& plan, int repeats, Observer& observer);

}  // namespace hexscan
