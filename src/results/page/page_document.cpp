#include "src/results/page/page_document.h"

#include <fmt/format.h>

#include "hexscan/errors.h"
#include "src/base/text.h"
#include "src/files/json_fields.h"

namespace hexscan {
namespace {

constexpr std::string_view words_mark = "%HEXSCAN_WORDS%", data_mark = "%HEXSCAN_DATA%";

/// The text as HTML. Characters that could mislead a reader, such as marks that reverse the writing direction, are
/// escaped (src/base/text.h).
std::string html_text(std::string_view text) {
    std::string safe;
    for (const char c : escaped(text)) {
        if (c == '<')
            safe += "&lt;";
        else if (c == '&')
            safe += "&amp;";
        else
            safe += c;
    }
    return safe;
}

std::string words_html(const PageWords& words) {
    std::string html = fmt::format("<h2>{}</h2>\n", html_text(words.name));
    for (const std::string& fact : words.facts) html += fmt::format("<p>{}</p>\n", html_text(fact));
    if (words.summary.empty()) return html;
    html += "<dl>\n";
    for (const auto& [label, text] : words.summary)
        html += fmt::format("<dt>{}</dt><dd>{}</dd>\n", html_text(label), html_text(text));
    return html + "</dl>\n";
}

std::size_t place_of(std::string_view mark, std::string_view shell) {
    const std::size_t at = shell.find(mark);
    if (at == std::string_view::npos) throw InternalError(fmt::format("the page template lacks {}", mark));
    return at;
}

}  // namespace

std::string json_for_script(const nlohmann::json& data) {
    const std::string plain = ascii_json_text(data);
    std::string safe;
    safe.reserve(plain.size());
    // In JSON "<" occurs only inside strings, where this escape means the same character.
    for (const char c : plain) {
        if (c == '<')
            safe += "\\u003c";
        else
            safe += c;
    }
    return safe;
}

std::string page_with_data(std::string_view shell, const PageWords& words, const nlohmann::json& data) {
    const std::size_t words_at = place_of(words_mark, shell), data_at = place_of(data_mark, shell);
    if (data_at < words_at) throw InternalError("the page template has its data before its texts");
    const std::string html = words_html(words), json = json_for_script(data);
    std::string page;
    page.reserve(shell.size() + html.size() + json.size());
    page += shell.substr(0, words_at);
    page += html;
    page += shell.substr(words_at + words_mark.size(), data_at - words_at - words_mark.size());
    page += json;
    page += shell.substr(data_at + data_mark.size());
    return page;
}

}  // namespace hexscan
