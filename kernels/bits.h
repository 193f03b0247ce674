#pragma once

#include <bit>

#include "host_device.h"

/// Bits of words, on the host and on the device.
namespace hexscan {

/// The number of the lowest bit of a number that is not 0, and of the highest.
HEXSCAN_HD_INLINE int lowest_bit(unsigned bits) {
#if defined(__CUDA_ARCH__)
    return __ffs(static_cast<int>(bits)) - 1;
#else
    return std::countr_zero(bits);
#endif
}
HEXSCAN_HD_INLINE int highest_bit(unsigned bits) {
#if defined(__CUDA_ARCH__)
    return 31 - __clz(static_cast<int>(bits));
#else
    return 31 - std::countl_zero(bits);
#endif
}

/// How many bits are set.
HEXSCAN_HD_INLINE int bit_count(unsigned bits) {
#if defined(__CUDA_ARCH__)
    return __popc(bits);
#else
    return std::popcount(bits);
#endif
}

}  // namespace hexscan
