#pragma once

#include <functional>

#include <pybind11/pybind11.h>

#include "hexscan/observer.h"

namespace hexscan_python {

/// Does long work on a thread of its own, without the interpreter's lock, while this thread hears Ctrl-C, turns the
/// work's warnings into Python's and calls `progress(what, done, total)` unless it is None. Where one of these
/// raises, the work is given up and its result is not to be looked at. Throws what the work throws.
void attended(const pybind11::object& progress, const std::function<void(hexscan::Observer&)>& work);

}  // namespace hexscan_python
