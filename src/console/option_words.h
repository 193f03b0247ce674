#pragma once

#include <string_view>

#include "hexscan/errors.h"

/// Adds the names of options to errors of the library, which does not know options.
namespace hexscan {

/// The text to append to an error's message: the option that helps. Usually empty.
inline std::string_view option_words(const ErrorFacts& facts) {
    if (facts.key == "folder") return " with --output";
    // `asked` is the first key of a run's record, so the user gave a record where another kind of file is expected.
    if (facts.key == "asked") return "; hexscan --from RUN.JSON repeats it";
    return {};
}

}  // namespace hexscan
