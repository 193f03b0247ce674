#include <benchmark/benchmark.h>

#include "src/files/platform_document.h"
#include "src/scan/rows/row_geometry.h"
#include "src/sweep/designs.h"
#include "src/sweep/meters/machine_measures.h"
#include "src/sweep/sweep_file/study_file.h"

namespace hexscan {
namespace {

/// Machines of one benchmark's turn: a block of a sweep.
constexpr std::int64_t block = 4096;

/// The study of bench/studies/volumes.yaml.
SweepStudy volumes_study() {
    return parse_study(
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

/// `make(designs, study, k)` for every machine of a block, on one thread; machines per second.
template <class Make>
void for_a_block(benchmark::State& state, Make make) {
    const SweepStudy study = volumes_study();
    const Designs designs(study);
    const ScanRequest scan = workspace_scan(study.scan);
    for ([[maybe_unused]] auto repeat : state)
        for (std::int64_t k = 0; k < block; ++k) benchmark::DoNotOptimize(make(designs, scan, k));
    state.counters["machines/s"] =
        benchmark::Counter(static_cast<double>(block), benchmark::Counter::kIsIterationInvariantRate);
}

/// What a sweep does on the host for each machine that a GPU measures: a description, its machine, its rows' geometry.
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

}  // namespace
}  // namespace hexscan
