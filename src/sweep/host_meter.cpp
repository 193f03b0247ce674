#include <algorithm>

#include <tbb/parallel_for.h>
#include <tbb/task_arena.h>

#include "src/sweep/machine_measures.h"
#include "src/sweep/meter.h"
#include "src/sweep/reach_steps.h"

namespace hexscan {
namespace {

/// Machines whose runs of a slice are in memory at a time: enough to share out, and little beside a slice's counts.
constexpr std::int64_t machines_at_once = 256;

/// Runs `work` on threads that all meters of the host share: no more of them are busy than the host has cores, however
/// many meters are.
template <class Work>
void on_all_cores(Work work) {
    static tbb::task_arena cores;
    cores.execute(work);
}

class HostMeter final : public Meter {
public:
    HostMeter(const SweepStudy& study, const Designs& designs)
        : study_(study), designs_(designs), constant_(constant_scan(study.scan)) {}

    std::string name() const override { return "cpu"; }
    bool uses_all_cores() const override { return true; }

    std::vector<Measured> measure(std::int64_t first, std::int64_t count) override {
        std::vector<Measured> measured(static_cast<std::size_t>(count));
        on_all_cores([&] {
            tbb::parallel_for(std::int64_t{0}, count, [&](std::int64_t k) {
                try {
                    measured[static_cast<std::size_t>(k)] = measured_on_host(designs_.machine(first + k), study_);
                } catch (const DescriptionError&) {
                    measured[static_cast<std::size_t>(k)] = Measured{};
                }
            });
        });
        return measured;
    }

    std::vector<std::uint32_t> reach_counts(int slice) override {
        ReachSteps reached(constant_.x.count, constant_.y.count);
        for (std::int64_t first = 0; first < designs_.count(); first += machines_at_once)
            on_all_cores([&] { add_machines(first, slice, reached); });
        return reached.counts();
    }

private:
    /// Adds what the machines from `first` on reach of a slice, first machine by machine and then row by row: the threads
    /// share one slice's steps, so that memory does not grow with the cores.
    void add_machines(std::int64_t first, int slice, ReachSteps& reached) const {
        const std::int64_t count = std::min(machines_at_once, designs_.count() - first);
        std::vector<WorkspaceSlice> reaches(static_cast<std::size_t>(count));
        tbb::parallel_for(std::int64_t{0}, count, [&](std::int64_t k) {
            try {
                const ScanPlan plan = make_scan_plan(designs_.machine(first + k), constant_);
                reaches[static_cast<std::size_t>(k)] = runs_of_slice(plan, slice);
            } catch (const DescriptionError&) {
                return;
            }
        });
        // What is no machine has no rows.
        std::erase_if(reaches, [](const WorkspaceSlice& runs) { return runs.rows() == 0; });
        tbb::parallel_for(0, constant_.y.count, [&](int row) {
            for (const WorkspaceSlice& runs : reaches) reached.add_row(runs, row);
        });
    }

    const SweepStudy& study_;
    const Designs& designs_;
    ScanRequest constant_;
};

}  // namespace

std::unique_ptr<Meter> make_host_meter(const SweepStudy& study, const Designs& designs) {
    return std::make_unique<HostMeter>(study, designs);
}

}  // namespace hexscan
