#pragma once

#include "host_device.h"

/// Addition and multiplication that no compiler may fuse: the same bits on the host and on the device.
/// On the device the intrinsics forbid contraction; the host is compiled with -ffp-contract=off.
namespace hexscan::exact {

HEXSCAN_HD_INLINE double add(double a, double b) {
#if defined(__CUDA_ARCH__)
    return __dadd_rn(a, b);
#else
    return a + b;
#endif
}

HEXSCAN_HD_INLINE double multiply(double a, double b) {
#if defined(__CUDA_ARCH__)
    return __dmul_rn(a, b);
#else
    return a * b;
#endif
}

}  // namespace hexscan::exact
