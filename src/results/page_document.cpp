#include "src/results/page_document.h"

#include <stdexcept>

#include "src/base/json_fields.h"

namespace hexscan {
namespace {

constexpr std::string_view mark = "%HEXSCAN_DATA%";

}  // namespace

std::string json_for_script(const nlohmann::json& data) {
    const std::string plain = ascii_json_text(data);
    std::string safe;
    safe.reserve(plain.size());
    // In JSON "<" stands inside strings only, where this escape means the same.
    for (const char c : plain) {
        if (c == '<')
            safe += "\\u003c";
        else
            safe += c;
    }
    return safe;
}

std::string page_with_data(std::string_view shell, const nlohmann::json& data) {
    const std::size_t at = shell.find(mark);
    if (at == std::string_view::npos) throw std::logic_error("the shell of a page has no mark for its data");
    const std::string json = json_for_script(data);
    std::string page;
    page.reserve(shell.size() + json.size());
    page += shell.substr(0, at);
    page += json;
    page += shell.substr(at + mark.size());
    return page;
}

}  // namespace hexscan
