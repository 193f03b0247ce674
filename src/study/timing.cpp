#include "src/study/timing.h"

#include <algorithm>
#include <cmath>
#include <cstddef>

#include <fmt/format.h>
#include <tbb/parallel_for.h>

#include "src/device/devices.h"
#include "src/engines/scan_times.h"
#include "src/engines/warm_up.h"
#include "src/system/stopwatch.h"

namespace hexscan {
namespace {

/// If the spread of timings exceeds this share of their median, the stage gets a remark.
constexpr double wide_spread = 0.10;
/// A stage is decoded at most this often, because decoding bytes takes a thousand times as long as the fastest scan.
constexpr int most_decodings = 10;
/// If clocks differ by more than this share between the first and the last repeat, the stage gets a remark, too.
constexpr double moved_clock = 0.03;

double decoding_ms(const PreparedScan& scan, int slices) {
    std::vector<WorkspaceSlice> decoded(static_cast<std::size_t>(slices));
    const Stopwatch watch;
    tbb::parallel_for(std::size_t{0}, decoded.size(),
                      [&](std::size_t s) { decoded[s] = scan.slice(static_cast<int>(s)); });
    return watch.milliseconds();
}

}  // namespace

std::vector<std::string> remarks_on(const Timing& timing, bool overlaps) {
    std::vector<std::string> remarks;
    const double spread = (timing.total_ms.max - timing.total_ms.min) / timing.total_ms.median;
    if (!(spread <= wide_spread))
        remarks.push_back(fmt::format("totals spread over {:.0f} % of their median", 100 * spread));
    const double parts_ms = timing.kernel_ms.median + timing.copy_ms.median;
    if (!overlaps && !(parts_ms <= timing.total_ms.median))
        remarks.push_back(
            fmt::format("kernel and copy take {:.1f} ms together, more than the total of {:.1f}: they are timed in "
                        "other scans than the total, and pageable copies vary that much from scan to scan",
                        parts_ms, timing.total_ms.median));
    return remarks;
}

Timing time_stage(PreparedStage& scan, int slices, int repeats) {
    warm_up([&] { scan.scan(); });
    const double clock_before_mhz = multiprocessor_clock_mhz();
    std::vector<double> totals_ms, kernels_ms, kernels_alone_ms, copies_ms;
    for (int repeat = 0; repeat < repeats; ++repeat) {
        totals_ms.push_back(scan_by_the_wall_ms(scan));
        const DeviceSpans spans = scan.scan_with_events();
        kernels_ms.push_back(spans.kernel_ms);
        copies_ms.push_back(spans.copy_ms);
        kernels_alone_ms.push_back(scan.kernel_alone_ms());
    }
    scan.scan();
    std::vector<double> decodings_ms;
    for (int repeat = 0; repeat < std::min(repeats, most_decodings); ++repeat)
        decodings_ms.push_back(decoding_ms(scan, slices));
    const double clock_after_mhz = multiprocessor_clock_mhz();
    Timing timing;
    timing.total_ms = spread_of(std::move(totals_ms));
    timing.kernel_ms = spread_of(std::move(kernels_ms));
    timing.kernel_alone_ms = spread_of(std::move(kernels_alone_ms));
    timing.copy_ms = spread_of(std::move(copies_ms));
    timing.decoding_ms = spread_of(std::move(decodings_ms));
    timing.remarks = remarks_on(timing, scan.overlaps());
    if (!(std::abs(clock_after_mhz / clock_before_mhz - 1) <= moved_clock))
        timing.remarks.push_back(
            fmt::format("the clock moved from {:.0f} to {:.0f} MHz", clock_before_mhz, clock_after_mhz));
    return timing;
}

}  // namespace hexscan
