#pragma once

#include <limits>

namespace hexscan {

/// Keeps the worker threads to `most`, and to as many as can be started here: a limit on processes (ulimit -u) or on
/// memory would otherwise make the first parallel loop fail. Holds for the rest of the program.
void use_startable_threads(int most = std::numeric_limits<int>::max());

}  // namespace hexscan
