#pragma once

#include <exception>
#include <functional>

#include "src/ranks/ranks.h"

namespace hexscan {

/// Runs every rank's part of the program to one common end. An error of any rank, where it is not shared already, and
/// the exit code of rank 0 become those of all: `fail` says an error and returns its exit code; it is rank 0's that
/// counts. Returns when all ranks have come to their end; messages that nobody waits for any more are dropped. What is
/// left to do is Ranks::finish().
int run_together(Ranks& ranks, const std::function<int()>& part, const std::function<int(std::exception_ptr)>& fail);

}  // namespace hexscan
