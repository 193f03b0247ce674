// Measures the cost of the page in a default scan: storing the slices as threads deliver them, and writing index.html
// at the end. Files go to the system's temporary folder (TMPDIR).

#include <benchmark/benchmark.h>

#include <filesystem>
#include <string>

#include <unistd.h>

#include <tbb/global_control.h>
#include <tbb/parallel_for.h>

#include "src/engines/host_engines.h"
#include "src/files/platform_file.h"
#include "src/results/page/page_file.h"

namespace {

using namespace hexscan;

/// The slices of the default scan, with their record and radii.
struct DefaultScan {
    DefaultScan() {
        record.platform = built_in_platform();
        record.engine.json = {{"name", "cpu"}, {"device", "cpu"}};
        std::filesystem::create_directories(folder);
        const Workspace workspace = scan_on_cpu(plan.oriented());
        for (int i = 0; i < static_cast<int>(workspace.size()); ++i)
            slices.push_back({i, workspace[static_cast<std::size_t>(i)], {}});
        for (const Slice& slice : slices) radii.take(slice);
        radii.finish();
    }
    ~DefaultScan() { std::filesystem::remove_all(folder); }
    DefaultScan(const DefaultScan&) = delete;
    DefaultScan& operator=(const DefaultScan&) = delete;

    RunRecord record;
    const ScanPlan plan = make_scan_plan(built_in_platform());
    std::filesystem::path folder =
        std::filesystem::temp_directory_path() / ("hexscan_page_bench_" + std::to_string(getpid()));
    RadiiFile radii{plan, folder};
    std::vector<Slice> slices;
};

/// Writes the page with the given number of threads.
void page_write(benchmark::State& state) {
    DefaultScan scan;
    const tbb::global_control threads(tbb::global_control::max_allowed_parallelism,
                                      static_cast<std::size_t>(state.range(0)));
    for ([[maybe_unused]] auto repeat : state) {
        PageFile page(scan.record.platform, scan.plan, scan.folder);
        tbb::parallel_for(std::size_t{0}, scan.slices.size(), [&](std::size_t i) { page.take(scan.slices[i]); });
        page.write(FinishedRun{scan.record, scan.plan, {}, scan.radii, {}, 0});
    }
    state.counters["bytes"] = static_cast<double>(std::filesystem::file_size(scan.folder / "index.html"));
}
BENCHMARK(page_write)->Arg(1)->Arg(2)->UseRealTime()->Unit(benchmark::kMillisecond);

}  // namespace
