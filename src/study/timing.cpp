#include "src/study/timing.h"

#include <cmath>

#include <fmt/format.h>

#include "src/base/stopwatch.h"
#include "src/device/devices.h"

namespace hexscan {
namespace {

/// Timings wider than this around their median get a remark.
constexpr double wide_spread = 0.10;
/// Clocks that differ by more between the first and the last repeat get one too.
constexpr double moved_clock = 0.03;

Spread time_by_the_wall(PreparedScan& scan, int repeats) {
    std::vector<double> totals_ms;
    for (int repeat = 0; repeat < repeats; ++repeat) {
        const Stopwatch watch;
        scan.scan();
        totals_ms.push_back(watch.milliseconds());
    }
    return spread_of(std::move(totals_ms));
}

}  // namespace

Timing time_scans(PreparedScan& scan, int repeats) {
    scan.scan();
    Timing timing;
    timing.total_ms = time_by_the_wall(scan, repeats);
    return timing;
}

Timing time_stage(PreparedStage& scan, int repeats) {
    scan.scan();
    const double clock_before_mhz = multiprocessor_clock_mhz();
    Timing timing;
    timing.total_ms = time_by_the_wall(scan, repeats);
    std::vector<double> kernels_ms, copies_ms;
    for (int repeat = 0; repeat < repeats; ++repeat) {
        const DeviceSpans spans = scan.scan_with_events();
        kernels_ms.push_back(spans.kernel_ms);
        copies_ms.push_back(spans.copy_ms);
    }
    timing.kernel_ms = spread_of(std::move(kernels_ms));
    timing.copy_ms = spread_of(std::move(copies_ms));
    const double clock_after_mhz = multiprocessor_clock_mhz();
    const double spread = (timing.total_ms.max - timing.total_ms.min) / timing.total_ms.median;
    if (!(spread <= wide_spread))
        timing.remarks.push_back(fmt::format("totals spread over {:.0f} % of their median", 100 * spread));
    if (!(std::abs(clock_after_mhz / clock_before_mhz - 1) <= moved_clock))
        timing.remarks.push_back(
            fmt::format("the clock moved from {:.0f} to {:.0f} MHz", clock_before_mhz, clock_after_mhz));
    return timing;
}

}  // namespace hexscan
