#pragma once

#include "host_device.h"

/// The limits of a telescopic leg as kernels know them, and how the machine's table (src/machine/limits.h) numbers
/// those of all legs. No other place knows how many they are or how they are counted.
namespace hexscan {

/// The four limits of a leg.
enum class LegLimit : int { shortest = 0, longest = 1, base_joint = 2, platform_joint = 3 };
inline constexpr int limits_per_leg = 4;

/// A limit's number in the table: leg after leg, `which` in the order of LegLimit, from 1 on; 0 is none.
HEXSCAN_HD_INLINE constexpr int limit_number(int leg, int which) { return 1 + limits_per_leg * leg + which; }

/// The inverse.
HEXSCAN_HD_INLINE constexpr int leg_of_limit(int number) { return (number - 1) / limits_per_leg; }
HEXSCAN_HD_INLINE constexpr LegLimit which_limit(int number) {
    return static_cast<LegLimit>((number - 1) % limits_per_leg);
}

/// The same of a bit in a mask of limits, of which number 1 is the lowest.
HEXSCAN_HD_INLINE constexpr int leg_of_bit(int bit) { return bit / limits_per_leg; }
HEXSCAN_HD_INLINE constexpr LegLimit limit_of_bit(int bit) { return static_cast<LegLimit>(bit % limits_per_leg); }

}  // namespace hexscan
