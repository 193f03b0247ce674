#pragma once

#include <stdexcept>

namespace hexscan {

/// An output that cannot be written: exit code 3. The message names the file and the system's reason.
class OutputError : public std::runtime_error {
public:
    using std::runtime_error::runtime_error;
};

}  // namespace hexscan
