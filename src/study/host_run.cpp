#include "src/study/host_run.h"

#include <numeric>
#include <string>
#include <utility>
#include <vector>

#include "src/engines/scan_times.h"
#include "stages/stage_tuning.h"

namespace hexscan {
namespace {

/// Forwards the steps of the first run only.
class FirstRun final : public Work {
public:
    explicit FirstRun(Work& shown) : shown_(shown) {}
    void end() { has_ended_ = true; }

    void advance(std::int64_t steps) override {
        if (!has_ended_) shown_.advance(steps);
    }
    void show() override {
        if (!has_ended_) shown_.show();
    }

private:
    Work& shown_;
    bool has_ended_ = false;
};

}  // namespace

HostRun run_on_host(const HostStage& stage, const ScanPlan& plan, int repeats, Observer& observer) {
    stage.prepare(plan.slab(plan.slices() / 2, 1))->scan();
    const std::unique_ptr<Work> shown = observer.begin("slices of " + std::string(stage.name()), plan.slices());
    FirstRun work(*shown);
    HostRun run{.scan = stage.prepare_watched(plan, work), .total_ms = {}};
    std::vector<double> times_ms;
    do {
        run.scan->poison(0xCD);
        times_ms.push_back(scan_by_the_wall_ms(*run.scan));
        work.end();
    } while (static_cast<int>(times_ms.size()) < repeats &&
             std::accumulate(times_ms.begin(), times_ms.end(), 0.0) < tuning::host_runs_ms);
    run.runs = static_cast<int>(times_ms.size());
    run.total_ms = spread_of(std::move(times_ms));
    return run;
}

}  // namespace hexscan
