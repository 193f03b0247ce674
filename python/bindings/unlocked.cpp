#include "bindings/unlocked.h"

#include <condition_variable>
#include <mutex>
#include <set>
#include <thread>
#include <utility>

#include <pthread.h>
#include <tbb/parallel_for.h>
#include <unistd.h>

namespace hexscan_python {
namespace {

struct Threads {
    std::mutex mutex;
    std::condition_variable changed;
    int unlocked = 0;  ///< threads that have released the lock and may take it again
    std::set<const WorkUnderWay*> work;
    bool ends = false;
    std::thread::id ended_by;

    bool ends_this() const { return ends && ended_by != std::this_thread::get_id(); }
};

/// The state of all threads. It is never destroyed, because threads that wait forever outlive static objects. A forked
/// process gets a new one, because the other threads of its parent do not exist there.
Threads* threads = [] {
    pthread_atfork(nullptr, nullptr, [] { threads = new Threads; });
    return new Threads;
}();

[[noreturn]] void stay() {
    for (;;) pause();
}

bool is_finalizing() {
#if PY_VERSION_HEX >= 0x030D0000
    return Py_IsFinalizing() != 0;
#else
    return _Py_IsFinalizing() != 0;
#endif
}

}  // namespace

Unlocked::Unlocked() : thread_(PyEval_SaveThread()) {
    std::unique_lock lock(threads->mutex);
    if (threads->ends_this()) {
        lock.unlock();
        stay();
    }
    ++threads->unlocked;
}

Unlocked::~Unlocked() {
    {
        std::unique_lock lock(threads->mutex);
        if (threads->ends_this()) {
            --threads->unlocked;
            threads->changed.notify_all();
            lock.unlock();
            stay();
        }
    }
    PyEval_RestoreThread(thread_);
    const std::lock_guard lock(threads->mutex);
    --threads->unlocked;
    threads->changed.notify_all();
}

WorkUnderWay::WorkUnderWay(std::function<void()> give_up) : give_up_(std::move(give_up)) {
    const std::lock_guard lock(threads->mutex);
    threads->work.insert(this);
    if (threads->ends_this()) give_up_();
}

void WorkUnderWay::end() {
    const std::lock_guard lock(threads->mutex);
    if (threads->work.erase(this) > 0) threads->changed.notify_all();
}

void do_in(tbb::task_group_context& context, const std::function<void()>& work) {
    // parallel_for() is used instead of a task group, which would end the process if TBB lacked memory for this thread.
    tbb::parallel_for(
        0, 1, [&](int) { work(); }, context);
}

void do_unlocked(const std::function<void()>& work) {
    tbb::task_group_context context;
    const Unlocked released;
    const WorkUnderWay under_way([&] { context.cancel_group_execution(); });
    do_in(context, work);
}

void stay_if_interpreter_ends() {
    {
        const std::lock_guard lock(threads->mutex);
        if (!threads->ends_this()) return;
    }
    // While Python unwinds a thread's stack, that thread does not have the lock.
    if (!is_finalizing()) PyEval_SaveThread();
    stay();
}

void end_all_work() {
    const pybind11::gil_scoped_release released;
    std::unique_lock lock(threads->mutex);
    threads->ended_by = std::this_thread::get_id();
    threads->ends = true;
    for (const WorkUnderWay* const work : threads->work) work->give_up();
    threads->changed.wait(lock, [] { return threads->unlocked == 0 && threads->work.empty(); });
}

}  // namespace hexscan_python
