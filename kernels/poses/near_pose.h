#pragma once

#include "rod_sum.h"

namespace hexscan {

/// A factor that covers the rounding of bounds. Bounds are sums and products of numbers that are not negative.
inline constexpr double outwards = 1 + 1e-9;

/// The length of the longer half of six numbers. Infinite if any of them is NaN or infinite.
HEXSCAN_HD_INLINE double norm_of(const double (&y)[leg_count]) {
    using std::sqrt;
    const double square = size_sq_of(y), all = y[0] + y[1] + y[2] + y[3] + y[4] + y[5];
    const bool is_finite = square < HUGE_VAL && all - all == 0;
    return is_finite ? outwards * sqrt(square) : HUGE_VAL;
}

/// The equations of rods around a pose, multiplied by an approximate inverse of their derivatives there, for host and
/// device. For a motion (s, e) of the platform they are y = step + rest(y), where y is s divided by the rods' size,
/// followed by e. The norm of y is the length of its longer half. Rotations are below 90 degrees. All bounds include
/// rounding.
struct NearPose {
    double size_m;
    double arms_m[leg_count];
    /// The motion to the pose in which the rods close, to first order. NaN or infinite at a singular pose.
    double step[leg_count];
    double off;   ///< Bound on the norm of the step.
    double skew;  ///< Bound on how far the product of the derivatives and their approximate inverse is from the
                  ///< identity.
    RodSum rows[leg_count];

    HEXSCAN_HD_INLINE MotionReach reach(double size) const { return {size * size_m, size}; }

    /// The norm of six bounds; bound(k) is that of row k.
    template <class Bound>
    HEXSCAN_HD_INLINE double norm_of_rows(Bound bound) const {
        double bounds[leg_count];
        for (int k = 0; k < leg_count; ++k) bounds[k] = bound(rows[k]);
        return norm_of(bounds);
    }

    /// Bound on the norm of rest(y) divided by the square of the norm of y, for norms up to `size`.
    HEXSCAN_HD_INLINE double bend(double size) const {
        return norm_of_rows([&](const RodSum& row) { return row.rest(reach(size)); }) / (size * size);
    }
    /// Bound on the derivatives of rest(y), for norms up to `size`.
    HEXSCAN_HD_INLINE double slope(double size) const {
        return norm_of_rows([&](const RodSum& row) { return row.rest_slope(reach(size), size_m); });
    }
    /// Bound on how much the derivatives change from this pose to one that a motion of norm `size` reaches.
    HEXSCAN_HD_INLINE double change_at(double size) const {
        return norm_of_rows([&](const RodSum& row) { return row.change_at(reach(size), size_m); });
    }
    /// A bound like bend(`reached`), for the equations around a pose that a motion of norm `size` reaches.
    HEXSCAN_HD_INLINE double bend_at(double size, double reached) const {
        const auto rest = [&](const RodSum& row) { return row.bounds_at(reach(size)).rest(reach(reached)); };
        return norm_of_rows(rest) / (reached * reached);
    }
    /// Bound on component k of y - step, for motions within reach.
    HEXSCAN_HD_INLINE double rest(int k, const MotionReach& within) const {
        const double moved = within.moved_m / size_m, skewed = skew * (moved > within.sine ? moved : within.sine);
        return outwards * (rows[k].rest(within) + rows[k].off_error + skewed);
    }
};

HEXSCAN_HD_INLINE_ON_DEVICE NearPose near_pose(const RodSet& rods, const RodPose& at) {
    using std::fabs;
    NearPose near;
    near.size_m = rods.size_m;
    Elimination6 elimination;
    for (int i = 0; i < leg_count; ++i) {
        set_slopes(rod_equation(rods, i, at), rods.size_m, elimination.rows[i]);
        near.arms_m[i] = norm_of(rods.joints_m[i]);
    }
    elimination.eliminate();
    double inverse[leg_count][leg_count];
    for (int c = 0; c < leg_count; ++c) {
        double column[leg_count] = {};
        column[c] = 1;
        elimination.solve(column);
        for (int r = 0; r < leg_count; ++r) inverse[r][c] = column[r];
    }
    double skew[leg_count], off[leg_count];
    for (int k = 0; k < leg_count; ++k) {
        const RodSum& sum = near.rows[k] = rod_sum(rods, at, inverse[k]);
        near.step[k] = -sum.off;
        off[k] = fabs(sum.off) + sum.off_error;
        Vec3<double> moved = scaled(sum.by_moved, rods.size_m), sine = sum.by_sine;
        (k < 3 ? k == 0 ? moved.x : k == 1 ? moved.y : moved.z : k == 3 ? sine.x : k == 4 ? sine.y : sine.z) -= 1;
        skew[k] = norm_of(moved) + norm_of(sine) + rods.size_m * sum.by_moved_error + sum.by_sine_error;
    }
    near.off = norm_of(off);
    near.skew = norm_of(skew);
    return near;
}

/// The same equations, for rods with errors.
HEXSCAN_HD_INLINE_ON_DEVICE NearPose with_errors(const NearPose& near, const RodErrors& errors) {
    using std::fabs;
    NearPose wider = near;
    double off[leg_count], skew[leg_count];
    for (int k = 0; k < leg_count; ++k) {
        RodSum& row = wider.rows[k];
        double products = 0;
        off[k] = skew[k] = 0;
        for (int i = 0; i < leg_count; ++i) {
            const double size = fabs(row.weight[i]);
            off[k] += size * errors.off_m2[i];
            skew[k] += size * errors.foot_m[i] * (near.size_m + near.arms_m[i]);
            products += size * errors.foot_m[i] * near.arms_m[i];
        }
        row.products += products;
        row.trace += products;
        row.form += (1 + std::numbers::sqrt3) * products;
    }
    wider.off += norm_of(off);
    wider.skew += norm_of(skew);
    return wider;
}

}  // namespace hexscan
