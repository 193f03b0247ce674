// The number of meters that count slices at a time. Meters that share the host's cores count the same.

#include "src/sweep/sweep_run.h"

#include <memory>
#include <string>
#include <thread>
#include <vector>

#include <gtest/gtest.h>

#include "hexscan/errors.h"
#include "src/sweep/sweep_folder.h"
#include "tests/support/platform_text.h"
#include "tests/support/sweep_files.h"

namespace {

using namespace hexscan;
using namespace hexscan_test;

/// Measures nothing.
class IdleMeter final : public Meter {
public:
    explicit IdleMeter(bool uses_all_cores) : uses_all_cores_(uses_all_cores) {}
    std::string name() const override { return "idle"; }
    bool uses_all_cores() const override { return uses_all_cores_; }
    std::vector<Measured> measure(std::int64_t, std::int64_t) override { return {}; }
    std::vector<std::uint32_t> reach_counts(int) override { return {}; }

private:
    bool uses_all_cores_;
};

std::size_t counting_of(int count, bool uses_all_cores, std::int64_t free_bytes) {
    std::vector<std::unique_ptr<Meter>> meters;
    for (int i = 0; i < count; ++i) meters.push_back(std::make_unique<IdleMeter>(uses_all_cores));
    return counting_meters(meters, 1000, free_bytes);
}

TEST(CountingMeters, DoNotGrowWithTheCores) {
    constexpr std::int64_t plenty = 1'000'000'000;
    EXPECT_EQ(counting_of(1, true, plenty), 1U);
    for (const int cores : {2, 32, 256}) EXPECT_EQ(counting_of(cores, true, plenty), 2U);
    EXPECT_EQ(counting_of(16, false, plenty), 16U) << "eight GPUs are all busy";
}

TEST(CountingMeters, FitIntoTheFreeMemory) {
    for (const std::int64_t free_bytes : {0, 100, 20'000, 60'000}) {
        const std::size_t meters = counting_of(16, false, free_bytes);
        EXPECT_TRUE(meters == 1 || static_cast<double>(meters) * 5 * 1000 <= 0.7 * static_cast<double>(free_bytes));
        EXPECT_GE(meters, 1U);
    }
    EXPECT_EQ(counting_of(16, false, 60'000), 8U);
    EXPECT_EQ(counting_of(32, true, 9'000), 1U);
}

/// Kernels know only the limits of single legs, so machines with shared limits are measured on the host with any
/// devices. Only other machines miss a device that is not there.
TEST(DeviceMeters, AreNoneForLegsThatShareLimits) {
    const std::string sweep = "vary: {legs.max: {from: 1950, to: 2000, points: 2}}\nmeasure: [volume]\n";
    const SweepFile of_legs = closed_sweep(usual_file(), sweep);
    const SweepFile shared = closed_sweep(usual_file() + "singularity: {avoid: true}\n", sweep);
    const std::vector<int> missing{4711};
    EXPECT_THROW((void)device_meters(of_legs, Designs(of_legs), missing), DeviceError);
    EXPECT_TRUE(device_meters(shared, Designs(shared), missing).empty());
}

TEST(HostMeters, ThatShareTheCoresCountWhatOneCounts) {
    const SweepFile sweep =
        closed_sweep(usual_file(), "tolerances: {legs.max: {normal: 40}, samples: 600, seed: 2}\nmeasure: [volume]\n");
    const Designs designs(sweep);
    constexpr int meters = 8, slices = 4;
    std::vector<std::vector<std::uint32_t>> counts(meters);
    const std::vector<std::unique_ptr<Meter>> shared = make_host_meters(sweep, designs, meters);
    {
        std::vector<std::jthread> threads;
        for (int m = 0; m < meters; ++m)
            threads.emplace_back([&, m] { counts[std::size_t(m)] = shared[std::size_t(m)]->reach_counts(m % slices); });
    }
    for (int m = 0; m < meters; ++m)
        EXPECT_EQ(counts[std::size_t(m)], make_host_meter(sweep, designs)->reach_counts(m % slices)) << m;
}

}  // namespace
