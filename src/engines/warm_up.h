#pragma once

#include "src/system/stopwatch.h"

namespace hexscan {

/// How long work is repeated before it is timed: clocks rise, caches and page tables fill.
inline constexpr double warm_up_ms = 100;

/// Repeats work for `warm_up_ms`, at least once.
template <class Work>
void warm_up(Work work) {
    const Stopwatch watch;
    do work();
    while (watch.milliseconds() < warm_up_ms);
}

}  // namespace hexscan
