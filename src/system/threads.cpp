#include "src/system/threads.h"

#include <algorithm>
#include <condition_variable>
#include <cstddef>
#include <mutex>
#include <new>
#include <system_error>
#include <thread>
#include <vector>

#include <tbb/info.h>

#include "src/system/waited_tasks.h"

namespace hexscan {
namespace {

/// Starts threads in addition to the calling one until there are `most`, or as many as the system allows. Returns their
/// number after all have ended. No exception may leave the loop, because destroying a thread before it is joined ends
/// the process.
int startable_threads(int most) {
    std::mutex mutex;
    std::condition_variable all_started;
    bool may_end = false;
    std::vector<std::thread> threads;
    threads.reserve(static_cast<std::size_t>(most - 1));
    try {
        while (static_cast<int>(threads.size()) < most - 1)
            threads.emplace_back([&] {
                std::unique_lock lock(mutex);
                all_started.wait(lock, [&] { return may_end; });
            });
    } catch (const std::system_error&) {
        // This thread was one too many. The caller learns that from the number of threads.
    } catch (const std::bad_alloc&) {
        // A limit on memory may be reached before the limit on threads.
    }
    {
        const std::lock_guard lock(mutex);
        may_end = true;
    }
    all_started.notify_all();
    for (std::thread& thread : threads) thread.join();
    return static_cast<int>(threads.size()) + 1;
}

/// The number of threads of a sweep in which `computing` threads compute: the calling one, one for each meter, and
/// TBB's workers.
int threads_of_sweep(int computing) { return 1 + computing + (computing - 1); }

/// If TBB cannot start a thread while a task waits, that task is never finished, and its caller waits forever. No task
/// exists yet here, so the error is reported.
void start_workers() {
    tbb::task_arena arena;
    arena.enqueue([] {});
}

/// Runs a task in each of `slots` slots of an arena that no other thread has entered yet. A thread that leaves an arena
/// for another and returns gets another slot. So this thread enters both arenas in turn until it has been in all slots.
void fill(tbb::task_arena& arena, tbb::task_arena& other, int slots) {
    if (slots == 0) return;
    arena.execute([&] {
        other.execute([&] { fill(arena, other, slots - 1); });
        WaitedTasks task;
        task.run([] {});
        task.wait();
    });
}

}  // namespace

int computing_threads() {
    return static_cast<int>(tbb::global_control::active_value(tbb::global_control::max_allowed_parallelism));
}

ReadyThreads::ReadyThreads(int most) {
    const int wanted = std::clamp(std::min(most, computing_threads()), 1, tbb::info::default_concurrency());
    const int started = startable_threads(threads_of_sweep(wanted));
    int computing = wanted;
    while (computing > 1 && threads_of_sweep(computing) > started) --computing;
    limit_.emplace(tbb::global_control::max_allowed_parallelism, static_cast<std::size_t>(computing));
    if (computing > 1) start_workers();
    const int callers = 1 + computing;
    const int slots = callers + computing - 1;
    // The arena is initialised here, instead of at a thread's first use: after an error there, TBB lets every other
    // thread spin forever.
    arena_.initialize(slots, static_cast<unsigned>(callers));
    tbb::task_arena other(slots, static_cast<unsigned>(slots));
    fill(arena_, other, slots);
}

}  // namespace hexscan
