#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "src/scan/platform.h"

// libFuzzer target: whatever the bytes, parse_platform either throws InputError or answers a platform a
// scan can trust. Any other exception escapes and stops the fuzzer.

namespace {

using hexscan::leg_count;

void require(bool holds) {
    if (!holds) std::abort();
}

void require_finite(const hexscan::Vector& v) {
    require(std::isfinite(v.x) && std::isfinite(v.y) && std::isfinite(v.z));
}

void require_sound(const hexscan::JointSet& side) {
    for (std::size_t i = 0; i < leg_count; ++i) {
        require_finite(side.points_m[i]);
        const auto& [x, y, z] = side.axes[i];
        require(std::abs(std::hypot(x, y, z) - 1.0) < 1e-12);
        require(side.max_tilt_rad[i] > 0);
    }
}

void require_sound(const hexscan::Platform& platform) {
    require(!platform.machine.name.empty());
    require_sound(platform.machine.base);
    require_sound(platform.machine.platform);
    for (std::size_t i = 0; i < leg_count; ++i) {
        require(platform.machine.min_length_m[i] >= 0 &&
                platform.machine.min_length_m[i] <= platform.machine.max_length_m[i]);
        require(platform.machine.max_length_m[i] >= 1e-9 && platform.machine.max_length_m[i] <= hexscan::max_extent_m);
    }
    if (platform.machine.home) {
        require_finite(platform.machine.home->position_m);
        require_finite({platform.machine.home->orientation.roll_rad, platform.machine.home->orientation.pitch_rad,
                        platform.machine.home->orientation.yaw_rad});
    }
    require_finite(
        {platform.scan.orientation.roll_rad, platform.scan.orientation.pitch_rad, platform.scan.orientation.yaw_rad});
    for (const auto& range : {platform.scan.x, platform.scan.y, platform.scan.z})
        require(hexscan::scan_range_problem(range).empty());
    require(hexscan::scan_size_problem(platform.scan).empty());
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    try {
        require_sound(hexscan::parse_platform({reinterpret_cast<const char*>(data), size}, "fuzz"));
    } catch (const hexscan::InputError&) {
        return 0;
    }
    return 0;
}
