#pragma once

#include <functional>

#include <pybind11/pybind11.h>

#include "hexscan/observer.h"

namespace hexscan_python {

/// Does long work on a thread of its own, without the interpreter's lock. Meanwhile the calling thread checks for
/// Ctrl-C, raises the work's warnings in Python and calls `progress(what, done, total)` unless `progress` is None. If
/// Ctrl-C, a warning or `progress` raises an exception, the work is cancelled and that exception is thrown. Otherwise
/// throws what the work throws.
void attended(const pybind11::object& progress, const std::function<void(hexscan::Observer&)>& work);

}  // namespace hexscan_python
