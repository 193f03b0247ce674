#pragma once

#include <cstdint>
#include <string>
#include <variant>
#include <vector>

namespace hexscan {

/// A number for each grid point of one slice. x runs fastest, rows are in order of y.
struct SliceField {
    std::string name;  ///< the map's name as in the request: "clearance", "limit" ...
    std::string unit;  ///< "m", "deg", "N", "N m", or empty
    std::variant<std::vector<float>, std::vector<std::uint8_t>> values;
};

}  // namespace hexscan
