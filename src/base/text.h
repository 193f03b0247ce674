#pragma once

#include <charconv>
#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <system_error>
#include <vector>

/// Words and characters: what is read from the user, and how it is shown again.
namespace hexscan {

/// The pieces between separators, empty ones too.
std::vector<std::string_view> split(std::string_view text, char separator);

/// The words in a row, with a separator between any two.
std::string joined(std::span<const std::string> words, std::string_view separator);
std::string joined(std::span<const std::string_view> words, std::string_view separator);

/// All of `text` as a number; a leading plus sign is allowed. `std::errc{}` and `number` set, or what is wrong.
template <class Number>
std::errc read_number(std::string_view text, Number& number) {
    if (text.size() > 1 && text[0] == '+' && text[1] != '-') text.remove_prefix(1);
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    return end == text.data() + text.size() ? error : std::errc::invalid_argument;
}

/// All of `text` as a number, or nothing.
template <class Number>
std::optional<Number> parse_number(std::string_view text) {
    Number number{};
    if (read_number(text, number) != std::errc{}) return std::nullopt;
    return number;
}

/// Index of the first byte that is no readable text (malformed UTF-8, or a control character other than tab, line feed
/// and carriage return), or npos.
std::size_t find_unreadable(std::string_view text);

/// The text with everything escaped that would do something to a terminal or to whoever reads it: control characters,
/// line and paragraph separators, marks that reverse the direction of writing, and bytes that are no UTF-8, as \n,
/// \x1B or \u202E.
std::string escaped(std::string_view text);

/// The same with line feeds left as they are: for text of several lines of our own.
std::string escaped_lines(std::string_view text);

/// A value of the user's for a message: escaped(), and shortened to 40 characters.
std::string shown(std::string_view value);

/// A word as a POSIX shell reads it back: as it is where no character means anything to a shell, else in single quotes.
std::string shell_quoted(std::string_view word);

bool same_but_for_capitals(std::string_view a, std::string_view b);

/// The word at most two edits away from `word` and closest to it, capitals aside, or nothing.
std::optional<std::string_view> nearest_word(std::string_view word, std::span<const std::string_view> words);

/// The same as a question with a blank behind it, "did you mean clearance? ", or empty text.
std::string did_you_mean(std::string_view word, std::span<const std::string_view> words);

/// What helps who wrote 380,5 for 380.5, or 250mm for 250, with a semicolon before it; empty where neither makes a
/// number of the text.
std::string number_cure(std::string_view text);

}  // namespace hexscan
