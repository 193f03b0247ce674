#pragma once

#include <cmath>
#include <concepts>
#include <type_traits>

#include "kernels/arm_tips.h"
#include "kernels/host_device.h"
#include "kernels/kinematics.h"
#include "kernels/polynomial.h"
#include "kernels/rotary_leg.h"
#include "leg_breakpoints.h"
#include "placed_rod.h"
#include "row_noise.h"

/// A rotary leg in the form that rows need: the places where its verdict may change along a row. They are roots of
/// polynomials in lx, where surfaces intersect the row. Two spheres with the rod's length as radius surround the arm's
/// tip at the ends of its range. The torus g^2 = 4 r^2 R^2 bounds all places that the far end can reach. Joints add
/// cones.
///
/// The verdict does not change between these places. If both tips are farther away than the rod's length, or both
/// nearer, the direction P of the far end about the motor's axis decides. Where P passes an end of the range, the tip
/// at that end is the nearest or farthest of all, so the rod does not reach. docs/explanation/how-rows-are-solved.md
/// derives all of this.
namespace hexscan {

/// The largest number of breakpoints of a leg: from two spheres and the torus. Joints add two cones at each end of the
/// rod.
inline constexpr int most_jointless_rotary_breakpoints = 2 * 2 + most_sign_changes;
inline constexpr int most_rotary_breakpoints = most_jointless_rotary_breakpoints + 4 * most_sign_changes;

/// A rotary leg with all its values that are the same for all rows and orientations. The axis of its joint at the
/// platform depends on the orientation.
struct RotaryRowLeg {
    static constexpr int most_breakpoints = most_rotary_breakpoints;
    static constexpr bool has_joints = true;

    RotaryLeg leg;
    Vec3<double> from_tip_m, to_tip_m;
    Vec3<double> middle_m;  ///< middle of a ball that contains every reachable far end
    double reach_m;         ///< radius of that ball
    double columns_per_m;
    int columns;
    double extent_m;  ///< bound on the length of a leg vector, plus arm and rod
    double slack_columns;
};

/// A leg whose joints have no limits. Code without joints takes fewer registers on a device.
struct JointlessRotaryRowLeg : RotaryRowLeg {
    static constexpr int most_breakpoints = most_jointless_rotary_breakpoints;
    static constexpr bool has_joints = false;
};

HEXSCAN_HD_INLINE RotaryRowLeg make_rotary_row_leg(const RotaryLeg& leg, double longest_m, double columns_per_m,
                                                   int columns) {
    const double extent_m = longest_m + leg.arm_m + leg.rod_m;
    const TipBall tips = ball_of_tips(leg);
    return {leg,
            tip_of(leg, leg.from),
            tip_of(leg, leg.to),
            tips.centre_m,
            leg.rod_m + tips.radius_m,
            columns_per_m,
            columns,
            extent_m,
            0x1p-20 + 16 * unit_roundoff<double> * extent_m * columns_per_m};
}

/// The columns among `asked` at which the leg's far end may be near enough to the arm, with one extra column at either
/// end. Later legs search their spheres and torus only in these columns. On many rows no column is left, so the rest of
/// the solution is skipped.
template <template <class> class Placed, std::derived_from<RotaryRowLeg> Leg>
HEXSCAN_HD_INLINE ColumnRange columns_in_reach(const Placed<Leg>& rod, double ly_m, double lz_m, ColumnRange asked) {
    using std::ceil;
    using std::floor;
    const RotaryRowLeg& leg = rod.leg;
    const double y_m = ly_m - leg.middle_m.y, z_m = lz_m - leg.middle_m.z;
    const double noise_m2 = 256 * unit_roundoff<double> * leg.extent_m * leg.extent_m;
    const double half_sq_m2 = leg.reach_m * leg.reach_m + noise_m2 - (y_m * y_m + z_m * z_m);
    if (half_sq_m2 < 0) return {asked.first, asked.first - 1};
    const double middle = rod.place.zero_column + leg.middle_m.x * leg.columns_per_m;
    const double half = row_math::root(half_sq_m2) * leg.columns_per_m + leg.slack_columns + 1;
    if (middle - half > asked.last || middle + half < asked.first) return {asked.first, asked.first - 1};
    return {middle - half > asked.first ? static_cast<int>(ceil(middle - half)) : asked.first,
            middle + half < asked.last ? static_cast<int>(floor(middle + half)) : asked.last};
}

/// A leg on one row, and the list for its breakpoints. Positions along the row are values of lx.
template <class Rod, class Breakpoints>
class RotaryLegOnRow {
public:
    HEXSCAN_HD_INLINE RotaryLegOnRow(const Rod& of, double ly_m, double lz_m, ColumnRange asked,
                                     Breakpoints& breakpoints)
        : of_(of),
          ly_m_(ly_m),
          lz_m_(lz_m),
          asked_(asked),
          low_m_((asked.first - 0.5 - of.place.zero_column) / of.leg.columns_per_m),
          high_m_((asked.last + 0.5 - of.place.zero_column) / of.leg.columns_per_m),
          breakpoints_(breakpoints) {}

    HEXSCAN_HD_INLINE void find() {
        const RotaryLeg& leg = of_.leg.leg;
        // If the range is a single angle, the leg reaches only a sphere. Rounding decides there, so all columns are
        // undecided.
        if (leg.range == ArmRange::one_angle) return add(low_m_, high_m_);
        u_ = along_row(leg.u), w_ = along_row(leg.w);
        if (!needs_torus()) return;
        radius_sq_ = sum_of(u_ * u_, 1, w_ * w_);
        g_ = {{ly_m_ * ly_m_ + lz_m_ * lz_m_ + (leg.arm_m * leg.arm_m - leg.rod_m * leg.rod_m), 0, 1}};
        square_ = sum_of(scaled(g_ * g_, -1), 4 * leg.arm_m * leg.arm_m, radius_sq_);
        add_sign_changes(square_, torus_noise);
        if constexpr (has_joints)
            if (joints_are_limited()) add_joints();
    }

private:
    static constexpr bool has_joints = std::remove_cvref_t<decltype(Rod::leg)>::has_joints;

    struct Chord {
        double low_m, high_m;
        bool there;
    };

    HEXSCAN_HD_INLINE bool joints_are_limited() const { return has_joints && has_limited_joints(of_.leg.leg); }

    HEXSCAN_HD_INLINE Polynomial<1> along_row(Vec3<double> axis) const {
        return {{axis.y * ly_m_ + axis.z * lz_m_, axis.x}};
    }
    HEXSCAN_HD_INLINE void add(double from_m, double to_m) {
        const double middle = of_.place.zero_column + (from_m + to_m) / 2 * of_.leg.columns_per_m;
        const double slack = (to_m - from_m) / 2 * of_.leg.columns_per_m + of_.leg.slack_columns;
        if (middle + slack < asked_.first || middle - slack > asked_.last) return;
        breakpoints_.add(breakpoint_at(middle, slack, of_.leg.columns));
    }
    /// Adds places where p may change its sign. `noise` is relative to the fourth power of the extent, which bounds all
    /// lengths in this leg.
    HEXSCAN_HD_INLINE_ON_DEVICE void add_sign_changes(const Polynomial<4>& p, double noise) {
        const double square_m2 = of_.leg.extent_m * of_.leg.extent_m;
        const RootPrecision precision{noise * square_m2 * square_m2, of_.leg.slack_columns / of_.leg.columns_per_m};
        emit_sign_changes(p, low_m_, high_m_, precision, [&](double from_m, double to_m) { add(from_m, to_m); });
    }
    /// The torus polynomial is a sum of some hundred products, with about twenty roundings each.
    static constexpr double torus_noise = 4096 * unit_roundoff<double>;
    /// The reference divides by R^2 to find the arm's direction, so it computes joints less accurately near the motor's
    /// axis. This bound suffices beyond a millionth of the extent. Closer to the axis, a far end that the rod reaches
    /// is so near the torus that its columns are undecided anyway.
    static constexpr double joint_noise = 1024 * torus_noise;

    /// Adds the sphere about the tip at an end of its range. Returns the part of the row inside the sphere.
    HEXSCAN_HD_INLINE Chord add_sphere(Vec3<double> tip_m) {
        // This computation has as many roundings as that of a leg's length (row_noise.h).
        const double y_m = ly_m_ - tip_m.y, z_m = lz_m_ - tip_m.z, rod_m = of_.leg.leg.rod_m;
        const double noise_m2 = 256 * unit_roundoff<double> * of_.leg.extent_m * of_.leg.extent_m;
        const double reach_sq_m2 = rod_m * rod_m - (y_m * y_m + z_m * z_m);
        if (reach_sq_m2 < -noise_m2) return {tip_m.x, tip_m.x, false};
        const double out_m = row_math::root(reach_sq_m2 + noise_m2);
        if (reach_sq_m2 < 16 * noise_m2) {
            add(tip_m.x - out_m, tip_m.x + out_m);
        } else {
            const double in_m = row_math::root(reach_sq_m2 - noise_m2);
            add(tip_m.x - out_m, tip_m.x - in_m);
            add(tip_m.x + in_m, tip_m.x + out_m);
        }
        return {tip_m.x - out_m, tip_m.x + out_m, true};
    }

    /// Adds the two spheres. Returns true if the torus may matter between the ends of the row.
    HEXSCAN_HD_INLINE bool needs_torus() {
        const RotaryLeg& leg = of_.leg.leg;
        if (leg.range == ArmRange::any) return true;
        const Chord from = add_sphere(of_.leg.from_tip_m), to = add_sphere(of_.leg.to_tip_m);
        if (joints_are_limited() || may_be_on_way(1)) return true;
        return from.there && to.there && may_be_on_way(-1);
    }
    /// True if a direction along the row (for `way` -1, its reverse) may be within the range.
    HEXSCAN_HD_INLINE bool may_be_on_way(double way) const {
        const RotaryLeg& leg = of_.leg.leg;
        const ArmDirection<double> low{way * u_.at(low_m_), way * w_.at(low_m_)};
        const ArmDirection<double> high{way * u_.at(high_m_), way * w_.at(high_m_)};
        const bool after_from = turn_left(leg.from, low) >= 0 || turn_left(leg.from, high) >= 0;
        const bool before_to = turn_left(low, leg.to) >= 0 || turn_left(high, leg.to) >= 0;
        return leg.range == ArmRange::beyond_half_turn ? after_from || before_to : after_from && before_to;
    }

    /// Inlined on the device, too: arguments passed by address do not stay in registers, even for legs without joints.
    HEXSCAN_HD_INLINE_ON_DEVICE void add_joints() {
        HEXSCAN_ROLLED
        for (int bound = 0; bound < 4; ++bound) {
            const bool at_arm = bound < 2;
            const RodEnd& end = at_arm ? of_.leg.leg.arm_end : of_.leg.leg.platform_end;
            const double cosine = bound % 2 == 0 ? end.least_cosine : end.most_cosine;
            if (cosine > -1 && cosine < 1)
                add_sign_changes(at_arm ? arm_cone(cosine) : platform_cone(cosine), joint_noise);
        }
    }

    /// The cone of the joint at the platform. With k = n . l - c d, its polynomial is
    /// 4 R^2 k^2 - 4 k g (P . n) + (n_u^2 + n_w^2) g^2 - 4 r^2 (P x n)^2.
    HEXSCAN_HD_INLINE Polynomial<4> platform_cone(double cosine) const {
        const RotaryLeg& leg = of_.leg.leg;
        const Vec3<double> axis = of_.place.platform_axis;
        const double nu = dot(axis, leg.u), nw = dot(axis, leg.w);
        Polynomial<1> over = along_row(axis);
        over.c[0] -= cosine * leg.rod_m;
        const Polynomial<1> along = sum_of(scaled(u_, nu), nw, w_), across = sum_of(scaled(u_, nw), -nu, w_);
        Polynomial<4> cone = scaled((over * over) * radius_sq_, 4);
        cone = sum_of(cone, -4, (over * along) * g_);
        cone = sum_of(cone, nu * nu + nw * nw, g_ * g_);
        return sum_of(cone, -4 * leg.arm_m * leg.arm_m, across * across);
    }

    /// The cone of the joint at the arm. With v = l . axis, its polynomial is
    /// (n_u (g - 2 r^2) + 2 r (n_v v - c d))^2 - n_w^2 (4 r^2 R^2 - g^2).
    HEXSCAN_HD_INLINE Polynomial<4> arm_cone(double cosine) const {
        const RotaryLeg& leg = of_.leg.leg;
        const Vec3<double> axis = leg.arm_end.axis;
        const double nu = dot(axis, leg.u), nw = dot(axis, leg.w), na = dot(axis, leg.axis);
        Polynomial<2> over = sum_of(scaled(g_, nu), 2 * leg.arm_m * na, along_row(leg.axis));
        over.c[0] -= 2 * leg.arm_m * (leg.arm_m * nu + cosine * leg.rod_m);
        return sum_of(over * over, -nw * nw, square_);
    }

    const Rod& of_;
    double ly_m_, lz_m_;
    ColumnRange asked_;
    double low_m_, high_m_;
    Breakpoints& breakpoints_;
    Polynomial<1> u_{}, w_{};
    Polynomial<2> radius_sq_{}, g_{};
    Polynomial<4> square_{};
};

/// Adds the places where the leg's verdict may change within the columns `asked`.
template <template <class> class Placed, std::derived_from<RotaryRowLeg> Leg, class Breakpoints>
HEXSCAN_HD_INLINE void add_breakpoints(const Placed<Leg>& rod, double ly_m, double lz_m, ColumnRange asked,
                                       Breakpoints& breakpoints) {
    RotaryLegOnRow<Placed<Leg>, Breakpoints>(rod, ly_m, lz_m, asked, breakpoints).find();
}

/// The reference test of the leg.
HEXSCAN_HD_INLINE bool exactly_keeps(const RotaryRowLeg& leg, Vec3<double> platform_axis, Vec3<double> l_m) {
    return exact_rotary_keeps(leg.leg, platform_axis, l_m);
}

}  // namespace hexscan
