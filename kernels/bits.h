#pragma once

#include <bit>

#include "host_device.h"

/// Bit operations on words, for host and device.
namespace hexscan {

/// Indices of the lowest and of the highest set bit. The word must not be 0.
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

/// Number of set bits.
HEXSCAN_HD_INLINE int bit_count(unsigned bits) {
#if defined(__CUDA_ARCH__)
    return __popc(bits);
#else
    return std::popcount(bits);
#endif
}

}  // namespace hexscan
