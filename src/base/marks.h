#pragma once

#include <string>
#include <string_view>

/// Characters that mislead a reader: control characters, and marks that change the direction of writing. escaped() of
/// text.h escapes the same characters.
namespace hexscan {

/// The reason why a text is not one readable line; empty if it is.
std::string line_problem(std::string_view text);

bool has_marks(std::string_view text);

/// JSON text with the same meaning, in which such characters are escaped, for example as \u202E. Line feeds between
/// values stay.
std::string json_without_marks(std::string_view json);

}  // namespace hexscan
