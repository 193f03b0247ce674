#include <benchmark/benchmark.h>
#include <tbb/global_control.h>

#include "src/files/platform_document.h"
#include "src/scan/rows/row_geometry.h"
#include "src/sweep/designs.h"
#include "src/sweep/meters/machine_measures.h"
#include "src/sweep/meters/meter.h"
#include "src/sweep/sweep_file/sweep_file_reader.h"

namespace hexscan {
namespace {

/// Machines per iteration of a benchmark: a block of a sweep.
constexpr std::int64_t block = 4096;

/// The sweep of bench/studies/volumes.yaml.
SweepFile volumes_sweep() {
    return parse_sweep(
        "machine: case-study\n"
        "scan:\n"
        "  x: {from: -0.9, to: 0.9, points: 200}\n"
        "  y: {from: -0.9, to: 0.9, points: 200}\n"
        "  z: {from: 1.0, to: 1.9, slices: 100}\n"
        "vary:\n"
        "  base.radius: {from: 0.8, to: 1.2}\n"
        "  platform.radius: {from: 0.5, to: 0.9}\n"
        "  platform.spread: {from: 10, to: 40}\n"
        "  legs.max: {from: 1.8, to: 2.1}\n"
        "sampling: {sobol: 1000000}\n"
        "measure: [volume]\n",
        "volumes", PlatformDocument::built_in());
}

/// Calls make(designs, scan, k) for every machine of a block on one thread. Reports machines per second.
template <class Make>
void for_a_block(benchmark::State& state, Make make) {
    const SweepFile sweep = volumes_sweep();
    const Designs designs(sweep);
    const ScanRequest scan = workspace_scan(sweep.scan);
    for ([[maybe_unused]] auto repeat : state)
        for (std::int64_t k = 0; k < block; ++k) benchmark::DoNotOptimize(make(designs, scan, k));
    state.counters["machines/s"] =
        benchmark::Counter(static_cast<double>(block), benchmark::Counter::kIsIterationInvariantRate);
}

/// The host's work for each machine that a GPU measures: it makes the machine's description, the machine itself, and
/// the geometry of its rows.
void sweep_descriptions(benchmark::State& state) {
    for_a_block(state,
                [](const Designs& designs, const ScanRequest&, std::int64_t k) { return designs.description(k); });
}
BENCHMARK(sweep_descriptions)->Unit(benchmark::kMillisecond);

void sweep_machines(benchmark::State& state) {
    for_a_block(state, [](const Designs& designs, const ScanRequest&, std::int64_t k) { return designs.machine(k); });
}
BENCHMARK(sweep_machines)->Unit(benchmark::kMillisecond);

void sweep_geometries(benchmark::State& state) {
    for_a_block(state, [](const Designs& designs, const ScanRequest& scan, std::int64_t k) {
        return make_row_geometry(make_scan_plan(designs.machine(k), scan).oriented());
    });
}
BENCHMARK(sweep_geometries)->Unit(benchmark::kMillisecond);

/// A sweep of machines similar to the case study's, whose legs have a thickness. It measures the least gap and
/// conditioning in a box of poses.
SweepFile least_figures_sweep(const std::string& box) {
    return parse_sweep(
        "machine: case-study\n"
        "vary:\n"
        "  base.radius: {from: 0.9, to: 1.1}\n"
        "  platform.radius: {from: 0.6, to: 0.8}\n"
        "  base.spread: {from: 15, to: 30}\n"
        "sampling: {sobol: 1000}\n"
        "measure: [least_gap_in.box, least_conditioning_in.box]\n",
        "least_figures",
        PlatformDocument("name: case-study\nunits: {length: m, angle: deg}\n"
                         "base:     {radius: 1.0, spread: 20, azimuth: 0, axis: home, max_tilt: 33}\n"
                         "platform: {radius: 0.7, spread: 20, azimuth: 60, axis: home, max_tilt: 36}\n"
                         "legs: {min: 1.2, max: 2.0, diameter: 0.05, gap: 0.01, free_ends: 0.1}\n"
                         "home: {z: 1.45}\n"
                         "scan:\n"
                         "  x: {from: -0.9, to: 0.9, points: 10}\n"
                         "  y: {from: -0.9, to: 0.9, points: 10}\n"
                         "  z: {from: 1.0, to: 1.9, slices: 10}\n"
                         "requirements: [{name: box, " +
                             box + "}]\n",
                         "case-study"));
}

/// Runs this sweep on the given number of threads, for a box of positions and for boxes of poses from narrow to wide.
void sweep_least_figures(benchmark::State& state) {
    constexpr std::int64_t machines = 128;
    static const char* const boxes[] = {
        "x: [-0.05, 0.05], y: [-0.05, 0.05], z: [1.4, 1.5]",
        "x: [-0.03, 0.03], y: [-0.03, 0.03], z: [1.42, 1.48], roll: [-2.5, 2.5], pitch: [-2.5, 2.5]",
        "x: [-0.05, 0.05], y: [-0.05, 0.05], z: [1.4, 1.5], roll: [-5, 5], pitch: [-5, 5]",
        "x: [-0.05, 0.05], y: [-0.05, 0.05], z: [1.4, 1.5], roll: [-5, 5], pitch: [-5, 5], yaw: [-5, 5]",
        "x: [-0.2, 0.2], y: [-0.2, 0.2], z: [1.35, 1.55], roll: [-5, 5], pitch: [-5, 5], yaw: [-5, 5]"};
    const SweepFile sweep = least_figures_sweep(boxes[state.range(0)]);
    const Designs designs(sweep);
    const tbb::global_control threads(tbb::global_control::max_allowed_parallelism,
                                      static_cast<std::size_t>(state.range(1)));
    const auto meter = make_host_meter(sweep, designs);
    for ([[maybe_unused]] auto repeat : state) benchmark::DoNotOptimize(meter->measure(0, machines));
    state.counters["machines/s"] =
        benchmark::Counter(static_cast<double>(machines), benchmark::Counter::kIsIterationInvariantRate);
}
BENCHMARK(sweep_least_figures)
    ->ArgNames({"box", "threads"})
    ->ArgsProduct({{0, 1, 2, 3, 4}, {1, 2, 4, 8, 16}})
    ->UseRealTime()
    ->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace hexscan
