#include <tbb/enumerable_thread_specific.h>
#include <tbb/parallel_for.h>

#include "src/sweep/machine_measures.h"
#include "src/sweep/meter.h"
#include "src/sweep/reach_steps.h"

namespace hexscan {
namespace {

class HostMeter final : public Meter {
public:
    HostMeter(const SweepStudy& study, const Designs& designs)
        : study_(study), designs_(designs), constant_(constant_scan(study.scan)) {}

    std::string name() const override { return "cpu"; }

    std::vector<Measured> measure(std::int64_t first, std::int64_t count) override {
        std::vector<Measured> measured(static_cast<std::size_t>(count));
        tbb::parallel_for(std::int64_t{0}, count, [&](std::int64_t k) {
            try {
                measured[static_cast<std::size_t>(k)] = measured_on_host(designs_.machine(first + k), study_);
            } catch (const DescriptionError&) {
                measured[static_cast<std::size_t>(k)] = Measured{};
            }
        });
        return measured;
    }

    std::vector<std::uint32_t> reach_counts(int slice) override {
        const ReachSteps nobody(constant_.x.count, constant_.y.count);
        tbb::enumerable_thread_specific<ReachSteps> parts(nobody);
        tbb::parallel_for(std::int64_t{0}, designs_.count(), [&](std::int64_t k) {
            try {
                parts.local().add(runs_of_slice(make_scan_plan(designs_.machine(k), constant_), slice));
            } catch (const DescriptionError&) {
                return;
            }
        });
        ReachSteps all = nobody;
        for (const ReachSteps& part : parts) all.add(part.steps());
        return all.counts();
    }

private:
    const SweepStudy& study_;
    const Designs& designs_;
    ScanRequest constant_;
};

}  // namespace

std::unique_ptr<Meter> make_host_meter(const SweepStudy& study, const Designs& designs) {
    return std::make_unique<HostMeter>(study, designs);
}

}  // namespace hexscan
