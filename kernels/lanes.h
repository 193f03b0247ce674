#pragma once

#include <bit>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <limits>

#include "kernels/host_device.h"

/// Lanes, for the host: the numbers of neighbouring points in one vector, so that the CPU evaluates a formula for all
/// of them at once. Every operation rounds each lane as the scalar operation does. So results equal those of a loop
/// over points.
///
/// GCC and Clang translate the operations into the instructions of the caller's level (src/base/vector_level.h), and
/// split vectors that are wider than its registers.
namespace hexscan {

/// GCC ignores the attribute of an alias that depends on `count`, but not that of a member.
template <class Number, int count>
struct VectorType {
    typedef Number Vector [[gnu::vector_size(sizeof(Number) * count)]];
};
template <class Number, int count>
using VectorOf = typename VectorType<Number, count>::Vector;

/// A truth value for each lane. `Word` is the signed integer that is as wide as the lanes' numbers.
template <class Word, int count>
struct MaskOf {
    VectorOf<Word, count> v;  ///< -1 for true, 0 for false

    MaskOf() = default;
    HEXSCAN_HD_INLINE MaskOf(VectorOf<Word, count> mask) : v(mask) {}
    HEXSCAN_HD_INLINE explicit MaskOf(bool all) : v{} { v -= all ? 1 : 0; }

    HEXSCAN_HD_INLINE MaskOf& operator&=(MaskOf other) {
        v &= other.v;
        return *this;
    }
    friend HEXSCAN_HD_INLINE MaskOf operator&(MaskOf a, MaskOf b) { return {a.v & b.v}; }
    friend HEXSCAN_HD_INLINE MaskOf operator|(MaskOf a, MaskOf b) { return {a.v | b.v}; }

    friend HEXSCAN_HD_INLINE bool any(MaskOf mask) {
        std::uint64_t words[sizeof(mask.v) / sizeof(std::uint64_t)];
        std::memcpy(words, &mask.v, sizeof words);
        std::uint64_t all = 0;
        HEXSCAN_UNROLL
        for (const std::uint64_t word : words) all |= word;
        return all != 0;
    }
};

/// A number for each lane.
template <class Number, class Word, int count>
struct LanesOf {
    using Mask = MaskOf<Word, count>;
    VectorOf<Number, count> v;

    LanesOf() = default;
    HEXSCAN_HD_INLINE LanesOf(VectorOf<Number, count> lanes) : v(lanes) {}
    HEXSCAN_HD_INLINE LanesOf(Number all) {
        for (int lane = 0; lane < count; ++lane) v[lane] = all;
    }

    HEXSCAN_HD_INLINE LanesOf operator-() const { return {-v}; }
    HEXSCAN_HD_INLINE LanesOf& operator+=(LanesOf b) { return *this = *this + b; }
    HEXSCAN_HD_INLINE LanesOf& operator-=(LanesOf b) { return *this = *this - b; }
    friend HEXSCAN_HD_INLINE LanesOf operator+(LanesOf a, LanesOf b) { return {a.v + b.v}; }
    friend HEXSCAN_HD_INLINE LanesOf operator-(LanesOf a, LanesOf b) { return {a.v - b.v}; }
    friend HEXSCAN_HD_INLINE LanesOf operator*(LanesOf a, LanesOf b) { return {a.v * b.v}; }
    friend HEXSCAN_HD_INLINE LanesOf operator/(LanesOf a, LanesOf b) { return {a.v / b.v}; }
    friend HEXSCAN_HD_INLINE Mask operator<(LanesOf a, LanesOf b) { return {a.v < b.v}; }
    friend HEXSCAN_HD_INLINE Mask operator>(LanesOf a, LanesOf b) { return {a.v > b.v}; }
    friend HEXSCAN_HD_INLINE Mask operator<=(LanesOf a, LanesOf b) { return {a.v <= b.v}; }
    friend HEXSCAN_HD_INLINE Mask operator>=(LanesOf a, LanesOf b) { return {a.v >= b.v}; }
    friend HEXSCAN_HD_INLINE Mask operator!=(LanesOf a, LanesOf b) { return {a.v != b.v}; }

    friend HEXSCAN_HD_INLINE LanesOf chosen(Mask condition, LanesOf yes, LanesOf no) {
        return {condition.v ? yes.v : no.v};
    }
    friend HEXSCAN_HD_INLINE LanesOf fabs(LanesOf a) {
        constexpr Word magnitude = std::numeric_limits<Word>::max();
        return {std::bit_cast<VectorOf<Number, count>>(std::bit_cast<VectorOf<Word, count>>(a.v) & magnitude)};
    }
    friend HEXSCAN_HD_INLINE LanesOf sqrt(LanesOf a) {
        LanesOf root;
        for (int lane = 0; lane < count; ++lane) root.v[lane] = std::sqrt(a.v[lane]);
        return root;
    }
};

}  // namespace hexscan
