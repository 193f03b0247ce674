#pragma once

#include <cstddef>
#include <functional>

namespace hexscan {

/// A way to run a loop whose steps know nothing of each other: calls step(0) ... step(count - 1), each once, and
/// returns when all are done. What computes takes one from whoever has the threads.
using Loop = std::function<void(std::size_t count, const std::function<void(std::size_t)>& step)>;

/// Step after step on the thread that asks.
inline void one_by_one(std::size_t count, const std::function<void(std::size_t)>& step) {
    for (std::size_t i = 0; i < count; ++i) step(i);
}

}  // namespace hexscan
