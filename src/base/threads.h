#pragma once

namespace hexscan {

/// Keeps the worker threads to as many as can be started here: a limit on processes (ulimit -u) or on memory would
/// otherwise make the first parallel loop fail. Holds for the rest of the program.
void use_startable_threads();

}  // namespace hexscan
