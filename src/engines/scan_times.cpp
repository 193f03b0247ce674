#include "src/engines/scan_times.h"

#include <utility>
#include <vector>

#include "src/engines/warm_up.h"

namespace hexscan {

double scan_by_the_wall_ms(PreparedScan& scan) {
    const Stopwatch watch;
    scan.scan();
    return watch.milliseconds();
}

Spread time_scans_ms(PreparedScan& scan, int repeats) {
    warm_up([&] { scan.scan(); });
    std::vector<double> totals_ms;
    for (int repeat = 0; repeat < repeats; ++repeat) totals_ms.push_back(scan_by_the_wall_ms(scan));
    return spread_of(std::move(totals_ms));
}

}  // namespace hexscan
