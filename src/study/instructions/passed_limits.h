#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "kernels/ladder/launch_policy.h"
#include "kernels/scan_geometry.h"

/// Counts how many limits the threads of stages 1 to 9 test before they stop. It needs no GPU.
namespace hexscan {

/// The limits of a leg in the order in which stages 4 to 9 test them: shortest length, longest length, base joint,
/// platform joint.
inline constexpr int limits_per_leg = 4;
inline constexpr int limit_count = limits_per_leg * leg_count;

/// The warps of one scan, by the number of limits that they pass. A warp passes as many limits as the best point of its
/// threads.
struct PassedLimits {
    /// Element n is the number that passes n limits.
    using Histogram = std::array<std::int64_t, static_cast<std::size_t>(limit_count) + 1>;

    std::int64_t blocks = 0;
    std::int64_t warps_outside = 0;  ///< without a thread inside the grid
    Histogram warps{};               ///< with a thread inside the grid
    Histogram points{};              ///< of the grid

    PassedLimits& operator+=(const PassedLimits& other);
};

/// The number of limits that position `p` passes, leg by leg, before the first that it violates.
int passed_limits(const ScanGeometry<float>& scan, Vec3<float> p);

/// Counts the warps and the points of slices `first_slice` to `end_slice` - 1, for each launch policy.
std::vector<PassedLimits> count_passed_limits(const ScanGeometry<float>& scan, std::span<const LaunchPolicy> launches,
                                              int first_slice, int end_slice);

}  // namespace hexscan
