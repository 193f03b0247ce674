#pragma once

#include "column_runs.h"
#include "kernels/host_device.h"
#include "kernels/sets/cell_bounds.h"
#include "kernels/sets/set_scan.h"

/// Proves that a piece of a row is unreachable at every orientation of a cell (kernels/sets/leg_cell.h).
///
/// Distances t along a piece are measured from one of its two ends, the near end. The bounds are computed with the
/// platform there. The slack of every limit in the cell has bounds that are linear in the cell's coordinates xi and in
/// t. If the upper bound is below 0 in the whole cell, columns are lost: the whole piece or one of its ends.
namespace hexscan {

/// Bounds on a limit's slack over a piece of a row and a cell of orientations:
/// bottom + sum of xi_k columns[k] - steepest t <= slack <= top + sum of xi_k columns[k] - fall t.
/// Here |xi_k| <= 1, and t is between 0 and the piece's length.
template <class Real>
struct SlackBounds {
    Real top, fall;
    Real bottom, steepest;
    Real reach;  ///< the sum of |columns[k]|
};

/// The part of a piece that may remain, as distances from its near end.
template <class Real>
struct PieceLeft {
    Real from_m, to_m;
    HEXSCAN_HD_INLINE bool empty() const { return from_m > to_m; }
};

/// The columns of a range that may remain, with an extra column at either end because of rounding.
template <class Real>
HEXSCAN_HD_INLINE ColumnRange columns_left(ColumnRange range, bool upwards, const PieceLeft<Real>& left,
                                           Real columns_per_m) {
    const Real from = left.from_m * columns_per_m, to = left.to_m * columns_per_m;
    const int last = range.last - range.first;
    const int lost = from >= 2 ? static_cast<int>(from) - 1 : 0;
    const int kept = to < static_cast<Real>(last - 2) ? static_cast<int>(to) + 2 : last;
    return upwards ? ColumnRange{range.first + lost, range.first + kept}
                   : ColumnRange{range.last - kept, range.last - lost};
}

/// A piece of a row, from the x of its near end to that of its far end, in either direction.
template <class Real>
struct RowPiece {
    Real near_x, far_x, y, z;
};

namespace lost_detail {

template <class Real>
HEXSCAN_HD_INLINE SlackBounds<Real> bounds_of(const CellSlack<Real>& slack, Real fall, Real steepest) {
    return {slack.middle + slack.rest, fall, slack.middle - slack.rest, steepest, sum_of_magnitudes(slack.columns)};
}

/// The bounds if nothing is known about the slack.
template <class Real>
HEXSCAN_HD_INLINE SlackBounds<Real> no_bounds() {
    return {Real(far_column), 0, -Real(far_column), 0, 0};
}

/// The bounds of a joint's limit beyond 90 degrees. Its slack is convex along the piece, so between the ends it is
/// below the larger of the values at the two ends.
template <class Real>
HEXSCAN_HD_INLINE SlackBounds<Real> convex_bounds(const CellSlack<Real>& near_end, const CellSlack<Real>& far_end) {
    SlackBounds<Real> bounds = no_bounds<Real>();
    bounds.top = row_math::larger(near_end.middle + near_end.rest + sum_of_magnitudes(near_end.columns),
                                  far_end.middle + far_end.rest + sum_of_magnitudes(far_end.columns));
    return bounds;
}

/// Values that the bounds of both joints of a leg use. They are the leg's direction with the platform at the piece's
/// near end, and how far this direction can turn from there to the far end.
template <class Real>
struct JointPiece {
    Bounds<Real> direction_x;
    Real bend_m;
    Real turn;  ///< largest change of the slope along the piece for a cosine of 1; far_column: unknown
    bool upwards;

    template <class Cell>
    HEXSCAN_HD_INLINE JointPiece(const CellAtPosition<Real, Cell>& near_end, Real length_m, bool goes_up)
        : direction_x(near_end.direction_x()), bend_m(near_end.bend_m()), upwards(goes_up) {
        // The curvature of |l| is at most 1 / |l|. If the piece is at most half as long as l, |l| stays at least half
        // as long.
        const Real shortest_sq_m2 = near_end.square_m2().low;
        const bool is_short = 4 * length_m * length_m < shortest_sq_m2;
        turn = is_short ? length_m * bound_math::reciprocal_root(shortest_sq_m2) * bound_math::outwards<Real>
                        : Real(far_column);
    }
};

/// The bounds of a joint's limit over a piece, from the leg at both ends of the piece. Up to 90 degrees the slack is
/// concave in x. So it lies below its tangent, and above the tangent minus a bound of its curvature.
template <bool wide, class Real, class Cell>
HEXSCAN_HD_INLINE SlackBounds<Real> joint_bounds(const BoundLeg<Real>& leg, const CellAtPosition<Real, Cell>& near_end,
                                                 const CellAtPosition<Real, Cell>& far_end, bool base,
                                                 const JointPiece<Real>& piece) {
    const Real cosine = base ? leg.base_cosine : leg.platform_cosine;
    const CellSlack<Real> slack = base ? near_end.base_joint() : near_end.platform_joint();
    if constexpr (wide)
        if (cosine < 0) {
            if (!far_end.has_direction()) return no_bounds<Real>();
            return convex_bounds(slack, base ? far_end.base_joint() : far_end.platform_joint());
        }
    const Bounds<Real> axis_x = base ? Bounds<Real>{leg.base_axis.x, leg.base_axis.x} : near_end.platform_axis_x();
    const Bounds<Real> slope = joint_slope(axis_x, cosine, piece.direction_x);
    SlackBounds<Real> bounds = bounds_of(slack, piece.upwards ? -slope.high : slope.low,
                                         (piece.upwards ? -slope.low : slope.high) + cosine * piece.turn);
    bounds.top += cosine * piece.bend_m;
    return bounds;
}

/// The bounds of a leg's longest or shortest length over a piece, from the leg at its near end. The slack is a parabola
/// in x. The slack of the longest length is concave, so it lies below its tangent. The slack of the shortest length is
/// convex, so it lies below its chord.
template <class Real, class Cell>
HEXSCAN_HD_INLINE SlackBounds<Real> stroke_bounds(const CellAtPosition<Real, Cell>& near_end, bool longest,
                                                  bool upwards, Real length_m) {
    const Bounds<Real> lx = near_end.across_x_m();
    const Real flat = longest == upwards ? 2 * lx.low : -2 * lx.high;
    const Real steep = longest == upwards ? 2 * lx.high : -2 * lx.low;
    return longest ? bounds_of(near_end.longest(), flat, steep + length_m)
                   : bounds_of(near_end.shortest(), flat - length_m, steep);
}

/// Upper bound of a piece's length.
template <class Real>
HEXSCAN_HD_INLINE Real length_of(const RowPiece<Real>& piece) {
    return bound_math::magnitude(piece.far_x - piece.near_x) * bound_math::outwards<Real>;
}

/// Removes from the piece the part that a limit forbids: all of it, or one end. Returns true if the limit's slack may
/// be below 0 anywhere.
template <class Real>
HEXSCAN_HD_INLINE bool cut_off(const SlackBounds<Real>& slack, Real length_m, PieceLeft<Real>& left) {
    using bound_math::outwards;
    using bound_math::quotient;
    const Real highest = slack.top + slack.reach;
    const bool at_from = highest - slack.fall * left.from_m < 0, at_to = highest - slack.fall * left.to_m < 0;
    if (at_from && at_to)
        left.to_m = left.from_m - 1;
    else if (at_to)
        left.to_m = row_math::smaller(left.to_m, quotient(highest, slack.fall) * outwards<Real>);
    else if (at_from)
        left.from_m = row_math::larger(left.from_m, quotient(highest, slack.fall) * (2 - outwards<Real>));
    return !(slack.bottom - slack.reach >= row_math::larger(slack.steepest, Real(0)) * length_m * outwards<Real>);
}

}  // namespace lost_detail

/// Applies each limit of a leg separately. Removes the part of a piece that the limit forbids at all orientations of
/// its cell. Returns the limits that may forbid a part of the piece at some orientation. The other limits forbid no
/// part of it at any orientation.
template <bool wide, class Real, class Cell>
HEXSCAN_HD_INLINE unsigned cut_off_by_leg(const BoundLeg<Real>& leg, const Cell& cell, unsigned bits,
                                          const RowPiece<Real>& piece, PieceLeft<Real>& left) {
    using namespace lost_detail;
    constexpr unsigned joint_bits = base_bit | platform_bit;
    const CellAtPosition<Real, Cell> near_end(leg, cell, {piece.near_x, piece.y, piece.z});
    const CellAtPosition<Real, Cell> far_end(leg, cell, {piece.far_x, piece.y, piece.z});
    const Real length_m = length_of(piece);
    const bool upwards = piece.far_x > piece.near_x;
    unsigned active = 0;
    HEXSCAN_UNROLL
    for (unsigned bit = shortest_bit; bit <= longest_bit; bit <<= 1)
        if ((bits & bit) && cut_off(stroke_bounds(near_end, bit == longest_bit, upwards, length_m), length_m, left))
            active |= bit;
    if (!(bits & joint_bits)) return active;
    if (!near_end.has_direction()) return active | (bits & joint_bits);
    const JointPiece<Real> joints(near_end, length_m, upwards);
    HEXSCAN_UNROLL
    for (unsigned bit = base_bit; bit <= platform_bit; bit <<= 1)
        if ((bits & bit) &&
            cut_off(joint_bounds<wide>(leg, near_end, far_end, bit == base_bit, joints), length_m, left))
            active |= bit;
    return active;
}

}  // namespace hexscan
