// Machines measured on a real device have the same figures as on the host, to the last bit, and the same reach counts.

#include <algorithm>
#include <cmath>
#include <numbers>
#include <optional>
#include <tuple>
#include <vector>

#include <gtest/gtest.h>

#include "kernels/machine_rows_kernel.cuh"
#include "src/device/cuda_support.h"
#include "src/device/devices.h"
#include "src/scan/rows/rod_row_solver.h"
#include "src/scan_cuda/cuda_engines.h"
#include "src/scan_cuda/device_set.cuh"
#include "src/sweep/meters/machine_measures.h"
#include "src/sweep/meters/meter.h"
#include "src/sweep/meters/swept_machines.h"
#include "tests/support/free_arms.h"
#include "tests/support/random/random_platform.h"
#include "tests/support/random/random_set.h"
#include "tests/support/rod_machine.h"
#include "tests/support/rod_scan.h"

namespace {

using namespace hexscan;
using namespace hexscan_test;
using leg_oracle::Kind;

/// The reason why nothing can be tested, or an empty string.
std::string no_device() {
    const DeviceList list = list_devices();
    return list.devices.empty() ? "no CUDA device: " + list.problem : "";
}

class GpuMeter : public testing::TestWithParam<int> {};

/// A file allows no end beyond a quarter turn.
UniversalJoints described(UniversalJoints joints) {
    constexpr double most_rad = std::numbers::pi / 2;
    for (PerLeg* const ends_rad : {&joints.fixed_from, &joints.fixed_to, &joints.carried_from, &joints.carried_to})
        for (double& end_rad : *ends_rad) end_rad = std::clamp(end_rad, -most_rad, most_rad);
    return joints;
}

/// A tilt of half a turn is no limit, and neither is a misalignment of a quarter turn.
SideDescription described(const JointSet& joints) {
    const auto at_most = [](double most_rad, PerLeg limits_rad) {
        for (double& limit_rad : limits_rad) limit_rad = std::min(limit_rad, most_rad);
        return limits_rad;
    };
    SideDescription side;
    side.joints = joints.points_m;
    side.axis = AxisRule::listed;
    side.axes = joints.axes;
    if (joints.max_tilt_rad != no_joint_limit)
        side.max_tilt = at_most(std::numbers::pi, joints.max_tilt_rad);
    else if (joints.are_rod_ends())
        side.max_misalignment = at_most(std::numbers::pi / 2, joints.max_misalignment_rad);
    if (joints.universal) side.universal = described(*joints.universal);
    return side;
}

SweepFile sweep_of(const Platform& platform) {
    SweepFile sweep;
    sweep.machine.name = platform.machine.name;
    sweep.machine.orientation_order = platform.machine.orientation_order;
    sweep.machine.base = described(platform.machine.base);
    sweep.machine.platform = described(platform.machine.platform);
    sweep.machine.legs = platform.machine.legs;
    sweep.scan = platform.scan;
    return sweep;
}

void scatter(const std::vector<const char*>& keys, double width, SweepFile& sweep) {
    for (const char* key : keys)
        for (const DescriptionNumber& number : numbers_of(sweep.machine, key))
            sweep.tolerances->numbers.push_back({number.key, number.dimension, number.place, true, width});
}

/// The machine with every joint and every length scattered, so widely that some machines cannot be built.
SweepFile scattered(const Platform& platform, std::int64_t samples, double width) {
    SweepFile sweep = sweep_of(platform);
    sweep.measures = {Measure::volume, Measure::largest_ball};
    sweep.tolerances = Tolerances{};
    sweep.tolerances->samples = samples;
    sweep.tolerances->seed = 7;
    scatter({"base.joints", "platform.joints", "legs.min", "legs.max"}, width, sweep);
    return sweep;
}

/// Machines of legs with rods. Those with integer coordinates or edges stay unchanged, since they touch limits exactly.
/// The others are scattered.
SweepFile rods_sweep(Kind kind, std::uint64_t seed, const Platform& platform, std::int64_t samples) {
    SweepFile sweep = sweep_of(platform);
    sweep.measures = {Measure::volume};
    sweep.tolerances = Tolerances{};
    sweep.tolerances->samples = samples;
    sweep.tolerances->seed = 7;
    if (seed % 3 != 2) return sweep;
    const double width_m = 0.1 * any_leg_machine(kind, seed).span;
    scatter({"base.joints", "platform.joints", "legs.rod", "legs.arm", "legs.travel"}, width_m, sweep);
    scatter({"legs.angle"}, 0.5, sweep);
    return sweep;
}

void expect_the_same(const SweepFile& sweep, const Designs& designs, std::uint64_t seed) {
    const std::int64_t machines = designs.count();
    const auto host = make_host_meter(sweep, designs), device = make_cuda_meter(sweep, designs, 0);
    EXPECT_EQ(host->measure(0, machines), device->measure(0, machines)) << "seed " << seed;
    EXPECT_EQ(host->measure(machines / 3, machines / 2), device->measure(machines / 3, machines / 2))
        << "seed " << seed;
    for (const int slice : {0, sweep.scan.z.count / 2, sweep.scan.z.count - 1})
        EXPECT_EQ(host->reach_counts(slice), device->reach_counts(slice)) << "seed " << seed << ", slice " << slice;
}

/// Numbers of machines of a sweep: those that can be built, that reach something, and whose rows the device solved.
struct Counted {
    int machines = 0, reaching = 0, solvable = 0;
};

template <class Swept>
void count_machines(const SweepFile& sweep, const Designs& designs, Counted& counted) {
    for (const Measured& measured : make_host_meter(sweep, designs)->measure(0, designs.count())) {
        counted.machines += measured.is_machine;
        counted.reaching += measured.is_machine != 0 && measured.figures[*sweep.place_of(Measure::volume)].value > 0;
    }
    for (std::int64_t k = 0; k < designs.count(); ++k) {
        if (!designs.build_problem(k).empty()) continue;
        Swept swept{};
        prepare(make_scan_plan(designs.machine(k), sweep.scan), swept);
        counted.solvable += swept.solvable;
    }
}

TEST_P(GpuMeter, TellsWhatTheHostTells) {
    if (const std::string problem = no_device(); !problem.empty()) GTEST_SKIP() << problem;
    const auto seed = static_cast<std::uint64_t>(GetParam());
    Platform platform = random_platform(seed);
    const SweepFile sweep = scattered(platform, 60, 0.05);
    expect_the_same(sweep, Designs(sweep), seed);
}

class GpuMeterOfRods : public testing::TestWithParam<std::tuple<Kind, int>> {};

/// Most machines reach something. Rows graze limits and have many runs.
TEST_P(GpuMeterOfRods, TellsWhatTheHostTells) {
    if (const std::string problem = no_device(); !problem.empty()) GTEST_SKIP() << problem;
    const auto [kind, part] = GetParam();
    constexpr int seeds = 30;
    Counted counted;
    for (std::uint64_t seed = std::uint64_t(part) * seeds; seed < std::uint64_t(part + 1) * seeds; ++seed) {
        const SweepFile sweep = rods_sweep(kind, seed, any_rod_scan(kind, seed), seed % 3 == 2 ? 12 : 2);
        const Designs designs(sweep);
        ASSERT_TRUE(devices_measure(sweep)) << "seed " << seed;
        expect_the_same(sweep, designs, seed);
        with_swept(nominal_plan(sweep), [&]<class Swept>() { count_machines<Swept>(sweep, designs, counted); });
    }
    EXPECT_GT(counted.reaching, counted.machines / 2);
    EXPECT_EQ(counted.solvable, counted.machines);
}

class GpuMeterOfAnyLegs : public testing::TestWithParam<Kind> {};

/// Machines with universal joints, and telescopic ones with rod ends. Devices test their rows point by point.
TEST_P(GpuMeterOfAnyLegs, TellsWhatTheHostTells) {
    if (const std::string problem = no_device(); !problem.empty()) GTEST_SKIP() << problem;
    Counted counted;
    for (std::uint64_t seed = 0; seed < 60; ++seed) {
        const RandomLegMachine random = universal_leg_machine(GetParam(), seed);
        SweepFile sweep = sweep_of(scan_about_home(random, seed % 2 == 0 ? 71 : 7, 23, 3));
        sweep.measures = {Measure::volume};
        sweep.tolerances = Tolerances{};
        sweep.tolerances->samples = 8;
        sweep.tolerances->seed = 7;
        scatter({"base.joints", "platform.joints"}, 0.03 * random.span, sweep);
        const Designs designs(sweep);
        ASSERT_TRUE(devices_measure(sweep)) << "seed " << seed;
        expect_the_same(sweep, designs, seed);
        with_swept(nominal_plan(sweep), [&]<class Swept>() { count_machines<Swept>(sweep, designs, counted); });
    }
    EXPECT_GT(counted.reaching, counted.machines / 4);
    EXPECT_EQ(counted.solvable, counted.machines);
}

/// The tally that the kernel counts for a machine with arms, with room for `max_runs` runs in a row.
template <int max_runs>
MachineTally tally_of(const SweptArms& arms) {
    using Solver = ArmSolver<max_runs, 1>;
    const DeviceValue<SweptArms> machine(arms);
    const DeviceValue<std::uint32_t> number(0);
    DeviceBuffer<MachineTally> on_device(1);
    PinnedBuffer<MachineTally> tally(1);
    const Stream stream;
    HEXSCAN_CUDA_CHECK(cudaMemsetAsync(on_device.data(), 0, on_device.bytes(), stream.get()));
    machine_tally_kernel<Solver, 32><<<1, 32, 0, stream.get()>>>(machine.get(), number.get(), 1, on_device.data());
    HEXSCAN_CUDA_CHECK(cudaGetLastError());
    HEXSCAN_CUDA_CHECK(
        cudaMemcpyAsync(tally.data(), on_device.data(), tally.bytes(), cudaMemcpyDeviceToHost, stream.get()));
    stream.synchronize();
    return *tally.data();
}

/// Rows with more runs than room are solved column by column. Through an arm's torus they have two runs.
TEST(GpuMeterOfSomeRods, SettlesRowsOfArmsThatThereIsNoRoomFor) {
    if (const std::string problem = no_device(); !problem.empty()) GTEST_SKIP() << problem;
    Platform platform;
    platform.machine.legs = free_arms(1, 0.3);
    platform.machine.base.max_tilt_rad = platform.machine.platform.max_tilt_rad = no_joint_limit;
    platform.scan.x = platform.scan.y = {-1.4, 1.4, 71, false};
    platform.scan.z = {-0.35, 0.35, 8, false};
    const ScanPlan plan = make_scan_plan(platform);
    WorkspaceSlice rows;
    RotaryRowSolver(plan).append(3, 0, plan.rows(), rows);
    ASSERT_EQ(rows.row(35).size(), 2U);
    SweptArms arms{};
    prepare(plan, arms);
    const MachineTally little = tally_of<1>(arms), enough = tally_of<8>(arms);
    EXPECT_GT(enough.eighth_cells, 0U);
    EXPECT_EQ(little.eighth_cells, enough.eighth_cells);
    EXPECT_EQ(little.cut_off, enough.cut_off);
}

/// Columns so dense that double cannot locate a limit. The host solves machines that the device leaves to it.
TEST(GpuMeterOfSomeRods, LeavesColumnsThatLieTooCloseToTheHost) {
    if (const std::string problem = no_device(); !problem.empty()) GTEST_SKIP() << problem;
    Counted counted;
    for (std::uint64_t seed = 2; seed < 40; seed += 3) {
        Platform platform = any_rod_scan(Kind::slider, seed);
        const double home_m = platform.machine.home->position_m.x;
        platform.scan.x = {home_m, home_m + 1e-14 * std::max(1.0, std::abs(home_m)), 7, false};
        const SweepFile sweep = rods_sweep(Kind::slider, seed, platform, 4);
        const Designs designs(sweep);
        expect_the_same(sweep, designs, seed);
        count_machines<SweptSliders>(sweep, designs, counted);
    }
    EXPECT_GT(counted.reaching, 10);
    EXPECT_EQ(counted.solvable, 0);
}

/// Shared limits are measured on the host.
TEST(GpuMeterOfSomeRods, IsForWhatLegsDoNotShare) {
    Platform arms = any_rod_scan(Kind::rotary, 5), sliders = any_rod_scan(Kind::slider, 5);
    const auto measures = [](const Platform& platform) { return devices_measure(sweep_of(platform)); };
    EXPECT_TRUE(measures(arms) && measures(sliders));
    SweepFile apart = sweep_of(arms);
    apart.machine.legs_apart = LegsApart{0.001, 0, 0, {}};
    EXPECT_FALSE(devices_measure(apart));
    Platform of_set = any_rod_set_scan(Kind::rotary, 5);
    EXPECT_TRUE(measures(of_set));
    of_set.scan.workspace = WorkspaceKind::inclusive;
    EXPECT_TRUE(measures(of_set));
    SweepFile sweep = sweep_of(arms);
    sweep.machine.base.max_tilt = sweep.machine.base.max_misalignment = std::nullopt;
    sweep.machine.base.axes.fill({0, 0, 1});
    sweep.machine.base.universal.emplace().axis_x.fill(1);
    EXPECT_TRUE(devices_measure(sweep));
}

/// Numbers of machines over sets of orientations: those that reach a point at all of them, and of these the ones that
/// the device's engine scans.
struct CountedSets {
    int reached = 0, solved_by_device = 0;
};

void expect_the_same_sets(const SweepFile& sweep, std::uint64_t seed, CountedSets& counted) {
    const Designs designs(sweep);
    const std::int64_t machines = designs.count();
    const auto host = make_host_meter(sweep, designs), device = make_cuda_meter(sweep, designs, 0);
    const std::vector<Measured> measured = host->measure(0, machines);
    EXPECT_EQ(measured, device->measure(0, machines)) << "seed " << seed;
    for (std::int64_t k = 0; k < machines; ++k) {
        const Measured& one = measured[static_cast<std::size_t>(k)];
        if (one.is_machine == 0 || one.figures[*sweep.place_of(Measure::total_volume)].value == 0) continue;
        ++counted.reached;
        counted.solved_by_device +=
            cuda_engine_for(make_scan_plan(designs.machine(k), total_scan(sweep.scan))) != nullptr;
    }
}

/// Sets of orientations use the device's engine if it supports the machine, otherwise the host.
TEST(GpuMeterOfSets, TellsTheTotalVolumeThatTheHostTells) {
    if (const std::string problem = no_device(); !problem.empty()) GTEST_SKIP() << problem;
    CountedSets counted;
    for (std::uint64_t seed = 0; seed < 40; ++seed) {
        Platform platform = random_platform(seed);
        add_random_set(seed, WorkspaceKind::total, platform);
        SweepFile sweep = scattered(platform, 12, 0.01);
        sweep.measures = {Measure::total_volume, Measure::volume};
        expect_the_same_sets(sweep, seed, counted);
    }
    EXPECT_GT(counted.reached, 50);
    EXPECT_GT(counted.solved_by_device, 50);
}

TEST(GpuMeterOfSets, TellsTheTotalVolumesOfRodsThatTheHostTells) {
    if (const std::string problem = no_device(); !problem.empty()) GTEST_SKIP() << problem;
    for (const Kind kind : {Kind::slider, Kind::rotary}) {
        CountedSets counted;
        for (std::uint64_t seed = 0; seed < 20; ++seed) {
            SweepFile sweep = rods_sweep(kind, seed, any_rod_set_scan(kind, seed), 4);
            sweep.measures = {Measure::total_volume};
            expect_the_same_sets(sweep, seed, counted);
        }
        EXPECT_GT(counted.reached, 20);
        EXPECT_GT(counted.solved_by_device, 20);
    }
}

INSTANTIATE_TEST_SUITE_P(Seeds, GpuMeter, testing::Range(0, 60));
INSTANTIATE_TEST_SUITE_P(Kinds, GpuMeterOfAnyLegs, testing::Values(Kind::telescopic, Kind::slider, Kind::rotary));
INSTANTIATE_TEST_SUITE_P(Kinds, GpuMeterOfRods,
                         testing::Combine(testing::Values(Kind::slider, Kind::rotary), testing::Range(0, 4)));

TEST(GpuMeterOfMany, MoreMachinesThanFitAtATime) {
    if (const std::string problem = no_device(); !problem.empty()) GTEST_SKIP() << problem;
    Platform platform = random_platform(3);
    platform.scan.x.count = platform.scan.y.count = platform.scan.z.count = 8;
    SweepFile sweep = scattered(platform, 20'000, 0.05);
    sweep.measures = {Measure::volume};
    const Designs designs(sweep);
    const auto host = make_host_meter(sweep, designs), device = make_cuda_meter(sweep, designs, 0);
    EXPECT_EQ(host->measure(0, 20'000), device->measure(0, 20'000));
    EXPECT_EQ(host->reach_counts(4), device->reach_counts(4));
}

}  // namespace
