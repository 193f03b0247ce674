#include "src/system/threads.h"

#include <algorithm>
#include <atomic>
#include <condition_variable>
#include <cstddef>
#include <exception>
#include <functional>
#include <mutex>
#include <system_error>
#include <thread>
#include <vector>

#include <tbb/global_control.h>
#include <tbb/info.h>

#include "src/system/waited_tasks.h"

namespace hexscan {
namespace {

/// Starts threads beside the calling one until there are `most`, or as many as can be started. Then calls body(threads)
/// on each of them, with their number, and returns that number. `body` must not throw.
std::size_t run_side_by_side(std::size_t most, const std::function<void(std::size_t threads)>& body) {
    std::mutex mutex;
    std::condition_variable all_started;
    bool begin = false;
    std::vector<std::thread> threads;
    threads.reserve(most - 1);
    try {
        while (threads.size() < most - 1)
            threads.emplace_back([&] {
                {
                    std::unique_lock lock(mutex);
                    all_started.wait(lock, [&] { return begin; });
                }
                body(threads.size() + 1);
            });
    } catch (const std::system_error&) {
        // This was one too many. The number of threads tells the caller.
    }
    {
        const std::lock_guard lock(mutex);
        begin = true;
    }
    all_started.notify_all();
    body(threads.size() + 1);
    for (std::thread& thread : threads) thread.join();
    return threads.size() + 1;
}

/// TBB starts its threads when work first wants them. A thread that cannot be started within a task leaves that task
/// unfinished, and whoever waits for it waits for ever; here there is no task yet, and the error arrives.
void start_workers() {
    tbb::task_arena arena;
    arena.enqueue([] {});
}

/// Threads that exist while ready_arena() fills the arena of `computing` threads and as many callers besides this one:
/// one thread in every slot, and TBB's workers.
std::size_t threads_while_filling(std::size_t computing) { return 2 * computing + (computing - 1); }

/// Spawns a task in every slot of an arena that nobody has used, or in as many as threads can be started for: each slot
/// needs a thread of its own meanwhile.
class SlotFiller {
public:
    explicit SlotFiller(tbb::task_arena& arena) : arena_(arena) {}

    void fill(std::size_t slots) {
        run_side_by_side(slots, [this](std::size_t threads) {
            try {
                fill_one(threads);
            } catch (...) {
                const std::lock_guard lock(mutex_);
                error_ = std::current_exception();
            }
        });
        if (error_) std::rethrow_exception(error_);
    }

private:
    void fill_one(std::size_t threads) {
        bool came = false;
        const auto come = [&] {
            came = true;
            ++here_;
            here_.notify_all();
        };
        try {
            arena_.execute([&] {
                come();
                for (std::size_t here = here_; here < threads; here = here_) here_.wait(here);
                WaitedTasks task;
                task.run([] {});
                task.wait();
            });
        } catch (...) {
            if (!came) come();
            throw;
        }
    }

    tbb::task_arena& arena_;
    std::atomic<std::size_t> here_ = 0;
    std::mutex mutex_;
    std::exception_ptr error_;
};

}  // namespace

void use_startable_threads(int most) {
    const int cores = tbb::info::default_concurrency();
    const auto wanted = static_cast<std::size_t>(std::clamp(most, 1, cores));
    const std::size_t started = run_side_by_side(threads_while_filling(wanted), [](std::size_t) {});
    std::size_t threads = wanted;
    while (threads > 1 && threads_while_filling(threads) > started) --threads;
    if (threads != static_cast<std::size_t>(cores)) {
        static const tbb::global_control limit(tbb::global_control::max_allowed_parallelism, threads);
    }
    if (threads > 1) start_workers();
}

int computing_threads() {
    return static_cast<int>(tbb::global_control::active_value(tbb::global_control::max_allowed_parallelism));
}

std::unique_ptr<tbb::task_arena> ready_arena() {
    const int callers = 1 + computing_threads();
    const int slots = callers + computing_threads() - 1;
    auto arena = std::make_unique<tbb::task_arena>(slots, static_cast<unsigned>(callers));
    // Here, not at a thread's first use: after an error there, TBB lets every other thread spin for ever.
    arena->initialize();
    SlotFiller(*arena).fill(static_cast<std::size_t>(slots));
    return arena;
}

}  // namespace hexscan
