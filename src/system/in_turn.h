#pragma once

#include <atomic>

#include <tbb/parallel_for.h>

namespace hexscan {

/// Calls body(0) ... body(count - 1) from several threads, each once. The calls begin in this order. So a caller that
/// puts their results in order buffers only a few results at a time.
template <class Body>
void for_each_in_turn(int count, Body body) {
    std::atomic<int> next = 0;
    tbb::parallel_for(0, count, [&](int) { body(next++); });
}

}  // namespace hexscan
