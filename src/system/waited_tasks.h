#pragma once

#include <utility>

#include <tbb/task_group.h>

namespace hexscan {

/// Tasks on other cores, which do not outlive this object, nor what stands before it in its scope.
class WaitedTasks {
public:
    WaitedTasks() = default;
    /// Reached with work under way only when an error is already on its way out: what the tasks throw is lost.
    ~WaitedTasks() {
        tasks_.cancel();
        // A wait that fails leaves tasks behind.
        for (bool waiting = true; waiting;) {
            try {
                tasks_.wait();
                waiting = false;
            } catch (...) {
            }
        }
    }
    WaitedTasks(const WaitedTasks&) = delete;
    WaitedTasks& operator=(const WaitedTasks&) = delete;

    template <class Task>
    void run(Task&& task) {
        tasks_.run(std::forward<Task>(task));
    }
    /// Throws what a task threw; the first error wins.
    void wait() { tasks_.wait(); }

private:
    tbb::task_group tasks_;
};

}  // namespace hexscan
