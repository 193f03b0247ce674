#pragma once

#include <string>
#include <string_view>

/// Characters that mislead who reads a text: control characters and marks that turn the direction of writing, as
/// escaped() of text.h knows them.
namespace hexscan {

/// The reason why a text is not one readable line; empty if it is one.
std::string line_problem(std::string_view text);

bool has_marks(std::string_view text);

/// JSON text that means the same, with such characters as \u202E. Line feeds between values stay.
std::string json_without_marks(std::string_view json);

}  // namespace hexscan
