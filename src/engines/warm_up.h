#pragma once

#include "src/engines/engines_tuning.h"
#include "src/system/stopwatch.h"

namespace hexscan {

/// Repeats work at least once and for `tuning::warm_up_ms`.
template <class Work>
void warm_up(Work work) {
    const Stopwatch watch;
    do work();
    while (watch.milliseconds() < tuning::warm_up_ms);
}

}  // namespace hexscan
