#pragma once

#include <memory>
#include <utility>
#include <vector>

#include <tbb/task_group.h>

namespace hexscan {

/// Tasks on other cores. They end before this object is destroyed, and so before every object that was declared before
/// it.
class WaitedTasks {
public:
    WaitedTasks() = default;
    /// Cancels and waits for tasks that nobody has waited for. Their errors are lost.
    ~WaitedTasks() {
        for (const auto& group : groups_) group->cancel();
        // If a wait fails, it leaves tasks behind, so the loop continues until none are left.
        while (!groups_.empty()) {
            try {
                wait();
            } catch (...) {
            }
        }
    }
    WaitedTasks(const WaitedTasks&) = delete;
    WaitedTasks& operator=(const WaitedTasks&) = delete;

    /// Throws std::bad_alloc.
    template <class Task>
    void run(Task&& task) {
        groups_.push_back(std::make_unique<tbb::task_group>());
        try {
            groups_.back()->run(std::forward<Task>(task));
        } catch (...) {
            // The group counts a task that never runs, so waiting for the group would take forever. The group's
            // destructor waits, too, so the group is not destroyed. It holds no other task.
            (void)groups_.back().release();
            groups_.pop_back();
            throw;
        }
    }
    /// Throws what a task threw. If several tasks threw, the error of the earliest task is thrown.
    void wait() {
        for (; !groups_.empty(); groups_.erase(groups_.begin())) groups_.front()->wait();
    }

private:
    std::vector<std::unique_ptr<tbb::task_group>> groups_;  ///< one for each task
};

}  // namespace hexscan
