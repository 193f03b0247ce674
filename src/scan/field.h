#pragma once

#include <cstdint>
#include <string>
#include <variant>
#include <vector>

namespace hexscan {

/// A number per grid point of one slice: x fastest, rows in order of y.
struct SliceField {
    std::string name;  ///< as asked for: "clearance", "limit" ...
    std::string unit;  ///< "m", "deg", "N", "N m", or empty
    std::variant<std::vector<float>, std::vector<std::uint8_t>> values;
};

}  // namespace hexscan
