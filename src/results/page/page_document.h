#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <nlohmann/json.hpp>

/// A page is one HTML file that needs no other files. CMake builds its shell from the sources under src/results/page/
/// and the distribution's libraries. The data of a run is then inserted into the shell.
namespace hexscan {

/// JSON that may be placed inside a <script> element: plain ASCII, without a "<" that could end the element or open a
/// comment. Bytes that are not UTF-8 are replaced.
std::string json_for_script(const nlohmann::json& data);

/// The text that a page shows if scripts are disabled. Control characters and marks that change the writing direction
/// are escaped, for example as \u202E.
struct PageWords {
    std::string name;
    std::vector<std::string> facts;
    std::vector<std::pair<std::string, std::string>> summary;  ///< label and text
};

/// Returns the shell with its placeholders replaced by words and data. Throws InternalError if the shell lacks a
/// placeholder.
std::string page_with_data(std::string_view shell, const PageWords& words, const nlohmann::json& data);

}  // namespace hexscan
