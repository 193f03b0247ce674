#pragma once

#include <optional>
#include <span>
#include <string_view>

namespace hexscan {

/// The key or word of hexscan for a name that other programs and papers use, such as min for length_min, or rotary for
/// servo. Returns nullopt if it matches none of `known`.
std::optional<std::string_view> word_meant_by(std::string_view name, std::span<const std::string_view> known);

}  // namespace hexscan
