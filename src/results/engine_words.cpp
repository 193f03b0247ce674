#include "src/results/engine_words.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "src/base/numbers.h"

namespace hexscan {

nlohmann::json device_json(const DeviceInfo& device) {
    return {{"index", device.index},
            {"name", device.name},
            {"compute_capability", fmt::format("{}.{}", device.capability_major, device.capability_minor)},
            {"driver", device.driver_version},
            {"runtime", device.runtime_version}};
}

std::string spread_text(const Spread& spread, int repeats) {
    return fmt::format("median of {}, {} to {}", repeats, significant(spread.min, 4), significant(spread.max, 4));
}

}  // namespace hexscan
