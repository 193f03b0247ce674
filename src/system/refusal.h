#pragma once

#include <system_error>

#include "hexscan/errors.h"

namespace hexscan {

/// The error of hexscan for one of the operating system. Where a resource such as threads is short, the message says
/// that a limit may be too low.
SystemError refusal_of(const std::system_error& error);

}  // namespace hexscan
