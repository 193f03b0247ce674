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

/// The text of a page if scripts are disabled. The page shows control characters and marks that change the direction
/// of writing escaped, for example as \u202E.
struct PageWords {
    std::string name;
    std::vector<std::string> facts;
    std::vector<std::pair<std::string, std::string>> summary;  ///< label and text
};

/// Returns the shell with words and data in place of their marks. Throws InternalError if the shell lacks a mark.
std::string page_with_data(std::string_view shell, const PageWords& words, const nlohmann::json& data);

}  // namespace hexscan
