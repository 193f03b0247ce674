#pragma once

#include <exception>
#include <functional>

#include "src/ranks/ranks.h"

namespace hexscan {

/// Runs every rank's part of the program, and ends all ranks together. Every rank returns the result of rank 0's part.
/// An error of any rank becomes an error of all ranks: `fail` reports it and returns a number, and all ranks return the
/// number of rank 0. Returns when all ranks have ended their part. Drops messages that nobody waits for any more. The
/// caller then calls Ranks::finish().
int run_together(Ranks& ranks, const std::function<int()>& part, const std::function<int(std::exception_ptr)>& fail);

}  // namespace hexscan
