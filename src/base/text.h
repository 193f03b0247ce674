#pragma once

#include <charconv>
#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <system_error>
#include <vector>

/// Reads text that the user wrote, and shows it in messages.
namespace hexscan {

/// The pieces between separators, empty ones included.
std::vector<std::string_view> split(std::string_view text, char separator);

/// The text without the blanks around it.
std::string_view trimmed(std::string_view text);

/// The words in a row, with a separator between any two.
std::string joined(std::span<const std::string> words, std::string_view separator);
std::string joined(std::span<const std::string_view> words, std::string_view separator);

/// Reads all of `text` as a number. A leading plus sign is allowed. Sets `number` and returns `std::errc{}`, or returns
/// the error.
template <class Number>
std::errc read_number(std::string_view text, Number& number) {
    if (text.size() > 1 && text[0] == '+' && text[1] != '-') text.remove_prefix(1);
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    return end == text.data() + text.size() ? error : std::errc::invalid_argument;
}

/// All of `text` as a number, or nullopt.
template <class Number>
std::optional<Number> parse_number(std::string_view text) {
    Number number{};
    if (read_number(text, number) != std::errc{}) return std::nullopt;
    return number;
}

/// Index of the first byte that is not readable text, or npos. Malformed UTF-8 is unreadable, and so are control
/// characters other than tab, line feed and carriage return.
std::size_t find_unreadable(std::string_view text);

/// The text with everything escaped that could affect a terminal or mislead a reader. These are control characters,
/// line and paragraph separators, marks that change the direction of writing, and bytes that are not UTF-8. Escapes
/// look like \n, \x1B or \u202E.
std::string escaped(std::string_view text);

/// Like escaped(), but keeps line feeds. For hexscan's own texts of several lines.
std::string escaped_lines(std::string_view text);

/// A value that the user wrote, for a message: escaped() and shortened to 40 characters.
std::string shown(std::string_view value);

/// A word as a POSIX shell reads it back. It is unchanged if no character is special to a shell, otherwise in single
/// quotes.
std::string shell_quoted(std::string_view word);

bool same_but_for_capitals(std::string_view a, std::string_view b);

/// The word of `words` that needs the fewest single-character edits to become `word`. Nullopt if every word needs more
/// than two edits and more than a quarter of the length of `word`. Ignores case.
std::optional<std::string_view> nearest_word(std::string_view word, std::span<const std::string_view> words);

/// nearest_word() as a question with a trailing blank, "did you mean clearance? ", or empty text.
std::string did_you_mean(std::string_view word, std::span<const std::string_view> words);

/// A hint for a user who wrote 380,5 instead of 380.5, or 250mm instead of 250. It begins with a semicolon. The result
/// is empty if neither correction turns the text into a number.
std::string number_cure(std::string_view text);

}  // namespace hexscan
