#include "src/system/refusal.h"

#include <algorithm>
#include <array>
#include <string>

namespace hexscan {

SystemError refusal_of(const std::system_error& error) {
    constexpr std::array short_of{std::errc::resource_unavailable_try_again, std::errc::not_enough_memory,
                                  std::errc::too_many_files_open, std::errc::too_many_files_open_in_system};
    const bool is_limit = std::ranges::any_of(short_of, [&](std::errc code) { return error.code() == code; });
    return SystemError(error.what() + std::string(is_limit ? "; a limit may be too low: see ulimit -a" : ""));
}

}  // namespace hexscan
