#pragma once

#include <limits>
#include <optional>

#include <tbb/global_control.h>
#include <tbb/task_arena.h>

namespace hexscan {

/// How many threads compute at a time: the calling one and all of TBB's workers.
int computing_threads();

/// Creates the threads and the memory that parallel loops need, before work begins. Otherwise TBB creates them while
/// tasks wait. If that fails, the loop waits forever.
class ReadyThreads {
public:
    /// Lets at most `most` threads compute while this object lives. If fewer can be started, lets only those compute: a
    /// limit on processes (ulimit -u) or on memory would otherwise make the first parallel loop fail. Make the object
    /// before anything else allocates much: if memory runs out while TBB makes an arena, TBB destroys members that it
    /// has not constructed. Throws std::bad_alloc.
    explicit ReadyThreads(int most = std::numeric_limits<int>::max());

    /// Calls `work` on this thread, in an arena in which parallel loops get help from all workers. The arena also has
    /// room for as many other callers as threads compute, such as the meters of a sweep. Returns and throws what `work`
    /// does.
    template <class Work>
    auto execute(const Work& work) {
        return arena_.execute(work);
    }

private:
    std::optional<tbb::global_control> limit_;
    tbb::task_arena arena_;
};

}  // namespace hexscan
