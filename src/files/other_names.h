#pragma once

#include <optional>
#include <span>
#include <string_view>

namespace hexscan {

/// The key that a file means by a name that other programs and papers use, such as min for length_min. Nullopt if none
/// of `keys` is meant.
std::optional<std::string_view> key_meant_by(std::string_view name, std::span<const std::string_view> keys);

}  // namespace hexscan
