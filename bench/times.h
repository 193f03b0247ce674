#pragma once

#include <vector>

#include "src/base/spread.h"
#include "src/system/stopwatch.h"

namespace hexscan_bench {

/// Runs the work once as a warm-up, then repeatedly. Returns the milliseconds of each repeat.
template <class Work>
hexscan::Spread times_ms(int repeats, Work work) {
    work();
    std::vector<double> times;
    for (int i = 0; i < repeats; ++i) {
        const hexscan::Stopwatch watch;
        work();
        times.push_back(watch.milliseconds());
    }
    return hexscan::spread_of(times);
}

}  // namespace hexscan_bench
