#include <tbb/parallel_for.h>
#include <tbb/task_arena.h>

#include "src/sweep/meters/machine_measures.h"
#include "src/sweep/meters/meter.h"

namespace hexscan {
namespace {

/// Runs `work` on threads that all meters of the host share: no more of them are busy than the host has cores, however
/// many meters are.
template <class Work>
void on_all_cores(Work work) {
    static tbb::task_arena cores;
    cores.execute(work);
}

class HostMeter final : public Meter {
public:
    HostMeter(const SweepFile& sweep, const Designs& designs)
        : sweep_(sweep), designs_(designs), scan_(workspace_scan(sweep.scan)) {}

    std::string name() const override { return "cpu"; }
    bool uses_all_cores() const override { return true; }

    std::vector<Measured> measure(std::int64_t first, std::int64_t count) override {
        std::vector<Measured> measured(static_cast<std::size_t>(count));
        on_all_cores([&] {
            tbb::parallel_for(std::int64_t{0}, count, [&](std::int64_t k) {
                try {
                    measured[static_cast<std::size_t>(k)] = measured_on_host(designs_.machine(first + k), sweep_);
                } catch (const DescriptionError&) {
                    measured[static_cast<std::size_t>(k)] = Measured{};
                }
            });
        });
        return measured;
    }

    std::vector<std::uint32_t> reach_counts(int slice) override {
        std::vector<std::uint32_t> counts;
        on_all_cores([&] { counts = reach_counts_on_host(designs_, scan_, slice); });
        return counts;
    }

private:
    const SweepFile& sweep_;
    const Designs& designs_;
    ScanRequest scan_;
};

}  // namespace

std::unique_ptr<Meter> make_host_meter(const SweepFile& sweep, const Designs& designs) {
    return std::make_unique<HostMeter>(sweep, designs);
}

}  // namespace hexscan
