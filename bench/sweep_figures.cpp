// Measures the parts of a sweep's volumes on a GPU. The parts are preparing machines on the host, solving their rows on
// the device, and both together as in a sweep. Prints a CSV: part, machines, median, least and largest milliseconds,
// machines per second, rows per second.
//
//   hexscan_sweep_figures FILE [REPEATS]

#include <cstdio>
#include <cstdlib>

#include <fmt/format.h>
#include <tbb/parallel_for.h>

#include "bench/times.h"
#include "hexscan/errors.h"
#include "src/base/spread.h"
#include "src/sweep/meters/machine_measures.h"
#include "src/sweep/meters/machine_rows.h"
#include "src/sweep/meters/meter.h"
#include "src/sweep/meters/swept_machines.h"
#include "src/sweep/sweep_file/sweep_file_reader.h"
#include "src/sweep/sweep_file/sweep_ranges.h"

namespace {

using namespace hexscan;
using hexscan_bench::times_ms;

void print(const char* part, std::int64_t machines, std::int64_t rows, const Spread& ms) {
    const double per_second = 1e3 * static_cast<double>(machines) / ms.median;
    fmt::print("{},{},{:.4g},{:.4g},{:.4g},{:.4g},{:.4g}\n", part, machines, ms.median, ms.min, ms.max, per_second,
               per_second * static_cast<double>(rows));
}

template <class Swept>
void print_figures(const SweepFile& sweep, int repeats) {
    const Designs designs(sweep);
    const ScanRequest constant = workspace_scan(sweep.scan);
    const std::int64_t rows = std::int64_t{constant.y.count} * constant.z.count;
    const std::int64_t block = std::min<std::int64_t>(4096, designs.count());
    fmt::print("part,machines,median_ms,least_ms,largest_ms,machines_per_second,rows_per_second\n");
    const auto device = make_machine_rows<Swept>(0, static_cast<std::size_t>(block));
    print("descriptions", block, rows, times_ms(repeats, [&] {
              tbb::parallel_for(std::int64_t{0}, block, [&](std::int64_t k) { (void)designs.description(k); });
          }));
    print("machines", block, rows, times_ms(repeats, [&] {
              tbb::parallel_for(std::int64_t{0}, block, [&](std::int64_t k) { (void)designs.machine(k); });
          }));
    print("geometries", block, rows, times_ms(repeats, [&] {
              const std::span<Swept> machines = device->machines();
              tbb::parallel_for(std::int64_t{0}, block, [&](std::int64_t k) {
                  prepare(make_scan_plan(designs.machine(k), constant), machines[static_cast<std::size_t>(k)]);
              });
          }));
    print("rows_on_device", block, rows,
          times_ms(repeats, [&] { (void)device->tally(static_cast<std::size_t>(block), rows); }));
    const auto meter = make_cuda_meter(sweep, designs, 0);
    print("one_meter", block, rows, times_ms(repeats, [&] { (void)meter->measure(0, block); }));
}

int run(const char* file, int repeats) {
    SweepFile sweep = load_sweep(file);
    close_sweep(sweep);
    sweep.measures = {Measure::volume};
    if (!devices_measure(sweep)) throw UsageError("the host measures such a study, and no device");
    with_swept(nominal_plan(sweep), [&]<class Swept>() { print_figures<Swept>(sweep, repeats); });
    return 0;
}

}  // namespace

int main(int argc, char** argv) {
    if (argc < 2 || argc > 3) {
        std::fputs("usage: hexscan_sweep_figures FILE [REPEATS]\n", stderr);
        return 2;
    }
    try {
        return run(argv[1], argc == 3 ? std::atoi(argv[2]) : 10);
    } catch (const std::exception& error) {
        std::fprintf(stderr, "hexscan_sweep_figures: %s\n", error.what());
        return 3;
    }
}
