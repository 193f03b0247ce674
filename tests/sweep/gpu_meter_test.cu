// Machines measured on a real device: the same figures as on the host, to the last bit, and the same counts of who
// reaches what.

#include <gtest/gtest.h>

#include "src/device/devices.h"
#include "src/scan_cuda/set_engine_cuda.h"
#include "src/sweep/meters/machine_measures.h"
#include "src/sweep/meters/meter.h"
#include "tests/support/random/random_platform.h"
#include "tests/support/random/random_set.h"

namespace {

using namespace hexscan;
using namespace hexscan_test;

/// Why there is nothing to test, or an empty string.
std::string no_device() {
    const DeviceList list = list_devices();
    return list.devices.empty() ? "no CUDA device: " + list.problem : "";
}

class GpuMeter : public testing::TestWithParam<int> {};

SideDescription described(const JointSet& joints) {
    SideDescription side;
    side.joints = joints.points_m;
    side.axis = AxisRule::listed;
    side.axes = joints.axes;
    if (std::isfinite(joints.max_tilt_rad[0])) side.max_tilt = joints.max_tilt_rad;
    return side;
}

/// The machine with every joint and every length scattered, by so much that some are no machines.
SweepStudy scattered(const Platform& platform, std::int64_t samples, double width) {
    SweepStudy study;
    study.machine.name = platform.machine.name;
    study.machine.base = described(platform.machine.base);
    study.machine.platform = described(platform.machine.platform);
    study.machine.telescopic().min_length = platform.machine.telescopic().min_length;
    study.machine.telescopic().max_length = platform.machine.telescopic().max_length;
    study.scan = platform.scan;
    study.measures = {Measure::volume, Measure::largest_ball};
    study.tolerances = Tolerances{};
    study.tolerances->samples = samples;
    study.tolerances->seed = 7;
    for (const char* key : {"base.joints", "platform.joints", "legs.min", "legs.max"})
        for (const DescriptionNumber& number : numbers_of(study.machine, key))
            study.tolerances->numbers.push_back({number.key, number.dimension, number.place, true, width});
    return study;
}

TEST_P(GpuMeter, TellsWhatTheHostTells) {
    if (const std::string problem = no_device(); !problem.empty()) GTEST_SKIP() << problem;
    const auto seed = static_cast<std::uint64_t>(GetParam());
    Platform platform = random_platform(seed);
    const SweepStudy study = scattered(platform, 60, 0.05);
    const Designs designs(study);
    const auto host = make_host_meter(study, designs), device = make_cuda_meter(study, designs, 0);
    EXPECT_EQ(host->measure(0, 60), device->measure(0, 60)) << "seed " << seed;
    EXPECT_EQ(host->measure(13, 20), device->measure(13, 20)) << "seed " << seed;
    for (const int slice : {0, study.scan.z.count / 2, study.scan.z.count - 1})
        EXPECT_EQ(host->reach_counts(slice), device->reach_counts(slice)) << "seed " << seed << ", slice " << slice;
}

/// Sets of orientations: the device's engine where it can, the host where the device leaves a machine to it.
TEST(GpuMeterOfSets, TellsTheTotalVolumeThatTheHostTells) {
    if (const std::string problem = no_device(); !problem.empty()) GTEST_SKIP() << problem;
    int reached = 0, solved_by_device = 0;
    for (std::uint64_t seed = 0; seed < 40; ++seed) {
        Platform platform = random_platform(seed);
        add_random_set(seed, WorkspaceKind::total, platform);
        SweepStudy study = scattered(platform, 12, 0.01);
        study.measures = {Measure::total_volume, Measure::volume};
        const Designs designs(study);
        const auto host = make_host_meter(study, designs), device = make_cuda_meter(study, designs, 0);
        const std::vector<Measured> measured = host->measure(0, 12);
        EXPECT_EQ(measured, device->measure(0, 12)) << "seed " << seed;
        for (std::int64_t k = 0; k < 12; ++k) {
            const Measured& one = measured[static_cast<std::size_t>(k)];
            if (one.total_eighth_cells == 0) continue;
            ++reached;
            solved_by_device += cuda_set_engine()->supports(make_scan_plan(designs.machine(k), total_scan(study.scan)));
        }
    }
    EXPECT_GT(reached, 50);
    EXPECT_GT(solved_by_device, 50);
}

INSTANTIATE_TEST_SUITE_P(Seeds, GpuMeter, testing::Range(0, 60));

TEST(GpuMeterOfMany, MoreMachinesThanFitAtATime) {
    if (const std::string problem = no_device(); !problem.empty()) GTEST_SKIP() << problem;
    Platform platform = random_platform(3);
    platform.scan.x.count = platform.scan.y.count = platform.scan.z.count = 8;
    SweepStudy study = scattered(platform, 20'000, 0.05);
    study.measures = {Measure::volume};
    const Designs designs(study);
    const auto host = make_host_meter(study, designs), device = make_cuda_meter(study, designs, 0);
    EXPECT_EQ(host->measure(0, 20'000), device->measure(0, 20'000));
    EXPECT_EQ(host->reach_counts(4), device->reach_counts(4));
}

}  // namespace
