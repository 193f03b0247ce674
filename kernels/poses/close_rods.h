#pragma once

#include <cmath>

#include "../scan_geometry.h"
#include "elimination.h"
#include "orientation.h"

/// Finds the pose in which six rods of fixed length close, for host and device.
namespace hexscan {

/// Six rods that connect feet in the base with joints of the platform.
struct RodSet {
    Vec3<double> feet_m[leg_count];    ///< base frame
    Vec3<double> joints_m[leg_count];  ///< platform frame
    double lengths_m[leg_count];
    double size_m;  ///< root mean square distance of the joints from their middle; it weights rotations
};

/// A position and a rotation.
struct RodPose {
    Vec3<double> position_m;
    RotationRows turned;
};

HEXSCAN_HD_INLINE Vec3<double> times(const RotationRows& r, const Vec3<double>& v) {
    return {dot(r.x, v), dot(r.y, v), dot(r.z, v)};
}

/// The vector, rotated about an axis that is fixed in the base (Rodrigues). The vector `sine` is the unit vector of the
/// axis times the sine of the angle, which is at most 90 degrees. The number `share` is 1 / (1 + the angle's cosine).
HEXSCAN_HD_INLINE Vec3<double> turned_about(const Vec3<double>& sine, double share, const Vec3<double>& v) {
    const Vec3<double> across = cross(sine, v);
    return v + across + scaled(cross(sine, across), share);
}

/// The rotation `r`, followed by the rotation that `sine` describes.
HEXSCAN_HD_INLINE RotationRows turned_on(const RotationRows& r, const Vec3<double>& sine) {
    using std::sqrt;
    const double cosine_sq = 1 - dot(sine, sine), share = 1 / (1 + sqrt(cosine_sq > 0 ? cosine_sq : 0));
    const Vec3<double> x = turned_about(sine, share, {r.x.x, r.y.x, r.z.x});
    const Vec3<double> y = turned_about(sine, share, {r.x.y, r.y.y, r.z.y});
    const Vec3<double> z = turned_about(sine, share, {r.x.z, r.y.z, r.z.z});
    return {{x.x, y.x, z.x}, {x.y, y.y, z.y}, {x.z, y.z, z.z}};
}

/// The equation (|p + R b - c|^2 - d^2) / 2 = 0 of a rod at a pose, with the vectors that its derivatives need.
struct RodEquation {
    Vec3<double> arm_m, rod_m;  ///< R b and l = p + R b - c
    double off_m2;
};

HEXSCAN_HD_INLINE RodEquation rod_equation(const RodSet& rods, int i, const RodPose& at) {
    const Vec3<double> arm = times(at.turned, rods.joints_m[i]), rod = at.position_m - rods.feet_m[i] + arm;
    return {arm, rod, (dot(rod, rod) - rods.lengths_m[i] * rods.lengths_m[i]) / 2};
}

/// The largest error of a rod's length at a pose. NaN if any number is NaN.
HEXSCAN_HD_INLINE double residual_m(const RodSet& rods, const RodPose& at) {
    using std::fabs;
    using std::sqrt;
    double most_m = 0;
    for (int i = 0; i < leg_count; ++i) {
        const Vec3<double> rod = rod_equation(rods, i, at).rod_m;
        const double off_m = fabs(sqrt(dot(rod, rod)) - rods.lengths_m[i]);
        most_m = off_m <= most_m ? most_m : off_m;
    }
    return most_m;
}

/// Sets a row to the derivatives of an equation. Its variables are p / s, where s is `size_m`, and then the vector
/// `sine` of turned_on(). So the row consists of s l and R b x l (Merlet, Parallel Robots, 2nd ed., ch. 4).
HEXSCAN_HD_INLINE void set_slopes(const RodEquation& equation, double size_m, double (&row)[leg_count]) {
    const Vec3<double> turning = cross(equation.arm_m, equation.rod_m);
    row[0] = equation.rod_m.x * size_m, row[1] = equation.rod_m.y * size_m, row[2] = equation.rod_m.z * size_m;
    row[3] = turning.x, row[4] = turning.y, row[5] = turning.z;
}

/// The pose after a share of a step. The step refers to the derivatives of set_slopes().
HEXSCAN_HD_INLINE RodPose moved_by(const RodPose& at, const double (&step)[leg_count], double share, double size_m) {
    const double moved = share * size_m;
    return {at.position_m + Vec3<double>{step[0] * moved, step[1] * moved, step[2] * moved},
            turned_on(at.turned, {step[3] * share, step[4] * share, step[5] * share})};
}

/// The squared length of the longer half of a step: its translation or its rotation.
HEXSCAN_HD_INLINE double size_sq_of(const double (&step)[leg_count]) {
    const double moved = step[0] * step[0] + step[1] * step[1] + step[2] * step[2];
    const double turned = step[3] * step[3] + step[4] * step[4] + step[5] * step[5];
    return moved > turned ? moved : turned;
}

/// Largest sine of the rotation in one step of close_rods().
inline constexpr double most_step_sine = 0.5;

/// The result of close_rods(): a pose was found, no pose was found, or the method came to a singular pose.
enum class RodsClose { yes, no, singular };

/// Moves a pose to one in which the rods close, by Newton's method. A step is halved until the next correction would be
/// smaller than it (natural monotonicity test: Deuflhard, Newton Methods for Nonlinear Problems, 2004, ch. 3). Full
/// steps rotate by at most 30 degrees.
HEXSCAN_HD_INLINE_ON_DEVICE RodsClose close_rods(const RodSet& rods, RodPose& at) {
    using std::fabs;
    using std::sqrt;
    constexpr int most_steps = 60;
    constexpr double nearly_sq = 1e-16, most_sq = 1e300, rounding = 1e-11, coordinate_rounding = 0x1p-50,
                     least_share = 1.0 / 256;
    for (int step_number = 0; step_number < most_steps; ++step_number) {
        Elimination6 elimination;
        double step[leg_count];
        HEXSCAN_UNROLL
        for (int i = 0; i < leg_count; ++i) {
            const RodEquation equation = rod_equation(rods, i, at);
            set_slopes(equation, rods.size_m, elimination.rows[i]);
            step[i] = -equation.off_m2;
        }
        if (!elimination.eliminate()) return RodsClose::singular;
        elimination.solve(step);
        const double size_sq = size_sq_of(step);
        if (!(size_sq < most_sq)) return RodsClose::no;
        if (size_sq <= nearly_sq) {
            at = moved_by(at, step, 1, rods.size_m);
            bool closes = true;
            for (int i = 0; i < leg_count; ++i) {
                const Vec3<double> rod = rod_equation(rods, i, at).rod_m;
                const double off_m = fabs(sqrt(dot(rod, rod)) - rods.lengths_m[i]);
                closes &= off_m <= rounding * (rods.lengths_m[i] + rods.size_m) +
                                       coordinate_rounding * sqrt(dot(at.position_m, at.position_m));
            }
            return closes ? RodsClose::yes : RodsClose::no;
        }
        const double sine_sq = step[3] * step[3] + step[4] * step[4] + step[5] * step[5];
        double share = sine_sq > most_step_sine * most_step_sine ? most_step_sine / sqrt(sine_sq) : 1;
        for (;; share /= 2) {
            if (share < least_share) return RodsClose::no;
            const RodPose next = moved_by(at, step, share, rods.size_m);
            double follows[leg_count];
            HEXSCAN_UNROLL
            for (int i = 0; i < leg_count; ++i) follows[i] = rod_equation(rods, i, next).off_m2;
            elimination.solve(follows);
            const double kept = 1 - share / 2;
            if (!(size_sq_of(follows) <= kept * kept * size_sq)) continue;
            at = next;
            break;
        }
    }
    return RodsClose::no;
}

}  // namespace hexscan
