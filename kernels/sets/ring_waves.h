#pragma once

#include <cmath>
#include <numbers>

#include "cell_bounds.h"
#include "kernels/host_device.h"
#include "set_scan.h"

/// Bounds on a leg's limits over all directions of a ring.
///
/// A tilt by t towards the direction d rotates v. By Rodrigues' formula every function linear in R v is exactly a wave
/// in d, middle + a cos d + b sin d + p cos 2d + q sin 2d. The bounds of p and q are smaller than those of a and b by a
/// factor of (1 - cos t) / sin t.
///
/// The squared length, n . l and u . l are such waves. The slack of every limit is such a wave, too, if a tangent
/// replaces the length (kernels/sets/cell_bounds.h). The direction in which a wave is lowest has almost a closed form.
/// The wave's value there, and in other directions, has tight bounds.
namespace hexscan {

/// The tilt of a ring, for a set with one yaw.
template <class Real>
struct RingTurn {
    Real sine, cosine, half_versine;  ///< half_versine: (1 - cos t) / 2
    Real beside;                      ///< lower bound of 1 - cos of the angle between neighbouring directions
    Real step_rad;                    ///< upper bound of the angle between neighbouring rings
};

template <class Real>
HEXSCAN_HD_INLINE RingTurn<Real> ring_turn(const SetScan<Real>& scan, int ring) {
    const AngleSample tilt = scan.set.samples[0][ring];
    return {static_cast<Real>(tilt.sine), static_cast<Real>(tilt.cosine), static_cast<Real>((1 - tilt.cosine) / 2),
            scan.beside_direction, scan.ring_step_rad};
}

/// Cosine and sine of a direction.
template <class Real>
struct Direction {
    Real cosine, sine;
};

template <class Real>
HEXSCAN_HD_INLINE Direction<Real> direction_at(const SetScan<Real>& scan, int number) {
    const AngleSample sample = scan.set.samples[1][number];
    return {static_cast<Real>(sample.cosine), static_cast<Real>(sample.sine)};
}

/// The last sampled direction before a given direction, and the next sampled direction after it.
template <class Real>
HEXSCAN_HD_INLINE int direction_before(const SetScan<Real>& scan, int ring, Direction<Real> d) {
    using std::atan2;
    const Real turns = atan2(d.sine, d.cosine) * Real(std::numbers::inv_pi / 2);
    const int directions = axis_count(scan.set, 1, ring);
    const int number = static_cast<int>((turns < 0 ? turns + 1 : turns) * static_cast<Real>(directions));
    return number < directions ? number : 0;
}
template <class Real>
HEXSCAN_HD_INLINE int direction_after(const SetScan<Real>& scan, int ring, int number) {
    return number + 1 < axis_count(scan.set, 1, ring) ? number + 1 : 0;
}

/// A wave over the directions d: middle + a cos d + b sin d + p cos 2d + q sin 2d.
template <class Real>
struct Wave {
    Real middle, a, b, p, q;

    HEXSCAN_HD_INLINE Real at(Direction<Real> d) const {
        const Real doubled_cosine = (d.cosine - d.sine) * (d.cosine + d.sine), doubled_sine = 2 * d.cosine * d.sine;
        return middle + a * d.cosine + b * d.sine + p * doubled_cosine + q * doubled_sine;
    }
};

/// The wave constant + x + factor * y, computed coefficient by coefficient.
template <class Real>
HEXSCAN_HD_INLINE Wave<Real> sum_of(Real constant, const Wave<Real>& x, Real factor, const Wave<Real>& y) {
    return {constant + x.middle + factor * y.middle, x.a + factor * y.a, x.b + factor * y.b, x.p + factor * y.p,
            x.q + factor * y.q};
}

/// g . R v as a wave over the directions of a ring.
template <class Real>
HEXSCAN_HD_INLINE Wave<Real> wave_of(Vec3<Real> g, Vec3<Real> v, const RingTurn<Real>& turn) {
    const Real xx = g.x * v.x, yy = g.y * v.y;
    return {(1 - turn.half_versine) * (xx + yy) + turn.cosine * (g.z * v.z), turn.sine * (g.x * v.z - g.z * v.x),
            turn.sine * (g.y * v.z - g.z * v.y), turn.half_versine * (yy - xx),
            -turn.half_versine * (g.x * v.y + g.y * v.x)};
}

/// The two parts of a wave at a direction d: a cos d + b sin d, and p cos 2d + q sin 2d.
template <class Real>
struct WaveShape {
    Real first, second, second_slope;  ///< the first part, the second, and half of the second's derivative
    Real slope, curvature;             ///< derivatives of the sum of both

    HEXSCAN_HD_INLINE WaveShape(const Wave<Real>& wave, Direction<Real> d) {
        const Real doubled_cosine = (d.cosine - d.sine) * (d.cosine + d.sine), doubled_sine = 2 * d.cosine * d.sine;
        first = wave.a * d.cosine + wave.b * d.sine;
        second = wave.p * doubled_cosine + wave.q * doubled_sine;
        second_slope = wave.q * doubled_cosine - wave.p * doubled_sine;
        slope = wave.b * d.cosine - wave.a * d.sine + 2 * second_slope;
        curvature = -first - 4 * second;
    }
};

/// An approximation of the direction in which a wave is lowest. It starts with the minimum of the first part, a cos d +
/// b sin d, and makes two Newton steps to account for the second part.
template <class Real>
HEXSCAN_HD_INLINE Direction<Real> lowest_direction(const Wave<Real>& wave) {
    using bound_math::magnitude;
    const Real square = wave.a * wave.a + wave.b * wave.b;
    if (!(square > Real(1e-30))) return {1, 0};
    const Real inverse = bound_math::reciprocal_root(square);
    Direction<Real> d{-wave.a * inverse, -wave.b * inverse};
    HEXSCAN_UNROLL
    for (int newton = 0; newton < 2; ++newton) {
        const WaveShape<Real> shape(wave, d);
        const Real step = row_math::quotient(shape.slope, shape.curvature);
        if (!(magnitude(step) < 1)) return d;
        const Real shorten = bound_math::reciprocal_root(1 + step * step);
        d = {(d.cosine + step * d.sine) * shorten, (d.sine - step * d.cosine) * shorten};
    }
    return d;
}

/// Lower bounds of a wave.
template <class Real>
struct WaveFloor {
    Real everywhere;
    Real beside;  ///< bound for sampled directions other than the two neighbours of the lowest one
};

/// Bounds a wave from below. Let u = 1 - cos(eta). For any direction d,
///     wave(d + eta) = wave(d) + slope sin(eta) - u first - 2 u (2 - u) second - 2 u sin(eta) second_slope
///                  >= wave(d) - |slope sin(eta)| + u K.
/// Here K = -first - 4 max(second, 0) - 2 |second_slope|, and sin(eta)^2 <= 2 u.
template <class Real>
HEXSCAN_HD_INLINE WaveFloor<Real> floor_of(const Wave<Real>& wave, Direction<Real> d, Real beside) {
    using bound_math::magnitude;
    const WaveShape<Real> shape(wave, d);
    const Real slope = magnitude(shape.slope);
    const Real rise = -shape.first - 4 * row_math::larger(shape.second, Real(0)) - 2 * magnitude(shape.second_slope);
    if (!(4 * slope <= rise) || !(rise > 0)) {
        const Real lowest = wave.middle - magnitude(wave.a) - magnitude(wave.b) - magnitude(wave.p) - magnitude(wave.q);
        return {lowest, lowest};
    }
    const Real here = wave.middle + shape.first + shape.second;
    return {here - row_math::quotient(slope * slope, 2 * rise), here - slope + beside * rise};
}

/// One leg with the platform at one position, and with its limits as waves over the directions of a ring.
template <class Real>
class LegOnRing {
public:
    HEXSCAN_HD_INLINE LegOnRing(const BoundLeg<Real>& leg, const RingLeg<Real>& ring_leg, const RingTurn<Real>& turn,
                                Vec3<Real> p)
        : leg_(leg), ring_leg_(ring_leg), turn_(turn), w_(p - leg.base_point_m), square_w_(dot(w_, w_)) {
        const Wave<Real> wv = wave_of(w_, ring_leg.joint_m, turn);
        square_ = {square_w_ + leg.platform_reach_sq_m2 + 2 * wv.middle, 2 * wv.a, 2 * wv.b, 2 * wv.p, 2 * wv.q};
    }

    HEXSCAN_HD_INLINE Wave<Real> longest() const {
        return {leg_.max_length_sq_m2 - square_.middle, -square_.a, -square_.b, -square_.p, -square_.q};
    }
    HEXSCAN_HD_INLINE Wave<Real> shortest() const {
        return {square_.middle - leg_.min_length_sq_m2, square_.a, square_.b, square_.p, square_.q};
    }
    /// n . l for the base joint, u . l for the platform joint.
    HEXSCAN_HD_INLINE Wave<Real> along(bool base) const {
        Wave<Real> wave = base ? wave_of(leg_.base_axis, ring_leg_.joint_m, turn_) : wave_of(w_, ring_leg_.axis, turn_);
        wave.middle += base ? dot(leg_.base_axis, w_) : leg_.axis_reach_m;
        return wave;
    }
    /// Lower bound of a joint's slack, exact where |l|^2 is `square_at_tangent`. Invalid unless
    /// has_direction(square_at_tangent): the leg must be long enough, relative to w, for the margins.
    HEXSCAN_HD_INLINE Wave<Real> joint(const Wave<Real>& along, Real cosine, Real square_at_tangent) const {
        const Real inverse = bound_math::reciprocal_root(square_at_tangent);
        return sum_of(-cosine * square_at_tangent * inverse / 2, along, -cosine * inverse / 2, square_);
    }
    /// Bound on how much a limit's slack decreases from one ring to the next, at positions whose squared distance from
    /// the base joint is at most `square_w`. No point of the platform moves farther than the ring's angle times the
    /// point's distance.
    HEXSCAN_HD_INLINE Real per_ring(unsigned bit, Real square_w) const {
        const Real reach_w = bound_math::root_bound(square_w, leg_.typical_length_m, leg_.inverse_typical_length);
        const Real joint_m = ring_leg_.joint_per_ring_m;
        if (bit == base_bit) return (1 + leg_.base_cosine) * joint_m;
        if (bit == platform_bit) return turn_.step_rad * reach_w + leg_.platform_cosine * joint_m;
        return 2 * reach_w * joint_m;
    }
    HEXSCAN_HD_INLINE bool has_direction(Real square) const { return square * 16 > square_w_; }
    HEXSCAN_HD_INLINE const Wave<Real>& square_m2() const { return square_; }
    HEXSCAN_HD_INLINE Real square_w() const { return square_w_; }

    /// The x components of the leg and of the platform axis.
    HEXSCAN_HD_INLINE Real across_x_m(Direction<Real> d) const {
        return w_.x + wave_of(Vec3<Real>{1, 0, 0}, ring_leg_.joint_m, turn_).at(d);
    }
    HEXSCAN_HD_INLINE Real platform_axis_x(Direction<Real> d) const {
        return wave_of(Vec3<Real>{1, 0, 0}, ring_leg_.axis, turn_).at(d);
    }
    /// Upper bound on the distance between two x coordinates: where the leg is shortest in any direction, and where it
    /// is shortest for the ring's middle.
    HEXSCAN_HD_INLINE Real vertex_spread_m() const {
        using bound_math::magnitude;
        return turn_.sine * magnitude(ring_leg_.joint_m.z) +
               turn_.half_versine * (magnitude(ring_leg_.joint_m.x) + magnitude(ring_leg_.joint_m.y)) + leg_.margin_m;
    }

private:
    const BoundLeg<Real>& leg_;
    const RingLeg<Real>& ring_leg_;
    const RingTurn<Real>& turn_;
    Vec3<Real> w_;
    Real square_w_;
    Wave<Real> square_;
};

}  // namespace hexscan
