#pragma once

#include <bit>
#include <cmath>
#include <cstdint>
#include <cstring>

#include "kernels/host_device.h"
#include "src/machine/machine_tuning.h"

/// Lanes: the numbers of neighbouring points in one vector, so that the CPU evaluates a formula for all of them at
/// once. Every operation rounds each lane as the scalar operation does. So results equal those of a loop over points.
///
/// GCC and Clang translate the operations into the instructions of the caller's level (src/base/vector_level.h), and
/// split vectors that are wider than its registers.
namespace hexscan {

inline constexpr int double_lanes = tuning::double_lanes;

/// A truth value for each lane.
struct DoubleMask {
    using Vector [[gnu::vector_size(sizeof(std::int64_t) * double_lanes)]] = std::int64_t;
    Vector v;  ///< -1 for true, 0 for false

    DoubleMask() = default;
    HEXSCAN_HD_INLINE DoubleMask(Vector mask) : v(mask) {}
    HEXSCAN_HD_INLINE explicit DoubleMask(bool all) : v{} { v -= all ? 1 : 0; }

    friend HEXSCAN_HD_INLINE DoubleMask operator&(DoubleMask a, DoubleMask b) { return {a.v & b.v}; }
};

/// A number for each lane.
struct DoubleLanes {
    using Vector [[gnu::vector_size(sizeof(double) * double_lanes)]] = double;
    Vector v;

    DoubleLanes() = default;
    HEXSCAN_HD_INLINE DoubleLanes(Vector lanes) : v(lanes) {}
    HEXSCAN_HD_INLINE DoubleLanes(double all) {
        for (int lane = 0; lane < double_lanes; ++lane) v[lane] = all;
    }

    HEXSCAN_HD_INLINE DoubleLanes operator-() const { return {-v}; }
    HEXSCAN_HD_INLINE DoubleLanes& operator+=(DoubleLanes b) { return *this = *this + b; }
    HEXSCAN_HD_INLINE DoubleLanes& operator-=(DoubleLanes b) { return *this = *this - b; }
    friend HEXSCAN_HD_INLINE DoubleLanes operator+(DoubleLanes a, DoubleLanes b) { return {a.v + b.v}; }
    friend HEXSCAN_HD_INLINE DoubleLanes operator-(DoubleLanes a, DoubleLanes b) { return {a.v - b.v}; }
    friend HEXSCAN_HD_INLINE DoubleLanes operator*(DoubleLanes a, DoubleLanes b) { return {a.v * b.v}; }
    friend HEXSCAN_HD_INLINE DoubleLanes operator/(DoubleLanes a, DoubleLanes b) { return {a.v / b.v}; }
    friend HEXSCAN_HD_INLINE DoubleMask operator<(DoubleLanes a, DoubleLanes b) { return {a.v < b.v}; }
    friend HEXSCAN_HD_INLINE DoubleMask operator>(DoubleLanes a, DoubleLanes b) { return {a.v > b.v}; }
    friend HEXSCAN_HD_INLINE DoubleMask operator<=(DoubleLanes a, DoubleLanes b) { return {a.v <= b.v}; }
    friend HEXSCAN_HD_INLINE DoubleMask operator>=(DoubleLanes a, DoubleLanes b) { return {a.v >= b.v}; }
    friend HEXSCAN_HD_INLINE DoubleMask operator!=(DoubleLanes a, DoubleLanes b) { return {a.v != b.v}; }
};

HEXSCAN_HD_INLINE DoubleLanes chosen(DoubleMask condition, DoubleLanes yes, DoubleLanes no) {
    return {condition.v ? yes.v : no.v};
}
HEXSCAN_HD_INLINE DoubleLanes fabs(DoubleLanes a) {
    constexpr std::int64_t magnitude = 0x7FFFFFFFFFFFFFFF;
    return {std::bit_cast<DoubleLanes::Vector>(std::bit_cast<DoubleMask::Vector>(a.v) & magnitude)};
}
HEXSCAN_HD_INLINE DoubleLanes sqrt(DoubleLanes a) {
    DoubleLanes root;
    for (int lane = 0; lane < double_lanes; ++lane) root.v[lane] = std::sqrt(a.v[lane]);
    return root;
}
HEXSCAN_HD_INLINE bool any(DoubleMask mask) {
    std::int64_t lanes[double_lanes], all = 0;
    std::memcpy(lanes, &mask.v, sizeof lanes);
    HEXSCAN_UNROLL
    for (const std::int64_t lane : lanes) all |= lane;
    return all != 0;
}

// The functions of kernels/slider_leg.h and kernels/maps/quick_roots.h for lanes.
HEXSCAN_HD_INLINE DoubleLanes root_or_0(DoubleLanes a) { return sqrt(chosen(a > 0, a, 0)); }
HEXSCAN_HD_INLINE DoubleLanes quick_reciprocal(DoubleLanes a) { return 1 / a; }
HEXSCAN_HD_INLINE DoubleLanes quick_inverse_root(DoubleLanes a) { return 1 / sqrt(a); }
HEXSCAN_HD_INLINE DoubleLanes quick_root(DoubleLanes a) { return sqrt(a); }

}  // namespace hexscan
