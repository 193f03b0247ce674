#pragma once

#include "hexscan/errors.h"

/// Exit codes of the program.
namespace hexscan::exit_code {

inline constexpr int done = 0;
inline constexpr int verification_failed = 1;
inline constexpr int bad_input = 2;
inline constexpr int device_or_output = 3;
inline constexpr int interrupted = 130;  ///< 128 + SIGINT, as shells expect

/// The exit code for a kind of error.
constexpr int of(ErrorKind kind) {
    switch (kind) {
        case ErrorKind::usage:
        case ErrorKind::input: return bad_input;
        case ErrorKind::verification: return verification_failed;
        default: return device_or_output;
    }
}

}  // namespace hexscan::exit_code
