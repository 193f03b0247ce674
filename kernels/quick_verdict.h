#pragma once

#include <cmath>

#include "host_device.h"
#include "scan_geometry.h"

/// Decides quickly whether a machine with telescopic legs reaches a pose. The arithmetic rounds differently from the
/// reference, but error bounds show when its verdict is certain. Vector instructions and device threads use the same
/// formulas.
namespace hexscan::quick {

inline constexpr int pose_numbers = 6;  ///< x, y, z, roll, pitch, yaw

/// The numbers of a leg on which its limits depend. They are in a frame in which R = Rz Ry Rx.
template <class Real>
struct BareLeg {
    Vec3<Real> base_point_m, platform_point_m, base_axis, platform_axis;
    Real min_length_sq_m2, max_length_sq_m2;
    Real base_signed_cos_sq, platform_signed_cos_sq;
};

template <class Real>
struct BareMachine {
    BareLeg<Real> legs[leg_count];
    Real extent_m;  ///< bound on any component of a leg vector, without the contribution of the position
    bool mirrored;  ///< true if R is Rx Ry Rz; a mirror that swaps x and z and reverses rotations turns it into Rz Ry
                    ///< Rx
};

/// Beyond these angles and positions no verdict is certain.
inline constexpr float largest_angle_rad = 64, largest_position_m = 1e9F;

/// Error bounds of a precision. A slack's error is at most `part` times the square of the longest component, plus
/// `part_per_rad` times that square for each radian of the angles.
///
/// In double, sines and cosines have errors of 3e-15, elements of R 2e-14, components of a leg and of its axes 4e-14,
/// and squares of n . l 5e-13.
///
/// In float, errors are in units of 2^-24, and A is the sum of the angles. Sines and cosines have errors of 8 plus
/// their angle, elements of R 44 + 2 A, and components of a leg 51 + 2 A. The error of the leg's squared length is 183
/// + 7 A. The square of n . l has an error of 186 + 7 A at the base and 464 + 19 A at the platform. A slack is a
/// difference of two of these.
template <class Real>
inline constexpr Real part = Real(4e-12);
template <>
inline constexpr float part<float> = 700 * 0x1p-24F;
template <class Real>
inline constexpr Real part_per_rad = Real(0);
template <>
inline constexpr float part_per_rad<float> = 28 * 0x1p-24F;

/// 1.5 times the number from which on all floating-point numbers are integers. Adding it therefore rounds to an
/// integer.
template <class Real>
inline constexpr Real integers_begin = Real(0x1.8p52);
template <>
inline constexpr float integers_begin<float> = 0x1.8p23F;

/// Rounds to the nearest integer.
template <class Real>
HEXSCAN_HD_INLINE Real rounded(Real x) {
    return x + integers_begin<Real> - integers_begin<Real>;
}

/// sin r = r + r s S(s) and cos r = 1 + s C(s) with s = r^2, for angles up to 90 degrees. S and C are Taylor
/// polynomials.
HEXSCAN_HD_INLINE double sine_series(double s) {
    double sum = 1.0 / 51090942171709440000.0;
    sum = sum * s - 1.0 / 121645100408832000.0;
    sum = sum * s + 1.0 / 355687428096000.0;
    sum = sum * s - 1.0 / 1307674368000.0;
    sum = sum * s + 1.0 / 6227020800.0;
    sum = sum * s - 1.0 / 39916800.0;
    sum = sum * s + 1.0 / 362880.0;
    sum = sum * s - 1.0 / 5040.0;
    sum = sum * s + 1.0 / 120.0;
    return sum * s - 1.0 / 6.0;
}
HEXSCAN_HD_INLINE double cosine_series(double s) {
    double sum = 1.0 / 2432902008176640000.0;
    sum = sum * s - 1.0 / 6402373705728000.0;
    sum = sum * s + 1.0 / 20922789888000.0;
    sum = sum * s - 1.0 / 87178291200.0;
    sum = sum * s + 1.0 / 479001600.0;
    sum = sum * s - 1.0 / 3628800.0;
    sum = sum * s + 1.0 / 40320.0;
    sum = sum * s - 1.0 / 720.0;
    sum = sum * s + 1.0 / 24.0;
    return sum * s - 0.5;
}

/// The same series in float: interpolation at the Chebyshev points of s up to 2.48, with an error below 3e-8.
HEXSCAN_HD_INLINE float sine_series(float s) {
    return ((0x1.618ed2p-19F * s - 0x1.9fb5a4p-13F) * s + 0x1.11104ap-7F) * s - 0x1.555554p-3F;
}
HEXSCAN_HD_INLINE float cosine_series(float s) {
    return (((-0x1.1a4df2p-22F * s + 0x1.9fa4eep-16F) * s - 0x1.6c1524p-10F) * s + 0x1.555552p-5F) * s - 0.5F;
}

/// pi in two parts. Products of the first part and a small integer are exact.
template <class Real>
inline constexpr Real pi_high = Real(0x1.921fb548p+1);
template <class Real>
inline constexpr Real pi_low = Real(-0x1.de973dcb3b39ap-30);
template <>
inline constexpr float pi_high<float> = 3.140625F;
template <>
inline constexpr float pi_low<float> = 9.6765358979e-4F;

/// Sine and cosine of an angle.
template <class Real>
struct SineCosine {
    Real sine, cosine;
};

/// Subtracts half turns until the angle is at most 90 degrees. Each half turn changes the sign of sine and cosine.
template <class Real>
HEXSCAN_HD_INLINE SineCosine<Real> sine_cosine_of(Real angle_rad) {
    const Real half_turns = rounded(angle_rad * Real(1 / 3.14159265358979323846));
    const Real nearly = angle_rad - half_turns * pi_high<Real>;
    const Real r = nearly - half_turns * pi_low<Real>;
    const Real odd = half_turns - 2 * rounded(half_turns * Real(0.5));
    const Real sign = 1 - 2 * odd * odd;
    const Real s = r * r;
    return {sign * (r + r * s * sine_series(s)), sign * (1 + s * cosine_series(s))};
}

template <class Real>
HEXSCAN_HD_INLINE Real smaller(Real a, Real b) {
    return a < b ? a : b;
}

/// The least slack of one leg's limits, in m^2. The vectors x, y and z are the rows of R.
template <class Real>
HEXSCAN_HD_INLINE Real leg_slack_m2(const BareLeg<Real>& leg, Vec3<Real> x, Vec3<Real> y, Vec3<Real> z,
                                    Vec3<Real> position_m) {
    using std::fabs;
    const Vec3<Real> l{position_m.x + (dot(x, leg.platform_point_m) - leg.base_point_m.x),
                       position_m.y + (dot(y, leg.platform_point_m) - leg.base_point_m.y),
                       position_m.z + (dot(z, leg.platform_point_m) - leg.base_point_m.z)};
    const Vec3<Real> turned{dot(x, leg.platform_axis), dot(y, leg.platform_axis), dot(z, leg.platform_axis)};
    const Real q = dot(l, l), base_d = dot(leg.base_axis, l), platform_d = dot(turned, l);
    const Real stroke = smaller(q - leg.min_length_sq_m2, leg.max_length_sq_m2 - q);
    const Real base = base_d * fabs(base_d) - leg.base_signed_cos_sq * q;
    const Real platform = platform_d * fabs(platform_d) - leg.platform_signed_cos_sq * q;
    return smaller(stroke, smaller(base, platform));
}

template <class Real>
struct Slack {
    Real least_m2;      ///< smallest slack of all limits; negative if one is violated
    Real uncertain_m2;  ///< bound on the error of the smallest slack
};

template <class Real>
HEXSCAN_HD_INLINE Slack<Real> pose_slack(const BareMachine<Real>& machine, Vec3<Real> position_m, Real roll_rad,
                                         Real pitch_rad, Real yaw_rad) {
    using std::fabs;
    const SineCosine<Real> roll = sine_cosine_of(roll_rad), pitch = sine_cosine_of(pitch_rad),
                           yaw = sine_cosine_of(yaw_rad);
    const Real cysp = yaw.cosine * pitch.sine, sysp = yaw.sine * pitch.sine;
    const Vec3<Real> x{yaw.cosine * pitch.cosine, cysp * roll.sine - yaw.sine * roll.cosine,
                       cysp * roll.cosine + yaw.sine * roll.sine};
    const Vec3<Real> y{yaw.sine * pitch.cosine, sysp * roll.sine + yaw.cosine * roll.cosine,
                       sysp * roll.cosine - yaw.cosine * roll.sine};
    const Vec3<Real> z{-pitch.sine, pitch.cosine * roll.sine, pitch.cosine * roll.cosine};
    Real least_m2 = leg_slack_m2(machine.legs[0], x, y, z, position_m);
    HEXSCAN_UNROLL
    for (int i = 1; i < leg_count; ++i)
        least_m2 = smaller(leg_slack_m2(machine.legs[i], x, y, z, position_m), least_m2);
    const Real distance_m = fabs(position_m.x) + fabs(position_m.y) + fabs(position_m.z);
    const Real turned_rad = fabs(roll_rad) + fabs(pitch_rad) + fabs(yaw_rad);
    const Real size_m = distance_m + machine.extent_m;
    const Real uncertain_m2 = (part<Real> + part_per_rad<Real> * turned_rad) * size_m * size_m;
    const bool is_known = (distance_m <= Real(largest_position_m)) & (turned_rad <= Real(largest_angle_rad));
    return {least_m2, is_known ? uncertain_m2 : Real(INFINITY)};
}

/// The slack of a pose, which is six consecutive numbers.
template <class Real>
HEXSCAN_HD_INLINE Slack<Real> pose_slack(const BareMachine<Real>& machine, const double* pose) {
    const int x = machine.mirrored ? 2 : 0;
    const Real way = machine.mirrored ? Real(-1) : Real(1);
    const auto number = [=](int k) { return static_cast<Real>(pose[k]); };
    return pose_slack(machine, {number(x), number(1), number(2 - x)}, way * number(3 + x), way * number(4),
                      way * number(5 - x));
}

/// Verdicts of quick arithmetic; `open` means that the pose is too close to a limit to decide.
inline constexpr int unreachable = 0, reachable = 1, open = 2;

template <class Real>
HEXSCAN_HD_INLINE Real verdict_of(const Slack<Real>& slack) {
    using std::fabs;
    const bool is_certain = fabs(slack.least_m2) > slack.uncertain_m2;
    return is_certain ? (slack.least_m2 > 0 ? Real(reachable) : Real(unreachable)) : Real(open);
}

}  // namespace hexscan::quick
