#pragma once

#include <stdexcept>

namespace hexscan {

/// A device that is absent, too old, out of memory or failing: exit code 3.
class DeviceError : public std::runtime_error {
public:
    using std::runtime_error::runtime_error;
};

}  // namespace hexscan
