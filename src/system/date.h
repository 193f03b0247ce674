#pragma once

#include <string>

namespace hexscan {

/// The current time as ISO 8601 in UTC, to the second: "2000-01-31T12:00:00Z".
std::string utc_now();

}  // namespace hexscan
