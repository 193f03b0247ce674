#pragma once

#include <string>
#include <vector>

namespace hexscan {

/// How a program ended.
struct ChildEnd {
    int code = 0;        ///< 128 + the signal if a signal ended it, as in shells
    std::string output;  ///< what it wrote to standard output
};

/// True if a folder of PATH has the program.
bool has_program(const std::string& name);

/// Runs a program, found by PATH, with these words as its arguments; the first word is its name. Its standard error is
/// ours. Returns after its end. Throws SystemError if it cannot be started.
ChildEnd run_program(const std::vector<std::string>& words);

}  // namespace hexscan
