#pragma once

#include <variant>

/// The limits that legs share as kernels know them.
namespace hexscan {

struct LimitForm {
    std::variant<std::monostate> value;
};

}  // namespace hexscan
