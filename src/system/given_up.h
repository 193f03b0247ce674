#pragma once

#include <tbb/task_group.h>

namespace hexscan {

/// Thrown out of work that whoever asked for it no longer waits for.
struct GivenUp {};

/// To be called where a parallel loop has ended, too: loops that are given up end early, and what they leave is not to
/// be looked at.
inline void end_if_given_up() {
    if (tbb::is_current_task_group_canceling()) throw GivenUp();
}

}  // namespace hexscan
