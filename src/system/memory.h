#pragma once

#include <cstdint>
#include <filesystem>

namespace hexscan {

/// The message for users when std::bad_alloc is caught, because that exception has no useful message of its own.
inline constexpr const char* out_of_memory = "out of memory; choose a smaller grid";

/// Bytes of host memory that can still be allocated. This is the memory that the system has available. It is less if a
/// container (cgroup, version 1 or 2) or a limit of the process (ulimit -v) allows less. The folder `root` contains
/// /proc and /sys.
std::int64_t available_host_bytes(const std::filesystem::path& root = "/");

}  // namespace hexscan
