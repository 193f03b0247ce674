#pragma once

#include <string>

#include <nlohmann/json_fwd.hpp>

#include "src/study/intrinsics_price.h"

namespace hexscan {

/// The test as text: times, ratios and errors of every function, then spreads and ranges, then the lecture's times.
std::string price_table(const IntrinsicsPrice& price);

/// The test as JSON, with times in milliseconds.
nlohmann::json price_json(const IntrinsicsPrice& price);

/// True if this is a result of price_json().
bool is_price_json(const nlohmann::json& json);

/// Reads a result of price_json(). If a field is missing or has another type, throws InputError that names the field.
IntrinsicsPrice price_from_json(const nlohmann::json& json);

}  // namespace hexscan
