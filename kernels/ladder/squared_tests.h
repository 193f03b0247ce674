#pragma once

#include <cmath>
#include <cstdint>

#include "kernels/host_device.h"
#include "kernels/kinematics.h"
#include "kernels/ladder/point_tests.h"
#include "kernels/scan_geometry.h"

/// The point test of stages 8 and 9. It tests the limits as squares and signs, at several neighbouring points per
/// thread. Values that are the same along a row are computed once. Kernel and CPU call it as they call
/// kernels/ladder/point_tests.h.
namespace hexscan {

/// An integer type with one bit for each point of a thread. Each lane has such a mask.
template <class Real>
struct PointBits;
template <>
struct PointBits<float> {
    using Mask = std::uint32_t;
};

HEXSCAN_HD_INLINE bool any(std::uint32_t mask) { return mask != 0; }

/// Clears bits of the mask unless the condition is true.
HEXSCAN_HD_INLINE void clear_unless(bool condition, std::uint32_t bits, std::uint32_t& mask) {
    if (!condition) mask &= ~bits;
}

/// Bit k of the result is 1 if the point at x_m[k] of the row (y, z) is reachable.
template <int points, class Real>
HEXSCAN_HD_INLINE auto reachable_mask(const ScanGeometry<float>& scan, const Real (&x_m)[points], float y_m,
                                      float z_m) {
    using std::fabs;
    typename PointBits<Real>::Mask mask((1U << points) - 1U);
    HEXSCAN_UNROLL
    for (int i = 0; i < leg_count; ++i) {
        const Leg<float>& leg = scan.legs[i];
        const float ly = y_m + leg.offset_m.y;
        const float lz = z_m + leg.offset_m.z;
        const float yz_sq = ly * ly + lz * lz;
        const float base_e = leg.base_axis.y * ly + leg.base_axis.z * lz;
        const float platform_e = leg.platform_axis.y * ly + leg.platform_axis.z * lz;
        HEXSCAN_UNROLL
        for (int k = 0; k < points; ++k) {
            const Real lx = x_m[k] + leg.offset_m.x;
            const Real q = lx * lx + yz_sq;
            const Real base_d = leg.base_axis.x * lx + base_e;
            const Real platform_d = leg.platform_axis.x * lx + platform_e;
            const VerdictOf<Real> within = (q >= leg.min_length_sq_m2) & (q <= leg.max_length_sq_m2) &
                                           (base_d * fabs(base_d) >= leg.base_signed_cos_sq * q) &
                                           (platform_d * fabs(platform_d) >= leg.platform_signed_cos_sq * q);
            clear_unless(within, 1U << k, mask);
        }
        if (!any(mask)) break;
    }
    return mask;
}

/// Spreads bits 0 to 3 to bytes 0 to 3: copies of the mask 7 bits apart put bit k at bit 8 k.
template <class Mask>
HEXSCAN_HD_INLINE Mask bytes_of_four(Mask mask) {
    return (mask * 0x00204081U) & 0x01010101U;
}

}  // namespace hexscan
