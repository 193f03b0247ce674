#pragma once

#include <limits>
#include <memory>

#include <tbb/task_arena.h>

namespace hexscan {

/// Limits the threads that compute to `most`. Leaves room for the threads of ready_arena(), as far as threads can be
/// started at all: a limit on processes (ulimit -u) or on memory would otherwise make the first parallel loop fail. The
/// limit lasts until the program ends.
void use_startable_threads(int most = std::numeric_limits<int>::max());

/// Threads that compute at a time: the calling one and all of TBB's workers.
int computing_threads();

/// An arena in which the calling thread and as many others as compute run parallel loops, such as the meters of a
/// sweep, helped by all worker threads. It already holds the memory for the tasks of its slots, or of as many slots as
/// threads could be started for. TBB otherwise allocates that memory at a slot's first task; if the allocation fails,
/// the loop waits for ever. Make the arena before anything else allocates much: if memory runs out while TBB makes one,
/// TBB destroys members that it has not constructed. Throws std::bad_alloc.
std::unique_ptr<tbb::task_arena> ready_arena();

}  // namespace hexscan
