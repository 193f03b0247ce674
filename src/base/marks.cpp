#include "src/base/marks.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include <fmt/format.h>

#include "src/base/text.h"

namespace hexscan {
namespace {

/// Number of bytes in the first character of valid UTF-8.
std::size_t first_bytes(std::string_view text) {
    const auto lead = static_cast<unsigned char>(text.front());
    return lead < 0x80 ? 1 : lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : 4;
}

/// The code point of a character of at most three bytes.
std::uint32_t code_point_of(std::string_view character) {
    constexpr std::uint32_t lead_bits[] = {0x7F, 0x1F, 0x0F};
    std::uint32_t code_point = static_cast<unsigned char>(character.front()) & lead_bits[character.size() - 1];
    for (const char byte : character.substr(1))
        code_point = code_point << 6 | (static_cast<unsigned char>(byte) & 0x3FU);
    return code_point;
}

}  // namespace

std::string line_problem(std::string_view text) {
    if (text.empty()) return "is empty; must be text";
    if (find_unreadable(text) != std::string_view::npos || text.find_first_of("\t\n\r") != std::string_view::npos)
        return "contains line breaks or control characters; must be one line of text";
    return {};
}

bool has_marks(std::string_view text) { return escaped(text) != text; }

std::string json_without_marks(std::string_view json) {
    if (escaped_lines(json) == json) return std::string(json);
    std::string result;
    while (!json.empty()) {
        const std::string_view character = json.substr(0, first_bytes(json));
        // No mark has more than three bytes.
        if (character != "\n" && character.size() < 4 && has_marks(character))
            result += fmt::format("\\u{:04X}", code_point_of(character));
        else
            result += character;
        json.remove_prefix(character.size());
    }
    return result;
}

}  // namespace hexscan
