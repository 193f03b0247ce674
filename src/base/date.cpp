#include "src/base/date.h"

#include <ctime>

#include <fmt/chrono.h>

namespace hexscan {

std::string utc_now() { return fmt::format("{:%Y-%m-%dT%H:%M:%SZ}", fmt::gmtime(std::time(nullptr))); }

}  // namespace hexscan
