#pragma once

#include "hexscan/pose_radius.h"
#include "near_pose.h"
#include "rods_of_values.h"

/// Proves statements about a pose in which rods close, for host and device. Uniqueness follows from bounds on the terms
/// of second order, convergence from a Newton-Kantorovich argument (Ortega and Rheinboldt, Iterative Solution of
/// Nonlinear Equations in Several Variables, 1970, ch. 12).
namespace hexscan {

/// A pose in which the rods of a machine close, with proved radii. All radii are 0 if the proof fails, which it does
/// near singular poses.
struct IsolatedPose {
    bool is_proved = false;   ///< True if it is proved that exactly one pose in which the rods close is within `error`.
    PoseRadius error;         ///< radius for the pose between the middles of the joints
    PoseRadius alone_within;  ///< No other pose in which the rods close is within this radius, for poses between the
                              ///< middles of the joints.
    PoseCertificate certificate;
};

/// Largest size of a motion for which radii are searched. It corresponds to a rotation by 64 degrees.
inline constexpr double most_motion_size = 0.9;

HEXSCAN_HD_INLINE PoseRadius radius_of(double size, double size_m) {
    using std::asin;
    return {size * size_m * (1 - 1e-12), asin(size) * (1 - 1e-12)};
}

/// Converts a radius for poses between the middles of the joints to one for poses of the platform's origin: every pose
/// within the result is within `radius`. The result is 0 if there is none.
HEXSCAN_HD_INLINE PoseRadius between_origins(const RodMiddles& middles, const PoseRadius& radius, const RodPose& at) {
    using std::asin;
    using std::sin;
    constexpr double rounding = 0x1p-48;
    const double away_m = norm_of(middles.platform_m);
    const double far_m = away_m + norm_of(at.position_m) + norm_of(middles.base_m);
    // A rotation about the origin moves the middle by its chord. At most half of the radius is used for that.
    const double whole = 2 * sin(radius.rad / 2), half = radius.m / 2;
    const double chord = whole * away_m > half ? half / away_m : whole;
    const double rad = 2 * asin(chord / 2) - rounding;
    const double m = radius.m - chord * away_m - rounding * far_m;
    return m > 0 && rad > 0 ? PoseRadius{m, rad} : PoseRadius{};
}

/// A size of motions such that all motions up to it stay within a radius for poses of the platform's origin.
HEXSCAN_HD_INLINE double size_within(const RodMachine& machine, const PoseRadius& radius) {
    using std::sin;
    // Rotations by less than 90 degrees have chords of at most sqrt(2) times their sine.
    const double most_m = machine.size_m + std::numbers::sqrt2 * norm_of(machine.middles.platform_m);
    const double moved = radius.m / most_m, sine = sin(radius.rad);
    return (moved < sine ? moved : sine) * (1 - 1e-12);
}

/// The largest number up to `most` for which `holds` is true, to 1 %. `holds` must also be true for all smaller
/// numbers. 0 if it is never true.
template <class Holds>
HEXSCAN_HD_INLINE_ON_DEVICE double largest_that(double most, Holds holds) {
    using std::sqrt;
    constexpr int most_halvings = 60;
    constexpr double resolution = 1.01;
    double low = most;
    for (int halving = 0; !holds(low); low /= 2)
        if (++halving > most_halvings) return 0;
    if (low == most) return most;
    double high = 2 * low;
    while (high > resolution * low) {
        const double middle = sqrt(low * high);
        (holds(middle) ? low : high) = middle;
    }
    return low;
}

/// Bound on the norms of all motions up to `size` that lead to a pose in which the rods close. It is the lower root of
/// off + (skew - 1) t + bend t^2. Infinite if the equation excludes no motion up to `size`.
HEXSCAN_HD_INLINE double all_within(const NearPose& near, double size) {
    using std::sqrt;
    const double kept = 1 - near.skew, bend = near.bend(size);
    if (!(near.off + (near.skew + bend * size) * size < size)) return HUGE_VAL;
    const double root = kept * kept - 4 * bend * near.off;
    if (!(root > 0)) return HUGE_VAL;
    // This form of the root has no cancellation.
    return 1.0001 * 2 * near.off / (kept + sqrt(root)) + 1e-300;
}

/// True if exactly one pose in which the rods close lies within `size`: all such poses are within `kept`, and the
/// equation is a contraction there.
HEXSCAN_HD_OUTLINE bool has_one(const NearPose& near, double size, double kept) {
    const double within = all_within(near, size);
    return within <= kept && near.slope(within) + near.skew < 1;
}

/// True if full steps of Newton's method from any pose within `size` lead to the pose, and each step at least halves
/// the distance.
HEXSCAN_HD_INLINE bool converges(const NearPose& near, double error, double size) {
    const double wide = size + error, reach = 1.25 * wide;
    if (!(reach <= most_step_sine && error <= size)) return false;
    const double kept = 1 - near.skew - near.change_at(wide);
    return kept > 0 && near.bend_at(wide, reach) * wide <= kept / 4;
}

/// Bounds on the errors of rods whose joint values are off by at most `value`.
/// `residual_m` bounds the errors of the rods' lengths at the pose.
HEXSCAN_HD_INLINE RodErrors errors_of(const RodMachine& machine, const RodSet& rods, double residual_m, double value) {
    RodErrors errors;
    for (int i = 0; i < leg_count; ++i) {
        const double moved_m = machine.kind == RodKind::rotary ? value * machine.legs[i].arm_m : value;
        errors.foot_m[i] = machine.kind == RodKind::telescopic ? 0 : moved_m;
        errors.off_m2[i] = moved_m * (rods.lengths_m[i] + residual_m + moved_m / 2);
    }
    return errors;
}

/// Proves the radii of a pose that close_rods() found.
HEXSCAN_HD_INLINE_ON_DEVICE IsolatedPose isolated(const RodMachine& machine, const RodSet& rods, const RodPose& at) {
    // The share of the largest provable radius that is reported as unique. The rest is a reserve for errors of joint
    // values.
    constexpr double unique_share = 0.75;
    const NearPose near = near_pose(rods, at);
    if (!(near.off < most_motion_size && near.skew < 0.5)) return {};
    const double size = unique_share * largest_that(most_motion_size, [&](double s) { return has_one(near, s, s); });
    const double error = size > 0 ? all_within(near, size) : HUGE_VAL;
    // Two poses that are found must be distinguishable.
    if (!(4 * error < size) || !has_one(near, size, size)) return {};
    IsolatedPose found;
    found.is_proved = true;
    found.error = {error * rods.size_m * (1 + 1e-12), error * (1 + error)};
    found.alone_within = radius_of(size, rods.size_m);
    PoseCertificate& certificate = found.certificate;
    certificate.unique_within = between_origins(machine.middles, found.alone_within, at);
    const double start = largest_that(most_motion_size, [&](double s) { return converges(near, error, s); });
    certificate.converges_within = between_origins(machine.middles, radius_of(start, rods.size_m), at);
    double longest_m = 0;
    for (int i = 0; i < leg_count; ++i) longest_m = rods.lengths_m[i] > longest_m ? rods.lengths_m[i] : longest_m;
    const double most_value = 2 * longest_m, kept = size_within(machine, certificate.unique_within);
    // At the pose, the distance between a rod's ends differs from its length by at most this number, including
    // rounding.
    const double residual = 2 * residual_m(rods, at) + 1e-9 * most_value;
    certificate.values_within = largest_that(most_value, [&](double value) {
        return has_one(with_errors(near, errors_of(machine, rods, residual, value)), size, kept);
    });
    return found;
}

}  // namespace hexscan
