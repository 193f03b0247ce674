#include "src/base/base64.h"

#include <cstddef>
#include <cstdint>

namespace hexscan {

std::string base64(std::string_view bytes) {
    static constexpr std::string_view digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    std::string text((bytes.size() + 2) / 3 * 4, '=');
    const auto byte = [&](std::size_t i) -> std::uint32_t {
        return i < bytes.size() ? static_cast<unsigned char>(bytes[i]) : 0U;
    };
    for (std::size_t i = 0, out = 0; i < bytes.size(); i += 3, out += 4) {
        const std::uint32_t group = byte(i) << 16U | byte(i + 1) << 8U | byte(i + 2);
        text[out] = digits[group >> 18U];
        text[out + 1] = digits[group >> 12U & 63U];
        if (i + 1 < bytes.size()) text[out + 2] = digits[group >> 6U & 63U];
        if (i + 2 < bytes.size()) text[out + 3] = digits[group & 63U];
    }
    return text;
}

}  // namespace hexscan
