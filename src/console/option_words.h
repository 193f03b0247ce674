#pragma once

#include <string_view>

#include "hexscan/errors.h"

/// The options that the library, which knows none, leaves out of its errors.
namespace hexscan {

/// What follows an error's message: the option that does what helps. Mostly nothing.
inline std::string_view option_words(const ErrorFacts& facts) {
    if (facts.key == "folder") return " with --output";
    // The first key of a run's record, which stands where another kind of file belongs.
    if (facts.key == "asked") return "; hexscan --from RUN.JSON repeats it";
    return {};
}

}  // namespace hexscan
