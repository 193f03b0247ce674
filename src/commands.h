#pragma once

#include "src/options.h"

namespace hexscan {

/// Exit codes of the program.
namespace exit_code {
inline constexpr int done = 0;
inline constexpr int verification_failed = 1;
inline constexpr int bad_input = 2;
inline constexpr int device_or_output = 3;
inline constexpr int interrupted = 130;  ///< 128 + SIGINT, as shells expect
}  // namespace exit_code

/// Does what the command line asks for and returns the exit code. Throws UsageError, PlatformError,
/// DeviceError, OutputError, Interrupted.
int run_command(const Options& options);

}  // namespace hexscan
