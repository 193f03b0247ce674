#pragma once

#include <exception>
#include <string>
#include <string_view>

#include "src/ranks/ranks.h"

/// An error of one rank is an error of the whole run.
namespace hexscan {

/// An error as bytes: its kind (hexscan/errors.h) and its message. The message names the rank unless it is rank 0.
std::string error_bytes(const std::exception_ptr& error, const Ranks& ranks);

/// The inverse of error_bytes(). Throws an error of the same kind. If a rank ran out of memory, throws a DeviceError
/// that names the rank.
[[noreturn]] void throw_error(std::string_view bytes);

/// Sends an error of this rank to rank 0, which sends it to all others. The others throw it when they next wait.
void send_error(const std::exception_ptr& error, Ranks& ranks);

}  // namespace hexscan
