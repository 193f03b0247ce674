#include "src/system/memory.h"

#include <algorithm>
#include <fstream>
#include <limits>
#include <optional>
#include <string>

#include <sys/resource.h>
#include <unistd.h>

namespace hexscan {
namespace {

namespace fs = std::filesystem;

constexpr std::int64_t unlimited = std::numeric_limits<std::int64_t>::max();

/// The number in a file that contains a single number. Returns nullopt if the file does not exist or contains "max".
std::optional<std::int64_t> number_in(const fs::path& file) {
    std::ifstream stream(file);
    std::int64_t number = 0;
    if (stream >> number) return number;
    return std::nullopt;
}

/// The number that follows `key` in a file of keys and numbers.
std::optional<std::int64_t> number_after(const fs::path& file, const std::string& key) {
    std::ifstream stream(file);
    for (std::string line; std::getline(stream, line);)
        if (line.starts_with(key)) return std::strtoll(line.c_str() + key.size(), nullptr, 10);
    return std::nullopt;
}

/// Memory that a control group has left: its limit minus its use. File caches do not count, because the system frees
/// them on demand.
std::int64_t left_in_group(const fs::path& group, const char* limit_file, const char* use_file) {
    const auto limit = number_in(group / limit_file), use = number_in(group / use_file);
    if (!limit || !use) return unlimited;
    const std::int64_t cache = number_after(group / "memory.stat", "inactive_file ").value_or(0);
    return std::max<std::int64_t>(*limit - std::max<std::int64_t>(*use - cache, 0), 0);
}

/// The smallest amount left in any group from the process's own up to the top.
std::int64_t left_up_to_top(const fs::path& top, fs::path group, const char* limit_file, const char* use_file) {
    std::int64_t left = unlimited;
    for (group = group.relative_path();; group = group.parent_path()) {
        left = std::min(left, left_in_group(top / group, limit_file, use_file));
        if (group.empty()) return left;
    }
}

std::int64_t left_in_cgroups(const fs::path& root) {
    std::int64_t left = unlimited;
    std::ifstream groups(root / "proc/self/cgroup");
    for (std::string line; std::getline(groups, line);) {
        // The fields are hierarchy:controllers:path. In version 2 there are no controllers.
        const std::size_t first = line.find(':'), second = line.find(':', first + 1);
        if (first == std::string::npos || second == std::string::npos) continue;
        const std::string controllers = line.substr(first + 1, second - first - 1);
        const fs::path group = line.substr(second + 1);
        const fs::path top = root / "sys/fs/cgroup";
        if (controllers.empty()) left = std::min(left, left_up_to_top(top, group, "memory.max", "memory.current"));
        if (controllers.find("memory") != std::string::npos)
            left =
                std::min(left, left_up_to_top(top / "memory", group, "memory.limit_in_bytes", "memory.usage_in_bytes"));
    }
    return left;
}

std::int64_t left_in_address_space(const fs::path& root) {
    rlimit limit{};
    if (getrlimit(RLIMIT_AS, &limit) != 0 || limit.rlim_cur == RLIM_INFINITY) return unlimited;
    const std::int64_t pages = number_in(root / "proc/self/statm").value_or(0);
    return std::max<std::int64_t>(static_cast<std::int64_t>(limit.rlim_cur) - pages * sysconf(_SC_PAGESIZE), 0);
}

}  // namespace

std::int64_t available_host_bytes(const fs::path& root) {
    const auto kilobytes = number_after(root / "proc/meminfo", "MemAvailable:");
    return std::min({kilobytes ? *kilobytes * 1024 : unlimited, left_in_cgroups(root), left_in_address_space(root)});
}

}  // namespace hexscan
