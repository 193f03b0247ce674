#pragma once

#include <memory>
#include <utility>

#include <tbb/task_group.h>

namespace hexscan {

/// One task at a time on another core. It does not outlive this object, nor what stands before this object in its
/// scope.
class WaitedTask {
public:
    WaitedTask() = default;
    /// Reached with a task under way only when an error is already on its way out: what the task throws is lost.
    ~WaitedTask() {
        if (!group_) return;
        group_->cancel();
        // A wait that fails leaves the task behind.
        for (bool waiting = true; waiting;) {
            try {
                group_->wait();
                waiting = false;
            } catch (...) {
            }
        }
    }
    WaitedTask(const WaitedTask&) = delete;
    WaitedTask& operator=(const WaitedTask&) = delete;

    /// Call wait() between two runs. Throws std::bad_alloc.
    template <class Task>
    void run(Task&& task) {
        try {
            group_->run(std::forward<Task>(task));
        } catch (...) {
            // The group counts a task that never runs, so that whoever waits for the group waits for ever.
            (void)group_.release();
            throw;
        }
    }
    /// Throws what the task threw.
    void wait() { group_->wait(); }

private:
    std::unique_ptr<tbb::task_group> group_ = std::make_unique<tbb::task_group>();
};

}  // namespace hexscan
