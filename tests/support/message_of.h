#pragma once

#include <functional>
#include <string>

#include "hexscan/errors.h"

namespace hexscan_test {

/// The message of the input error that an action causes, or "no error".
inline std::string message_of(const std::function<void()>& action) {
    try {
        action();
    } catch (const hexscan::InputError& error) {
        return error.what();
    }
    return "no error";
}

}  // namespace hexscan_test
