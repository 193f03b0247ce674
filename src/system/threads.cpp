#include "src/system/threads.h"

#include <algorithm>
#include <condition_variable>
#include <cstddef>
#include <mutex>
#include <system_error>
#include <thread>
#include <vector>

#include <tbb/global_control.h>
#include <tbb/info.h>
#include <tbb/task_arena.h>

namespace hexscan {
namespace {

/// Starts threads until one cannot be, at most `most`; all of them are gone again at the end.
std::size_t startable_threads(std::size_t most) {
    std::mutex mutex;
    std::condition_variable all_started;
    bool leave = false;
    std::vector<std::thread> threads;
    threads.reserve(most);
    try {
        while (threads.size() < most)
            threads.emplace_back([&] {
                std::unique_lock lock(mutex);
                all_started.wait(lock, [&] { return leave; });
            });
    } catch (const std::system_error&) {
        // One too many: what counts is how many there are.
    }
    {
        const std::lock_guard lock(mutex);
        leave = true;
    }
    all_started.notify_all();
    for (std::thread& thread : threads) thread.join();
    return threads.size();
}

/// TBB starts its threads when work first wants them. A thread that cannot be started within a task leaves that task
/// unfinished, and whoever waits for it waits for ever; here there is no task yet, and the error arrives.
void start_workers() {
    tbb::task_arena arena;
    arena.enqueue([] {});
}

}  // namespace

void use_startable_threads(int most) {
    const int cores = tbb::info::default_concurrency();
    const auto wanted = static_cast<std::size_t>(std::clamp(most, 1, cores));
    const std::size_t workers = startable_threads(wanted - 1);
    if (workers + 1 != static_cast<std::size_t>(cores)) {
        static const tbb::global_control limit(tbb::global_control::max_allowed_parallelism, workers + 1);
    }
    if (workers > 0) start_workers();
}

}  // namespace hexscan
