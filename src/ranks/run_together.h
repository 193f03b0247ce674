#pragma once

#include <exception>
#include <functional>

#include "src/ranks/ranks.h"

namespace hexscan {

/// Runs every rank's part of the program to one common end. An error of any rank, where it is not shared already, and
/// what rank 0's part returns become those of all: `fail` says an error and returns a number for it; rank 0's
/// counts. Returns when all ranks have come to their end; messages that nobody waits for any more are dropped. What is
/// left to do is Ranks::finish().
int run_together(Ranks& ranks, const std::function<int()>& part, const std::function<int(std::exception_ptr)>& fail);

}  // namespace hexscan
