#pragma once

#include <cstddef>
#include <functional>

#include <tbb/parallel_for.h>

#include "src/system/given_up.h"

namespace hexscan {

/// A Loop (src/base/loop.h) that distributes its steps over all cores.
inline void on_all_cores(std::size_t count, const std::function<void(std::size_t)>& step) {
    // A thread runs many steps in a row, and the scheduler does not check for cancellation between them.
    tbb::parallel_for(std::size_t{0}, count, [&](std::size_t i) {
        end_if_given_up();
        step(i);
    });
    end_if_given_up();
}

}  // namespace hexscan
