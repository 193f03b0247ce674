#pragma once

#include <tbb/task_group.h>

namespace hexscan {

/// This type is thrown to end work whose caller no longer waits for it.
struct GivenUp {};

/// Throws GivenUp if the surrounding work was cancelled. Call it also after a parallel loop. A cancelled loop ends
/// early, and its results must not be used.
inline void end_if_given_up() {
    if (tbb::is_current_task_group_canceling()) throw GivenUp();
}

}  // namespace hexscan
