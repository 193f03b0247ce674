#pragma once

#include <cstddef>
#include <functional>

namespace hexscan {

/// A way to run a loop with independent steps. It calls step(0) ... step(count - 1), each once, and returns when all
/// are done. Code that computes gets a Loop from the caller, who owns the threads.
using Loop = std::function<void(std::size_t count, const std::function<void(std::size_t)>& step)>;

/// Runs all steps in order on the calling thread.
inline void one_by_one(std::size_t count, const std::function<void(std::size_t)>& step) {
    for (std::size_t i = 0; i < count; ++i) step(i);
}

}  // namespace hexscan
