#pragma once

#include <string>

#include <nlohmann/json_fwd.hpp>

#include "src/study/intrinsics_price.h"

namespace hexscan {

/// The test as text: times, ratios and errors of every function, then spreads and ranges, then the lecture's.
std::string price_table(const IntrinsicsPrice& price);

/// The same as JSON, times in milliseconds.
nlohmann::json price_json(const IntrinsicsPrice& price);

}  // namespace hexscan
