#include <benchmark/benchmark.h>

#include <tbb/global_control.h>

#include "src/engines/connected_part.h"
#include "src/engines/host_engines.h"
#include "src/engines/lipschitz_rows.h"
#include "src/files/platform_file.h"
#include "src/scan/plan.h"
#include "src/scan/platform.h"
#include "src/scan/searches/largest_ball.h"

namespace hexscan {
namespace {

/// Scans the full default grid to runs with the given number of threads. Reports points of the grid per second.
void scan_default_grid(benchmark::State& state) {
    const tbb::global_control threads(tbb::global_control::max_allowed_parallelism,
                                      static_cast<std::size_t>(state.range(0)));
    const ScanPlan plan = make_scan_plan(built_in_platform());
    for ([[maybe_unused]] auto repeat : state) benchmark::DoNotOptimize(scan_on_cpu(plan.oriented()));
    state.counters["points/s"] =
        benchmark::Counter(static_cast<double>(plan.points()), benchmark::Counter::kIsIterationInvariantRate);
}
BENCHMARK(scan_default_grid)->Arg(1)->Arg(2)->Arg(4)->Arg(8)->Arg(16)->UseRealTime()->Unit(benchmark::kMillisecond);

/// Scans the same grid by clearances alone, the way machines without a closed form are scanned.
void scan_default_grid_by_clearance(benchmark::State& state) {
    const tbb::global_control threads(tbb::global_control::max_allowed_parallelism,
                                      static_cast<std::size_t>(state.range(0)));
    const ScanPlan plan = make_scan_plan(built_in_platform());
    for ([[maybe_unused]] auto repeat : state) benchmark::DoNotOptimize(scan_by_clearance(plan));
    state.counters["points/s"] =
        benchmark::Counter(static_cast<double>(plan.points()), benchmark::Counter::kIsIterationInvariantRate);
}
BENCHMARK(scan_default_grid_by_clearance)->Arg(1)->Arg(2)->UseRealTime()->Unit(benchmark::kMillisecond);

/// Scans with the double-precision reference, point by point. The time of the closed form is compared with this one.
void scan_reference_grid(benchmark::State& state) {
    const ScanPlan plan = make_scan_plan(built_in_platform());
    for ([[maybe_unused]] auto repeat : state) benchmark::DoNotOptimize(scan_reference(plan.oriented()));
    state.counters["points/s"] =
        benchmark::Counter(static_cast<double>(plan.points()), benchmark::Counter::kIsIterationInvariantRate);
}
BENCHMARK(scan_reference_grid)->UseRealTime()->Unit(benchmark::kMillisecond);

/// Finds the part of the default scan's runs that is connected to home.
void find_connected_part(benchmark::State& state) {
    const Platform platform = built_in_platform();
    const ScanPlan plan = make_scan_plan(platform);
    const Workspace workspace = scan_on_cpu(plan.oriented());
    const Vector home_m = platform.machine.home.value().position_m;
    for ([[maybe_unused]] auto repeat : state) benchmark::DoNotOptimize(part_connected_with(home_m, workspace, plan));
}
BENCHMARK(find_connected_part)->UseRealTime()->Unit(benchmark::kMillisecond);

/// Finds the largest ball of the built-in machine, at its own orientation and at 9261 orientations.
void find_largest_ball(benchmark::State& state) {
    Platform platform = built_in_platform();
    const auto samples = static_cast<int>(state.range(0));
    const AngleRange range{samples > 1 ? -0.0873 : 0, samples > 1 ? 0.0873 : 0, samples};
    platform.scan.orientations.roll = platform.scan.orientations.pitch = platform.scan.orientations.yaw = range;
    platform.scan.workspace = samples > 1 ? WorkspaceKind::total : WorkspaceKind::constant;
    const ScanPlan plan = make_scan_plan(platform);
    for ([[maybe_unused]] auto repeat : state) benchmark::DoNotOptimize(largest_ball(platform.machine, plan));
}
BENCHMARK(find_largest_ball)->Arg(1)->Arg(21)->UseRealTime()->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace hexscan
