#include "src/base/text.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <iterator>
#include <numeric>
#include <utility>

#include <fmt/format.h>

#include "src/base/ascii.h"

namespace hexscan {
namespace {

/// A character of UTF-8 text. `bytes` is its length, 0 if the bytes are malformed.
struct Character {
    std::uint32_t code_point = 0;
    std::size_t bytes = 0;
};

Character first_character(std::string_view text) {
    const auto byte = [&](std::size_t i) { return std::uint32_t{static_cast<unsigned char>(text[i])}; };
    const std::uint32_t first = byte(0);
    if (first < 0x80) return {first, 1};
    const std::size_t size = first >= 0xF0 ? 4 : first >= 0xE0 ? 3 : 2;
    if (first < 0xC2 || first > 0xF4 || text.size() < size) return {};
    std::uint32_t code_point = first & (0x7FU >> size);
    for (std::size_t i = 1; i < size; ++i) {
        if ((byte(i) & 0xC0U) != 0x80U) return {};
        code_point = code_point << 6 | (byte(i) & 0x3FU);
    }
    constexpr std::array<std::uint32_t, 5> smallest{0, 0, 0x80, 0x800, 0x10000};
    const bool surrogate = code_point >= 0xD800 && code_point <= 0xDFFF;
    if (code_point < smallest[size] || surrogate || code_point > 0x10FFFF) return {};
    return {code_point, size};
}

bool is_control(std::uint32_t code_point) { return code_point < 0x20 || (code_point >= 0x7F && code_point < 0xA0); }

/// True for marks that end a line or change the direction of writing. They hide the real content of a line.
bool misleads(std::uint32_t code_point) {
    return code_point == 0x061C || code_point == 0x200E || code_point == 0x200F ||
           (code_point >= 0x2028 && code_point <= 0x202E) || (code_point >= 0x2066 && code_point <= 0x2069) ||
           code_point == 0xFEFF;
}

void append_escaped(std::string_view bytes, std::uint32_t code_point, std::string& text) {
    switch (code_point) {
        case '\n': text += "\\n"; return;
        case '\r': text += "\\r"; return;
        case '\t': text += "\\t"; return;
        default: break;
    }
    if (code_point >= 0x100)
        text += fmt::format("\\u{:04X}", code_point);
    else
        for (const char byte : bytes) text += fmt::format("\\x{:02X}", static_cast<unsigned char>(byte));
}

/// Escapes `text`, except the control character `keep`. After `longest` characters, "..." replaces the rest.
std::string escape(std::string_view text, char keep, std::size_t longest) {
    std::string result;
    for (std::size_t count = 0; !text.empty(); ++count) {
        if (count == longest) return result + "...";
        const Character character = first_character(text);
        const std::size_t size = std::max<std::size_t>(character.bytes, 1);
        const bool harmless =
            character.bytes != 0 && !is_control(character.code_point) && !misleads(character.code_point);
        if (harmless || (keep != '\0' && text.front() == keep))
            result += text.substr(0, size);
        else
            append_escaped(text.substr(0, size), character.code_point, result);
        text.remove_prefix(size);
    }
    return result;
}

/// Number of single-character edits that turn one word into the other (Levenshtein). Ignores case.
std::size_t edit_distance(std::string_view from, std::string_view to) {
    const std::string a = ascii::lower(from), b = ascii::lower(to);
    std::vector<std::size_t> row(b.size() + 1);
    std::iota(row.begin(), row.end(), std::size_t{0});
    for (std::size_t i = 0; i < a.size(); ++i) {
        std::size_t diagonal = std::exchange(row[0], i + 1);
        for (std::size_t j = 0; j < b.size(); ++j) {
            const std::size_t replaced = diagonal + (a[i] == b[j] ? 0 : 1);
            diagonal = row[j + 1];
            row[j + 1] = std::min({replaced, diagonal + 1, row[j] + 1});
        }
    }
    return row.back();
}

}  // namespace

std::string_view trimmed(std::string_view text) {
    while (!text.empty() && ascii::is_blank(text.front())) text.remove_prefix(1);
    while (!text.empty() && ascii::is_blank(text.back())) text.remove_suffix(1);
    return text;
}

std::string joined(std::span<const std::string> words, std::string_view separator) {
    return joined(std::vector<std::string_view>(words.begin(), words.end()), separator);
}

std::string joined(std::span<const std::string_view> words, std::string_view separator) {
    std::string text;
    for (const std::string_view& word : words) {
        if (&word != words.data()) text += separator;
        text += word;
    }
    return text;
}

std::vector<std::string_view> split(std::string_view text, char separator) {
    std::vector<std::string_view> parts;
    while (true) {
        const std::size_t at = text.find(separator);
        parts.push_back(text.substr(0, at));
        if (at == std::string_view::npos) return parts;
        text.remove_prefix(at + 1);
    }
}

std::size_t find_unreadable(std::string_view text) {
    for (std::size_t i = 0; i < text.size();) {
        const Character character = first_character(text.substr(i));
        const bool layout = text[i] == '\t' || text[i] == '\n' || text[i] == '\r';
        if (character.bytes == 0 || (is_control(character.code_point) && !layout)) return i;
        i += character.bytes;
    }
    return std::string_view::npos;
}

std::string escaped(std::string_view text) { return escape(text, '\0', std::string_view::npos); }

std::string escaped_lines(std::string_view text) { return escape(text, '\n', std::string_view::npos); }

std::string shown(std::string_view value) {
    constexpr std::size_t longest = 40;
    return escape(value, '\0', longest);
}

std::string shell_quoted(std::string_view word) {
    constexpr std::string_view plain = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_-+./:,=@%";
    if (!word.empty() && word.find_first_not_of(plain) == std::string_view::npos) return std::string(word);
    std::string quoted = "'";
    for (const char c : word) {
        if (c == '\'')
            quoted += "'\\''";
        else
            quoted += c;
    }
    return quoted + "'";
}

bool same_but_for_capitals(std::string_view a, std::string_view b) { return ascii::lower(a) == ascii::lower(b); }

std::optional<std::string_view> nearest_word(std::string_view word, std::span<const std::string_view> words) {
    constexpr std::size_t longest = 100;
    const std::size_t farthest = std::max<std::size_t>(2, word.size() / 4);
    if (word.size() > longest) return std::nullopt;
    std::optional<std::string_view> nearest;
    std::size_t smallest = farthest + 1;
    for (const std::string_view candidate : words) {
        const std::size_t distance = edit_distance(word, candidate);
        if (distance < smallest && distance < candidate.size()) {
            smallest = distance;
            nearest = candidate;
        }
    }
    return nearest;
}

std::string did_you_mean(std::string_view word, std::span<const std::string_view> words) {
    const auto nearest = nearest_word(word, words);
    return nearest ? fmt::format("did you mean {}? ", *nearest) : "";
}

std::string number_cure(std::string_view text) {
    std::string pointed(text);
    std::replace(pointed.begin(), pointed.end(), ',', '.');
    if (pointed != text && parse_number<double>(pointed))
        return fmt::format("; write decimals with a point: {}", pointed);
    const std::string_view number = text.substr(0, text.find_last_of("0123456789") + 1);
    if (number.size() == text.size() || !parse_number<double>(number)) return "";
    return fmt::format("; write the number without a unit: {}", number);
}

}  // namespace hexscan
