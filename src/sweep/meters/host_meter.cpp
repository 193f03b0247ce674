#include <memory>

#include <tbb/parallel_for.h>
#include <tbb/task_arena.h>

#include "src/sweep/meters/machine_measures.h"
#include "src/sweep/meters/meter.h"

namespace hexscan {
namespace {

class HostMeter final : public Meter {
public:
    HostMeter(const SweepFile& sweep, const Designs& designs, std::shared_ptr<tbb::task_arena> cores)
        : sweep_(sweep), designs_(designs), scan_(workspace_scan(sweep.scan)), cores_(std::move(cores)) {}

    std::string name() const override { return "cpu"; }
    bool uses_all_cores() const override { return true; }

    std::vector<Measured> measure(std::int64_t first, std::int64_t count) override {
        std::vector<Measured> measured(static_cast<std::size_t>(count));
        cores_->execute([&] {
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
        cores_->execute([&] { counts = reach_counts_on_host(designs_, scan_, slice); });
        return counts;
    }

private:
    const SweepFile& sweep_;
    const Designs& designs_;
    ScanRequest scan_;
    std::shared_ptr<tbb::task_arena> cores_;
};

}  // namespace

std::vector<std::unique_ptr<Meter>> make_host_meters(const SweepFile& sweep, const Designs& designs, int count) {
    // This runs before the thread of any meter starts. If the first use of TBB failed in one thread, the other threads
    // would spin forever.
    const auto cores = std::make_shared<tbb::task_arena>(tbb::attach());
    cores->initialize();
    std::vector<std::unique_ptr<Meter>> meters;
    for (int i = 0; i < count; ++i) meters.push_back(std::make_unique<HostMeter>(sweep, designs, cores));
    return meters;
}

std::unique_ptr<Meter> make_host_meter(const SweepFile& sweep, const Designs& designs) {
    return std::move(make_host_meters(sweep, designs, 1).front());
}

}  // namespace hexscan
