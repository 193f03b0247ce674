#pragma once

#include "host_device.h"

/// The limits of a telescopic leg in kernels, and their numbers in the machine's table (src/machine/limits.h). No other
/// file knows how many limits a telescopic leg has or how they are numbered.
namespace hexscan {

/// The limits of a telescopic leg.
enum class LegLimit : int { shortest = 0, longest = 1, base_joint = 2, platform_joint = 3 };
inline constexpr int telescopic_limit_count = 4;

/// A limit's number in the table of any machine. Numbers run from 1 on, leg after leg. `which` is the limit's index in
/// the table of this kind of leg (LegLimit for telescopic legs). The number 0 means no limit.
HEXSCAN_HD_INLINE constexpr int limit_number(int leg, int which, int limits_of_leg = telescopic_limit_count) {
    return 1 + limits_of_leg * leg + which;
}

/// The inverse of limit_number() for telescopic legs.
HEXSCAN_HD_INLINE constexpr int leg_of_limit(int number) { return (number - 1) / telescopic_limit_count; }
HEXSCAN_HD_INLINE constexpr LegLimit which_limit(int number) {
    return static_cast<LegLimit>((number - 1) % telescopic_limit_count);
}

/// The number, leg and limit of a bit in a mask of limits; number 1 is the lowest bit.
HEXSCAN_HD_INLINE constexpr int number_of_bit(int bit) { return 1 + bit; }
HEXSCAN_HD_INLINE constexpr int leg_of_bit(int bit) { return bit / telescopic_limit_count; }
HEXSCAN_HD_INLINE constexpr LegLimit limit_of_bit(int bit) {
    return static_cast<LegLimit>(bit % telescopic_limit_count);
}

/// A mask of one leg's limits has a bit per limit, in the order of LegLimit. A mask of all legs has them leg after leg.
HEXSCAN_HD_INLINE constexpr unsigned leg_bit(LegLimit limit) { return 1U << static_cast<int>(limit); }
inline constexpr unsigned all_leg_bits = (1U << telescopic_limit_count) - 1;
HEXSCAN_HD_INLINE constexpr unsigned leg_bits(unsigned limits, int leg) {
    return (limits >> (telescopic_limit_count * leg)) & all_leg_bits;
}
/// The bits of one leg as a mask of all legs.
HEXSCAN_HD_INLINE constexpr unsigned bits_of_leg(unsigned bits, int leg) {
    return bits << (telescopic_limit_count * leg);
}

}  // namespace hexscan
