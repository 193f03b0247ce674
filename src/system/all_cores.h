#pragma once

#include <cstddef>
#include <functional>

#include <tbb/parallel_for.h>

#include "src/system/given_up.h"

namespace hexscan {

/// A Loop (src/base/loop.h) whose steps are shared by all cores.
inline void on_all_cores(std::size_t count, const std::function<void(std::size_t)>& step) {
    tbb::parallel_for(std::size_t{0}, count, step);
    end_if_given_up();
}

}  // namespace hexscan
