#pragma once

#include <optional>
#include <span>
#include <string_view>

namespace hexscan {

/// The key or word that a file means by a name that other programs and papers use: min by length_min, rotary by servo.
/// Nullopt if none of `known` is meant.
std::optional<std::string_view> word_meant_by(std::string_view name, std::span<const std::string_view> known);

}  // namespace hexscan
