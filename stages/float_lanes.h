#pragma once

#include <bit>
#include <cmath>
#include <cstdint>
#include <cstring>

#include "kernels/host_device.h"
#include "kernels/ladder/squared_tests.h"
#include "kernels/scan_geometry.h"
#include "stages/stage_tuning.h"

/// Lanes: the numbers of `float_lanes` neighbouring threads in one vector, so that the CPU runs a stage's point test
/// for all of them at once. Every operation rounds each lane as the scalar operation does. So verdicts equal those of a
/// loop over single threads.
///
/// GCC and Clang translate the operations into the instructions of the caller's level (src/base/vector_level.h),
/// and split vectors that are wider than its registers.
namespace hexscan {

inline constexpr int float_lanes = tuning::float_lanes;

template <class Number>
using LaneVector [[gnu::vector_size(sizeof(Number) * float_lanes)]] = Number;

/// A truth value for each lane.
struct LaneMask {
    LaneVector<std::int32_t> v;  ///< -1 for true, 0 for false

    LaneMask() = default;
    HEXSCAN_HD_INLINE LaneMask(LaneVector<std::int32_t> mask) : v(mask) {}
    HEXSCAN_HD_INLINE explicit LaneMask(bool all) : v{} { v -= all ? 1 : 0; }

    HEXSCAN_HD_INLINE LaneMask& operator&=(LaneMask other) {
        v &= other.v;
        return *this;
    }
    friend HEXSCAN_HD_INLINE LaneMask operator&(LaneMask a, LaneMask b) { return {a.v & b.v}; }
    friend HEXSCAN_HD_INLINE LaneMask operator|(LaneMask a, LaneMask b) { return {a.v | b.v}; }
};

/// An unsigned number of bits for each lane.
struct LaneBits {
    LaneVector<std::uint32_t> v;

    LaneBits() = default;
    HEXSCAN_HD_INLINE LaneBits(LaneVector<std::uint32_t> bits) : v(bits) {}
    HEXSCAN_HD_INLINE explicit LaneBits(std::uint32_t bits) : v{} { v += bits; }

    friend HEXSCAN_HD_INLINE LaneBits operator&(LaneBits a, std::uint32_t b) { return {a.v & b}; }
    friend HEXSCAN_HD_INLINE LaneBits operator*(LaneBits a, std::uint32_t b) { return {a.v * b}; }
};

/// A number for each lane.
struct FloatLanes {
    LaneVector<float> v;

    FloatLanes() = default;
    HEXSCAN_HD_INLINE FloatLanes(LaneVector<float> lanes) : v(lanes) {}
    HEXSCAN_HD_INLINE FloatLanes(float all) {
        for (int lane = 0; lane < float_lanes; ++lane) v[lane] = all;
    }

    HEXSCAN_HD_INLINE FloatLanes operator-() const { return {-v}; }
    friend HEXSCAN_HD_INLINE FloatLanes operator+(FloatLanes a, FloatLanes b) { return {a.v + b.v}; }
    friend HEXSCAN_HD_INLINE FloatLanes operator-(FloatLanes a, FloatLanes b) { return {a.v - b.v}; }
    friend HEXSCAN_HD_INLINE FloatLanes operator*(FloatLanes a, FloatLanes b) { return {a.v * b.v}; }
    friend HEXSCAN_HD_INLINE FloatLanes operator/(FloatLanes a, FloatLanes b) { return {a.v / b.v}; }
    friend HEXSCAN_HD_INLINE LaneMask operator<(FloatLanes a, FloatLanes b) { return {a.v < b.v}; }
    friend HEXSCAN_HD_INLINE LaneMask operator>(FloatLanes a, FloatLanes b) { return {a.v > b.v}; }
    friend HEXSCAN_HD_INLINE LaneMask operator<=(FloatLanes a, FloatLanes b) { return {a.v <= b.v}; }
    friend HEXSCAN_HD_INLINE LaneMask operator>=(FloatLanes a, FloatLanes b) { return {a.v >= b.v}; }
    friend HEXSCAN_HD_INLINE LaneMask operator!=(FloatLanes a, FloatLanes b) { return {a.v != b.v}; }
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
HEXSCAN_HD_INLINE FloatLanes chosen(LaneMask condition, FloatLanes yes, FloatLanes no) {
    return {condition.v ? yes.v : no.v};
}
HEXSCAN_HD_INLINE FloatLanes fmin(FloatLanes a, FloatLanes b) { return chosen(a < b, a, b); }
HEXSCAN_HD_INLINE FloatLanes fmax(FloatLanes a, FloatLanes b) { return chosen(a > b, a, b); }
HEXSCAN_HD_INLINE FloatLanes fabs(FloatLanes a) { return with_bits(bits_of(a) & ~sign_bit); }
HEXSCAN_HD_INLINE FloatLanes copysign(FloatLanes a, FloatLanes sign) {
    return with_bits((bits_of(a) & ~sign_bit) | (bits_of(sign) & sign_bit));
}
HEXSCAN_HD_INLINE FloatLanes sqrt(FloatLanes a) {
    FloatLanes root;
    for (int lane = 0; lane < float_lanes; ++lane) root.v[lane] = __builtin_sqrtf(a.v[lane]);
    return root;
}
HEXSCAN_HD_INLINE FloatLanes fma(FloatLanes a, FloatLanes b, FloatLanes c) {
    FloatLanes sum;
    for (int lane = 0; lane < float_lanes; ++lane) sum.v[lane] = __builtin_fmaf(a.v[lane], b.v[lane], c.v[lane]);
    return sum;
}

// The functions on verdicts that the point tests call, for lanes. See kernels/ladder/point_tests.h.
HEXSCAN_HD_INLINE bool any(LaneMask mask) {
    std::uint64_t words[sizeof(mask.v) / sizeof(std::uint64_t)];
    std::memcpy(words, &mask.v, sizeof words);
    std::uint64_t all = 0;
    HEXSCAN_UNROLL
    for (const std::uint64_t word : words) all |= word;
    return all != 0;
}
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
