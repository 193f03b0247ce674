#pragma once

#include <cmath>

#include "kernels/clearance.h"
#include "kernels/host_device.h"
#include "kernels/intrinsic_math.cuh"
#include "kernels/rows/row_solver.h"
#include "kernels/telescopic_limits.h"
#include "leg_cell.h"

/// Bounds on a limit's slack over all orientations of a cell at once.
///
/// At position p let w = p - a, v = R b, l = w + v. Because |v| = |b| for every R, the squared length is linear in R:
/// |l|^2 = K + 2 w . v,   K = |w|^2 + |b|^2.
/// Both sides of a joint's test are linear, too, except for the length. The length lies below each of its tangents,
/// |l| <= (lambda |l|^2 + 1 / lambda) / 2,   for every lambda > 0.
/// The best choice is lambda = 1 / |l| at the cell's middle. So a function linear in R bounds the slack of every limit.
/// A cell (kernels/sets/leg_cell.h) bounds these functions up to a remainder, `rest`:
/// stroke          2 w . v;
/// base joint      (n - c lambda w) . v;
/// platform joint  w . (u - c lambda v),  u = R m, because u . v = m . b.
/// The bounds include a margin for all their roundings and for the roundings of the reference test.
namespace hexscan {

/// The bits of a leg's limits, in the order of LegLimit.
inline constexpr unsigned shortest_bit = leg_bit(LegLimit::shortest), longest_bit = leg_bit(LegLimit::longest),
                          base_bit = leg_bit(LegLimit::base_joint), platform_bit = leg_bit(LegLimit::platform_joint);

/// One leg in the form that its bounds need.
template <class Real>
struct BoundLeg {
    Vec3<Real> base_point_m;
    Real platform_reach_sq_m2;  ///< |b|^2
    Vec3<Real> base_axis;
    Real axis_reach_m;  ///< m . b
    Real min_length_sq_m2, max_length_sq_m2;
    Real base_cosine, platform_cosine;  ///< cosines of the largest tilts; negative beyond 90 degrees
    Real margin_m2, margin_m;           ///< bounds on the rounding errors of squared lengths and of n . l - c |l|
    Real typical_length_m, inverse_typical_length;  ///< guess for root_bound(), and its reciprocal
};

/// A limit's slack in a cell: middle + sum of xi_k columns[k] for |xi_k| <= 1, plus or minus `rest`, which includes
/// rounding. A joint's slack is curved. Let c be the cosine of its limit and b = CellAtPosition::bend_m(). If c is not
/// negative, the slack is never below this value, and at most c b above it. If c is negative, the slack is never above
/// this value, and at most -c b below it.
template <class Real>
struct CellSlack {
    Real middle;
    Real columns[3];
    Real rest;
};

/// The range of a number over a cell.
template <class Real>
struct Bounds {
    Real low, high;
};

namespace bound_math {

HEXSCAN_HD_INLINE float reciprocal_root(float x) { return intrinsic::reciprocal_square_root(x); }
HEXSCAN_HD_INLINE double reciprocal_root(double x) {
    using std::sqrt;
    return 1 / sqrt(x);
}

HEXSCAN_HD_INLINE float quotient(float a, float b) { return intrinsic::divide(a, b); }
HEXSCAN_HD_INLINE double quotient(double a, double b) { return a / b; }

template <class Real>
HEXSCAN_HD_INLINE Real magnitude(Real x) {
    using std::fabs;
    return fabs(x);
}

/// Upper bound on x from its square and a guess, without a root: x <= (x^2 / guess + guess) / 2.
template <class Real>
HEXSCAN_HD_INLINE Real root_bound(Real square, Real guess, Real inverse_guess) {
    return (square * inverse_guess + guess) / 2;
}

/// Factor that covers the error of an approximate reciprocal root and the roundings around it.
template <class Real>
inline constexpr Real outwards = Real(1) + 16 * unit_roundoff<Real>;

}  // namespace bound_math

/// Bound on the change of a sum within a cell by the terms of the three columns: the sum of their magnitudes.
template <class Real>
HEXSCAN_HD_INLINE Real sum_of_magnitudes(const Real (&columns)[3]) {
    using bound_math::magnitude;
    return magnitude(columns[0]) + magnitude(columns[1]) + magnitude(columns[2]);
}

/// The smallest slack anywhere in the cell.
template <class Real>
HEXSCAN_HD_INLINE Real lowest(const CellSlack<Real>& slack) {
    return slack.middle - sum_of_magnitudes(slack.columns) - slack.rest;
}

/// One leg in one cell, or at one orientation (a LegPlace), with the platform at one position.
template <class Real, class Cell = LegCell<Real>>
class CellAtPosition {
public:
    HEXSCAN_HD_INLINE CellAtPosition(const BoundLeg<Real>& leg, const Cell& cell, Vec3<Real> p)
        : leg_(leg), cell_(cell), w_(p - leg.base_point_m), square_w_(dot(w_, w_)) {
        if constexpr (Cell::has_size) {
            HEXSCAN_UNROLL
            for (int k = 0; k < 3; ++k) wdv_[k] = dot(w_, cell.dv[k]);
            reach_w_ = bound_math::root_bound(square_w_, leg.typical_length_m, leg.inverse_typical_length);
            rest_wv_ = cell.rest_v_m * reach_w_;
        }
        square_l_ = square_w_ + leg.platform_reach_sq_m2 + 2 * dot(w_, cell.v);
    }

    /// Slack of |l|^2 in square metres.
    HEXSCAN_HD_INLINE CellSlack<Real> longest() const {
        return {leg_.max_length_sq_m2 - square_l_,
                {-2 * wdv_[0], -2 * wdv_[1], -2 * wdv_[2]},
                2 * rest_wv_ + leg_.margin_m2};
    }
    HEXSCAN_HD_INLINE CellSlack<Real> shortest() const {
        return {
            square_l_ - leg_.min_length_sq_m2, {2 * wdv_[0], 2 * wdv_[1], 2 * wdv_[2]}, 2 * rest_wv_ + leg_.margin_m2};
    }

    /// Slack of the base joint: n . l - c |l| in metres. Invalid unless has_direction().
    HEXSCAN_HD_INLINE CellSlack<Real> base_joint() const { return base_slack(leg_.base_cosine * inverse_l()); }
    HEXSCAN_HD_INLINE CellSlack<Real> platform_joint() const {
        return platform_slack(leg_.platform_cosine * inverse_l());
    }

    /// n . l itself.
    HEXSCAN_HD_INLINE CellSlack<Real> along_base() const { return base_slack(0); }
    HEXSCAN_HD_INLINE CellSlack<Real> along_platform() const { return platform_slack(0); }

    /// The range of |l|^2.
    HEXSCAN_HD_INLINE Bounds<Real> square_m2() const {
        const Real spread = 2 * (sum_of_magnitudes(wdv_) + rest_wv_) + leg_.margin_m2;
        return {square_l_ - spread, square_l_ + spread};
    }

    /// True if the leg is long enough relative to w that the bounds of joints and their margins are valid.
    HEXSCAN_HD_INLINE bool has_direction() const { return square_l_ * 64 > square_w_; }

    /// How far |l| can be below the tangent that bounds it. The result is far_column if the cell contains a leg of zero
    /// length.
    HEXSCAN_HD_INLINE Real bend_m() const {
        const Real spread = sum_of_magnitudes(wdv_) + rest_wv_;
        const Real shortest = square_l_ - 2 * spread - leg_.margin_m2;
        if (!(shortest > 0)) return Real(far_column);
        const Real inverse = bound_math::reciprocal_root(shortest);
        return spread * spread * inverse * inverse * inverse / 2 * bound_math::outwards<Real>;
    }

    /// The range of the x component of the leg vector.
    HEXSCAN_HD_INLINE Bounds<Real> across_x_m() const {
        Real spread = leg_.margin_m;
        if constexpr (Cell::has_size) spread += cell_.reach_vx_m;
        const Real middle = w_.x + cell_.v.x;
        return {middle - spread, middle + spread};
    }

    /// The range of x / |l| of the leg vector.
    HEXSCAN_HD_INLINE Bounds<Real> direction_x() const {
        const Bounds<Real> x = across_x_m();
        const Bounds<Real> square = square_m2();
        if (!(square.low > 0)) return {-1, 1};
        const Real steep = bound_math::reciprocal_root(square.low) * bound_math::outwards<Real>;
        const Real flat = bound_math::reciprocal_root(square.high) * (2 - bound_math::outwards<Real>);
        return {x.low * (x.low < 0 ? steep : flat), x.high * (x.high > 0 ? steep : flat)};
    }

    /// The range of the x component of the platform's axis.
    HEXSCAN_HD_INLINE Bounds<Real> platform_axis_x() const {
        Real spread = 0;
        if constexpr (Cell::has_size) spread = cell_.reach_ux;
        return {cell_.u.x - spread, cell_.u.x + spread};
    }

private:
    HEXSCAN_HD_INLINE Real inverse_l() const { return bound_math::reciprocal_root(square_l_); }

    /// The linear bound of the base joint's slack: n . l - lambda |l|^2, where lambda is c / |l| at the cell's middle.
    HEXSCAN_HD_INLINE CellSlack<Real> base_slack(Real lambda) const {
        const Real along_w = dot(leg_.base_axis, w_);
        CellSlack<Real> slack{along_w + cell_.base_v - lambda * square_l_, {}, leg_.margin_m};
        if constexpr (Cell::has_size) {
            HEXSCAN_UNROLL
            for (int k = 0; k < 3; ++k) slack.columns[k] = cell_.base_dv[k] - lambda * wdv_[k];
            // the square |n - lambda w|^2
            const Real square = 1 + lambda * (lambda * square_w_ - 2 * along_w);
            slack.rest += cell_.rest_v_m * bound_math::root_bound(square, Real(1), Real(1));
        }
        return slack;
    }
    HEXSCAN_HD_INLINE CellSlack<Real> platform_slack(Real lambda) const {
        using bound_math::magnitude;
        CellSlack<Real> slack{dot(w_, cell_.u) + leg_.axis_reach_m - lambda * square_l_, {}, leg_.margin_m};
        if constexpr (Cell::has_size) {
            HEXSCAN_UNROLL
            for (int k = 0; k < 3; ++k) slack.columns[k] = dot(w_, cell_.du[k]) - lambda * wdv_[k];
            slack.rest += (cell_.rest_u + magnitude(lambda) * cell_.rest_v_m) * reach_w_;
        }
        return slack;
    }

    const BoundLeg<Real>& leg_;
    const Cell& cell_;
    Vec3<Real> w_;
    Real square_w_, square_l_;
    Real wdv_[3] = {0, 0, 0}, reach_w_ = 0, rest_wv_ = 0;  ///< zero if the cell has no size
};

/// Range of the derivative of n . l - c |l| with respect to x, for c of any sign.
template <class Real>
HEXSCAN_HD_INLINE Bounds<Real> joint_slope(Bounds<Real> axis_x, Real cosine, Bounds<Real> direction_x) {
    // Error bound of numbers of magnitude at most 1, after a few roundings.
    constexpr Real rounding = 16 * unit_roundoff<Real>;
    const Real a = cosine * direction_x.low, b = cosine * direction_x.high;
    return {axis_x.low - row_math::larger(a, b) - rounding, axis_x.high - row_math::smaller(a, b) + rounding};
}

/// Lower bound on the slack of |l|^2 relative to the shortest length, over all orientations of the cell and all x in
/// [first, last]. |l|^2 is a parabola in x. The bound evaluates it at the vertex for the cell's middle, or at the
/// nearer end. For other orientations the vertex is slightly shifted, which lowers the bound by the square of that
/// shift.
template <class Real, class Cell>
HEXSCAN_HD_INLINE Real shortest_on_segment(const BoundLeg<Real>& leg, const Cell& cell, Real first, Real last, Real y,
                                           Real z) {
    using bound_math::magnitude;
    const Real vertex = leg.base_point_m.x - cell.v.x;
    const Real x = row_math::larger(first, row_math::smaller(last, vertex));
    const CellAtPosition<Real, Cell> at(leg, cell, {x, y, z});
    const Bounds<Real> lx = at.across_x_m();
    const Real beyond = row_math::larger((lx.high - lx.low) / 2 - magnitude(x - vertex), Real(0));
    return lowest(at.shortest()) - beyond * beyond;
}

/// Lower bound on the slack of a joint whose limit exceeds 90 degrees, over all orientations of the cell and all x
/// between two positions. The slack is convex in x, so it lies above its tangents at both positions.
template <class Real>
HEXSCAN_HD_INLINE Real convex_on_segment(Real first_slack, Real first_slope, Real last_slack, Real last_slope,
                                         Real length_m) {
    const Real ends = row_math::smaller(first_slack, last_slack);
    if (first_slope >= 0 || last_slope <= 0) return ends;
    const Real meeting = (first_slack * last_slope - last_slack * first_slope + first_slope * last_slope * length_m) /
                         (last_slope - first_slope);
    return row_math::smaller(ends, meeting);
}

}  // namespace hexscan
