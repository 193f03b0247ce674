#pragma once

#include <string>
#include <string_view>

/// Tests and conversions of ASCII characters that do not depend on the locale of the host program. The functions of
/// <cctype> do: with a Turkish locale, std::toupper leaves an i unchanged.
namespace hexscan::ascii {

constexpr bool is_blank(char c) { return c == ' ' || (c >= '\t' && c <= '\r'); }
constexpr char lower(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c + ('a' - 'A')) : c; }
constexpr char upper(char c) { return c >= 'a' && c <= 'z' ? static_cast<char>(c - ('a' - 'A')) : c; }
constexpr bool is_letter_or_digit(char c) { return (c >= '0' && c <= '9') || (lower(c) >= 'a' && lower(c) <= 'z'); }

inline std::string lower(std::string_view text) {
    std::string lowered(text);
    for (char& c : lowered) c = lower(c);
    return lowered;
}
inline std::string upper(std::string_view text) {
    std::string raised(text);
    for (char& c : raised) c = upper(c);
    return raised;
}

}  // namespace hexscan::ascii
