#pragma once

#include <exception>
#include <string>
#include <string_view>

#include "src/ranks/ranks.h"

/// An error of one rank is an error of the whole run.
namespace hexscan {

/// An error as bytes: its kind (hexscan/errors.h) and its message, which names the rank unless it is rank 0.
std::string error_bytes(const std::exception_ptr& error, const Ranks& ranks);

/// The inverse: throws an error of that kind. Running out of memory becomes a DeviceError that says so.
[[noreturn]] void throw_error(std::string_view bytes);

/// Tells the other ranks of an error of this one; rank 0 passes on what it is told. They throw it when they next wait.
void tell_error(const std::exception_ptr& error, Ranks& ranks);

}  // namespace hexscan
