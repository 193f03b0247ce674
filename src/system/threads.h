#pragma once

#include <limits>
#include <optional>

#include <tbb/global_control.h>
#include <tbb/task_arena.h>

namespace hexscan {

/// Threads that compute at a time: the calling one and all of TBB's workers.
int computing_threads();

/// The threads and the memory that parallel loops need, made before work begins. TBB otherwise starts threads and
/// allocates the memory for a thread's tasks while tasks wait; if that fails, the loop waits for ever.
class ReadyThreads {
public:
    /// Lets at most `most` threads compute while this object lives, and only as many as can be started: a limit on
    /// processes (ulimit -u) or on memory would otherwise make the first parallel loop fail. Make the object before
    /// anything else allocates much: if memory runs out while TBB makes an arena, TBB destroys members that it has not
    /// constructed. Throws std::bad_alloc.
    explicit ReadyThreads(int most = std::numeric_limits<int>::max());

    /// Calls `work` on this thread. Parallel loops of this thread and of as many others as compute, such as the meters
    /// of a sweep, then find room here, and all workers help them. Returns and throws what `work` does.
    template <class Work>
    auto execute(const Work& work) {
        return arena_.execute(work);
    }

private:
    std::optional<tbb::global_control> limit_;
    tbb::task_arena arena_;
};

}  // namespace hexscan
