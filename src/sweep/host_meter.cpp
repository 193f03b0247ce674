#include <tbb/enumerable_thread_specific.h>
#include <tbb/parallel_for.h>

#include "src/sweep/machine_measures.h"
#include "src/sweep/meter.h"

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
        const auto columns = static_cast<std::size_t>(constant_.x.count),
                   rows = static_cast<std::size_t>(constant_.y.count);
        using Steps = std::vector<std::uint32_t>;
        tbb::enumerable_thread_specific<Steps> all_steps([&] { return Steps((columns + 1) * rows); });
        tbb::parallel_for(std::int64_t{0}, designs_.count(), [&](std::int64_t k) {
            try {
                add_steps(make_scan_plan(designs_.machine(k), constant_), slice, all_steps.local());
            } catch (const DescriptionError&) {
                return;
            }
        });
        std::vector<std::uint32_t> counts(columns * rows);
        for (std::size_t row = 0; row < rows; ++row)
            for (const Steps& steps : all_steps)

                add_summed_steps(std::span(steps).subspan(row * (columns + 1)),
                                 std::span(counts).subspan(row * columns, columns));
        return counts;
    }

private:
    /// One machine more: up where a run begins, down behind its end. Sums are taken modulo 2^32, as unsigned numbers
    /// do.
    static void add_steps(const ScanPlan& plan, int slice, std::vector<std::uint32_t>& steps) {
        const auto stride = static_cast<std::size_t>(plan.columns()) + 1;
        const WorkspaceSlice runs = runs_of_slice(plan, slice);
        for (int row = 0; row < plan.rows(); ++row)
            for (const Run& run : runs.row(row)) {
                ++steps[static_cast<std::size_t>(row) * stride + static_cast<std::size_t>(run.first)];
                --steps[static_cast<std::size_t>(row) * stride + static_cast<std::size_t>(run.last) + 1];
            }
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
