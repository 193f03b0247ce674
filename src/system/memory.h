#pragma once

#include <cstdint>
#include <filesystem>

namespace hexscan {

/// What std::bad_alloc, which has no message of its own, is for the user.
inline constexpr const char* out_of_memory = "out of memory; choose a smaller grid";

/// Bytes of host memory that can still be taken: what the system has available, or less where a container (cgroup,
/// version 1 or 2) or a limit of the process (ulimit -v) allows less. `root` is where /proc and /sys stand.
std::int64_t available_host_bytes(const std::filesystem::path& root = "/");

}  // namespace hexscan
