#pragma once

#include <bit>
#include <cstdint>

#include "kernels/host_device.h"
#include "kernels/ladder/squared_tests.h"
#include "kernels/lanes.h"
#include "kernels/scan_geometry.h"
#include "stages/stage_tuning.h"

/// Lanes of floats: the numbers of `float_lanes` neighbouring threads in one vector, so that the CPU runs a stage's
/// point test for all of them at once.
namespace hexscan {

inline constexpr int float_lanes = tuning::float_lanes;

template <class Number>
using LaneVector = VectorOf<Number, float_lanes>;
using FloatLanes = LanesOf<float, std::int32_t, float_lanes>;
using LaneMask = FloatLanes::Mask;

/// An unsigned number of bits for each lane.
struct LaneBits {
    LaneVector<std::uint32_t> v;

    LaneBits() = default;
    HEXSCAN_HD_INLINE LaneBits(LaneVector<std::uint32_t> bits) : v(bits) {}
    HEXSCAN_HD_INLINE explicit LaneBits(std::uint32_t bits) : v{} { v += bits; }

    friend HEXSCAN_HD_INLINE LaneBits operator&(LaneBits a, std::uint32_t b) { return {a.v & b}; }
    friend HEXSCAN_HD_INLINE LaneBits operator*(LaneBits a, std::uint32_t b) { return {a.v * b}; }
};

HEXSCAN_HD_INLINE LaneVector<std::uint32_t> bits_of(FloatLanes a) {
    return std::bit_cast<LaneVector<std::uint32_t>>(a.v);
}
HEXSCAN_HD_INLINE FloatLanes with_bits(LaneVector<std::uint32_t> bits) {
    return {std::bit_cast<LaneVector<float>>(bits)};
}

// The functions of <cmath> that the point tests call, for lanes. If the first operand of fmin or fmax is NaN, the
// result is the second operand, which is a constant in all point tests.
inline constexpr std::uint32_t sign_bit = 0x80000000U;
HEXSCAN_HD_INLINE FloatLanes fmin(FloatLanes a, FloatLanes b) { return chosen(a < b, a, b); }
HEXSCAN_HD_INLINE FloatLanes fmax(FloatLanes a, FloatLanes b) { return chosen(a > b, a, b); }
HEXSCAN_HD_INLINE FloatLanes copysign(FloatLanes a, FloatLanes sign) {
    return with_bits((bits_of(a) & ~sign_bit) | (bits_of(sign) & sign_bit));
}
HEXSCAN_HD_INLINE FloatLanes fma(FloatLanes a, FloatLanes b, FloatLanes c) {
    FloatLanes sum;
    for (int lane = 0; lane < float_lanes; ++lane) sum.v[lane] = __builtin_fmaf(a.v[lane], b.v[lane], c.v[lane]);
    return sum;
}

// The functions on verdicts that the point tests call, for lanes. See kernels/ladder/point_tests.h.
HEXSCAN_HD_INLINE bool any(LaneBits bits) { return any(LaneMask(std::bit_cast<LaneVector<std::int32_t>>(bits.v))); }
HEXSCAN_HD_INLINE LaneMask after_leg(LaneMask before, LaneMask within) { return before & within; }
HEXSCAN_HD_INLINE void clear_if(LaneMask condition, FloatLanes& value) { value = chosen(condition, 0.0F, value); }
HEXSCAN_HD_INLINE void clear_unless(LaneMask condition, std::uint32_t bits, LaneBits& mask) {
    mask.v &= std::bit_cast<LaneVector<std::uint32_t>>(condition.v) | ~bits;
}

template <>
struct PointBits<FloatLanes> {
    using Mask = LaneBits;
};

/// Coordinates of the points of neighbouring threads: lane j has column first + j * spacing.
HEXSCAN_HD_INLINE FloatLanes grid_coordinates(const GridAxis<float>& axis, int first, int spacing) {
    FloatLanes x_m;
    for (int lane = 0; lane < float_lanes; ++lane) x_m.v[lane] = grid_coordinate(axis, first + lane * spacing);
    return x_m;
}

}  // namespace hexscan
