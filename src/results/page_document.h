#pragma once

#include <string>
#include <string_view>

#include <nlohmann/json.hpp>

/// A page is one HTML file that needs nothing beside it: CMake builds its shell from the sources under src/results/page/
/// and the distribution's libraries, and the data of a run is put into the shell.
namespace hexscan {

/// JSON that may stand inside a <script> element: plain ASCII, and no "<" that could end the element or open a comment.
/// Bytes that are no UTF-8 are replaced.
std::string json_for_script(const nlohmann::json& data);

/// The shell with the data in place of its mark. Throws std::logic_error where a shell has no mark.
std::string page_with_data(std::string_view shell, const nlohmann::json& data);

}  // namespace hexscan
