#pragma once

#include <string>

#include <nlohmann/json_fwd.hpp>

#include "src/study/intrinsics_price.h"

namespace hexscan {

/// The test as text: times, ratios and errors of every function, then spreads and ranges, then the lecture's.
std::string price_table(const IntrinsicsPrice& price);

/// The same as JSON, times in milliseconds.
nlohmann::json price_json(const IntrinsicsPrice& price);

/// Whether this is what price_json() gives.
bool is_price_json(const nlohmann::json& json);

/// Reads back what price_json() gives. Throws InputError naming the field that is missing or has another type.
IntrinsicsPrice price_from_json(const nlohmann::json& json);

}  // namespace hexscan
