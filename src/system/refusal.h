#pragma once

#include <system_error>

#include "hexscan/errors.h"

namespace hexscan {

/// Converts an error of the operating system. If a resource such as threads is short, the message says that a limit may
/// be too low.
SystemError refusal_of(const std::system_error& error);

}  // namespace hexscan
