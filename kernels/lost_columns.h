#pragma once

#include "column_runs.h"
#include "host_device.h"
#include "limit_bounds.h"
#include "set_scan.h"

/// Proofs that a piece of a row is reachable at no orientation of a cell.
///
/// With the platform at the piece's near end, every limit's slack in the cell has a ceiling that is linear in the
/// cell's coordinates xi and in the way t along the piece: what keeps one interval is concave in x, so below its tangent;
/// what takes a hole is convex, so below its chord. A single ceiling below 0 everywhere proves the piece lost. So does
/// any mix of them with weights that are not negative, and where the piece is lost to one limit here and to another
/// there only a mix can tell (Farkas). Mixes are found by walking downhill: the limit that is lowest where the mix is
/// highest is mixed in, by a line search over the corners of a convex, piecewise linear function.
namespace hexscan {

/// slack <= top + sum of xi_k columns[k] - fall t, |xi_k| <= 1, 0 <= t <= the piece's length.
template <class Real>
struct SlackCeiling {
    Real top;
    Real columns[3];
    Real fall;
};

/// No limit by itself.
inline constexpr int no_limit = -1;

/// What is left of a piece: the way from `from_m` to `to_m`, seen from its near end.
template <class Real>
struct PieceLeft {
    Real from_m, to_m;
    HEXSCAN_HD_INLINE bool empty() const { return from_m > to_m; }
};

/// The highest a ceiling gets on what is left.
template <class Real>
HEXSCAN_HD_INLINE Real highest(const SlackCeiling<Real>& ceiling, const PieceLeft<Real>& left) {
    return ceiling.top + reach_of(ceiling.columns) +
           row_math::larger(-ceiling.fall * left.from_m, -ceiling.fall * left.to_m);
}

/// The columns of a range that may be left of it, a column more at either end for the roundings of their places.
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

/// Takes off what a ceiling forbids by itself: everything, or one end.
template <class Real>
HEXSCAN_HD_INLINE void cut_off(const SlackCeiling<Real>& ceiling, PieceLeft<Real>& left) {
    using bound_math::outwards;
    if (highest(ceiling, left) < 0) {
        left.to_m = left.from_m - 1;
        return;
    }
    const Real root = (ceiling.top + reach_of(ceiling.columns)) / ceiling.fall;
    if (ceiling.fall > 0)
        left.to_m = row_math::smaller(left.to_m, root * outwards<Real>);
    else if (ceiling.fall < 0)
        left.from_m = row_math::larger(left.from_m, root * (2 - outwards<Real>));
}

/// The ceilings that go below 0 somewhere, and whose they are: 4 leg + LegLimit. Where there is no room one is left out,
/// which proves less; `all_of_near_end` says that nothing is missing that may forbid the near end of the piece.
template <class Real, int capacity>
struct Ceilings {
    Real length_m;
    int count = 0;
    bool all_of_near_end = true;
    SlackCeiling<Real> items[capacity];
    int limits[capacity];

    HEXSCAN_HD_INLINE void add(const SlackCeiling<Real>& ceiling, int limit) {
        const Real lowest_here =
            ceiling.top - reach_of(ceiling.columns) - row_math::larger(ceiling.fall, Real(0)) * length_m;
        if (!(lowest_here < 0)) return;
        if (count == capacity) {
            all_of_near_end = false;
            return;
        }
        limits[count] = limit;
        items[count++] = ceiling;
    }
};

/// A piece of a row: from the x of its near end to that of its far end, on either side.
template <class Real>
struct RowPiece {
    Real near_x, far_x, y, z;
};

namespace lost_detail {

/// `scale` makes square metres into metres.
template <class Real>
HEXSCAN_HD_INLINE SlackCeiling<Real> ceiling_of(const CellSlack<Real>& slack, Real fall, Real scale) {
    return {(slack.middle + slack.rest) * scale,
            {slack.columns[0] * scale, slack.columns[1] * scale, slack.columns[2] * scale},
            fall * scale};
}

/// The ceiling of a joint's limit beyond 90 degrees: below its higher end.
template <class Real>
HEXSCAN_HD_INLINE SlackCeiling<Real> convex_ceiling(const CellSlack<Real>& near_end, const CellSlack<Real>& far_end) {
    return {row_math::larger(near_end.middle + near_end.rest + reach_of(near_end.columns),
                             far_end.middle + far_end.rest + reach_of(far_end.columns)),
            {0, 0, 0},
            0};
}

/// The ceiling of what bounds nothing.
template <class Real>
HEXSCAN_HD_INLINE SlackCeiling<Real> no_ceiling() {
    return {Real(far_column), {0, 0, 0}, 0};
}

template <bool wide, class Real, class Cell>
HEXSCAN_HD_INLINE SlackCeiling<Real> joint_ceiling(const BoundLeg<Real>& leg,
                                                   const CellAtPosition<Real, Cell>& near_end,
                                                   const CellAtPosition<Real, Cell>& far_end, bool base, bool upwards) {
    if (!near_end.has_direction()) return no_ceiling<Real>();
    const Real cosine = base ? leg.base_cosine : leg.platform_cosine;
    const CellSlack<Real> slack = base ? near_end.base_joint() : near_end.platform_joint();
    if constexpr (wide)
        if (cosine < 0) {
            if (!far_end.has_direction()) return no_ceiling<Real>();
            return convex_ceiling(slack, base ? far_end.base_joint() : far_end.platform_joint());
        }
    const Bounds<Real> axis_x = base ? Bounds<Real>{leg.base_axis.x, leg.base_axis.x} : near_end.platform_axis_x();
    const Bounds<Real> slope = joint_slope(axis_x, cosine, near_end.direction_x());
    SlackCeiling<Real> ceiling = ceiling_of(slack, upwards ? -slope.high : slope.low, Real(1));
    ceiling.top += cosine * near_end.bend_m();
    return ceiling;
}

/// The ceiling of limit `bit` of a leg over a piece, from the leg at the piece's two ends.
template <bool wide, class Real, class Cell>
HEXSCAN_HD_INLINE SlackCeiling<Real> limit_ceiling(const BoundLeg<Real>& leg,
                                                   const CellAtPosition<Real, Cell>& near_end,
                                                   const CellAtPosition<Real, Cell>& far_end, unsigned bit,
                                                   bool upwards, Real length_m) {
    if (bit == base_bit || bit == platform_bit)
        return joint_ceiling<wide>(leg, near_end, far_end, bit == base_bit, upwards);
    const Bounds<Real> lx = near_end.across_x_m();
    const Real to_metres = leg.inverse_typical_length / 2;
    if (bit == longest_bit) return ceiling_of(near_end.longest(), upwards ? 2 * lx.low : -2 * lx.high, to_metres);
    return ceiling_of(near_end.shortest(), (upwards ? -2 * lx.high : 2 * lx.low) - length_m, to_metres);
}

/// The length of a piece, from above.
template <class Real>
HEXSCAN_HD_INLINE Real length_of(const RowPiece<Real>& piece) {
    return bound_math::magnitude(piece.far_x - piece.near_x) * bound_math::outwards<Real>;
}

}  // namespace lost_detail

/// Whether limit `bit` of a leg proves the piece lost by itself.
template <bool wide, class Real, class Cell>
HEXSCAN_HD_INLINE bool lost_to_limit(const BoundLeg<Real>& leg, const Cell& cell, unsigned bit,
                                     const RowPiece<Real>& piece) {
    using namespace lost_detail;
    const CellAtPosition<Real, Cell> near_end(leg, cell, {piece.near_x, piece.y, piece.z});
    const CellAtPosition<Real, Cell> far_end(leg, cell, {piece.far_x, piece.y, piece.z});
    const Real length_m = length_of(piece);
    return highest(limit_ceiling<wide>(leg, near_end, far_end, bit, piece.far_x > piece.near_x, length_m),
                   PieceLeft<Real>{0, length_m}) < 0;
}

/// Takes off a piece what limits of a leg forbid by themselves. Returns the one that forbids all of the piece, or no_limit.
template <bool wide, class Real, class Cell>
HEXSCAN_HD_INLINE int cut_off_by_leg(const BoundLeg<Real>& leg, const Cell& cell, unsigned bits,
                                     const RowPiece<Real>& piece, PieceLeft<Real>& left) {
    using namespace lost_detail;
    const CellAtPosition<Real, Cell> near_end(leg, cell, {piece.near_x, piece.y, piece.z});
    const CellAtPosition<Real, Cell> far_end(leg, cell, {piece.far_x, piece.y, piece.z});
    const Real length_m = length_of(piece);
    int killer = no_limit;
    HEXSCAN_ROLLED
    for (int k = 0; k < limits_per_leg; ++k) {
        if (!(bits & (1U << k))) continue;
        const SlackCeiling<Real> ceiling =
            limit_ceiling<wide>(leg, near_end, far_end, 1U << k, piece.far_x > piece.near_x, length_m);
        if (highest(ceiling, PieceLeft<Real>{0, length_m}) < 0) killer = k;
        cut_off(ceiling, left);
    }
    return killer;
}

/// Adds the ceilings of leg `index`, all limits of it that `bits` names.
template <bool wide, class Real, int capacity>
HEXSCAN_HD_INLINE void add_ceilings(const BoundLeg<Real>& leg, const LegCell<Real>& cell, int index, unsigned bits,
                                    const RowPiece<Real>& piece, Ceilings<Real, capacity>& ceilings) {
    using namespace lost_detail;
    const CellAtPosition<Real> near_end(leg, cell, {piece.near_x, piece.y, piece.z});
    const CellAtPosition<Real> far_end(leg, cell, {piece.far_x, piece.y, piece.z});
    const bool upwards = piece.far_x > piece.near_x;
    // The ceiling of a joint beyond 90 degrees is that of the piece's higher end.
    if constexpr (wide) ceilings.all_of_near_end = false;
    HEXSCAN_ROLLED
    for (int k = 0; k < limits_per_leg; ++k)
        if (bits & (1U << k))
            ceilings.add(limit_ceiling<wide>(leg, near_end, far_end, 1U << k, upwards, ceilings.length_m),
                         limits_per_leg * index + k);
}

namespace lost_detail {

/// Where an orientation and a place are most likely to escape a mix of ceilings.
template <class Real>
struct Escape {
    Real xi[3];
    Real t;
};

template <class Real>
HEXSCAN_HD_INLINE Real value_at(const SlackCeiling<Real>& ceiling, const Escape<Real>& at) {
    return ceiling.top + ceiling.columns[0] * at.xi[0] + ceiling.columns[1] * at.xi[1] + ceiling.columns[2] * at.xi[2] -
           ceiling.fall * at.t;
}

template <class Real>
HEXSCAN_HD_INLINE SlackCeiling<Real> mixed(const SlackCeiling<Real>& a, const SlackCeiling<Real>& b, Real share_of_b) {
    // Each part is rounded by its own share of its margin, so the two are not subtracted.
    const Real share_of_a = 1 - share_of_b;
    const auto mix = [&](Real of_a, Real of_b) { return share_of_a * of_a + share_of_b * of_b; };
    return {mix(a.top, b.top),
            {mix(a.columns[0], b.columns[0]), mix(a.columns[1], b.columns[1]), mix(a.columns[2], b.columns[2])},
            mix(a.fall, b.fall)};
}

template <class Real>
HEXSCAN_HD_INLINE Real clamped(Real x, Real low, Real high) {
    return row_math::larger(low, row_math::smaller(high, x));
}

/// Coordinate `k` of a ceiling: a column, or at 3 its fall.
template <class Real>
HEXSCAN_HD_INLINE Real coordinate(const SlackCeiling<Real>& ceiling, int k) {
    return k == 0 ? ceiling.columns[0] : k == 1 ? ceiling.columns[1] : k == 2 ? ceiling.columns[2] : ceiling.fall;
}

/// Where the mix is highest; along coordinate `balanced`, which the mix does not see, where its two latest parts are equal.
template <class Real>
HEXSCAN_HD_INLINE Escape<Real> escape_from(const SlackCeiling<Real>& mix, const SlackCeiling<Real>& one,
                                           const SlackCeiling<Real>& other, int balanced, const PieceLeft<Real>& left) {
    Escape<Real> at;
    HEXSCAN_UNROLL
    for (int k = 0; k < 3; ++k) at.xi[k] = mix.columns[k] >= 0 ? Real(1) : Real(-1);
    at.t = mix.fall < 0 ? left.to_m : left.from_m;
    if (balanced < 0) return at;
    HEXSCAN_UNROLL
    for (int k = 0; k < 3; ++k)
        if (k == balanced) at.xi[k] = 0;
    if (balanced == 3) at.t = 0;
    const Real steepness = coordinate(one, balanced) - coordinate(other, balanced);
    const Real difference = value_at(one, at) - value_at(other, at);
    const Real step = steepness != 0 ? difference / steepness : Real(0);
    HEXSCAN_UNROLL
    for (int k = 0; k < 3; ++k)
        if (k == balanced) at.xi[k] = clamped(-step, Real(-1), Real(1));
    if (balanced == 3) at.t = clamped(step, left.from_m, left.to_m);
    return at;
}

}  // namespace lost_detail

/// Limits that are mixed in at most. On an H200 two, three and four differ by less than 4 % of an inclusive workspace of the
/// default grid and 9261 orientations (hexscan_set_figures, 2026-11-22).
inline constexpr int most_mixing_steps = 3;

/// What came of a proof. `hopeless`: no ceiling forbids the nearest place that is left, so no shorter piece from there is lost
/// either; where that is not the piece's near end, which has ceilings of its own, hardly one is.
enum class LostProof : int { lost, unproved, hopeless };

/// Whether the ceilings prove the piece lost; `limit` is the one that does so by itself, or no_limit. If they do not,
/// `left` is what is left of it, and `xi` is where in the cell an orientation may well reach that.
template <class Real, int capacity>
HEXSCAN_HD_INLINE LostProof prove_lost(const Ceilings<Real, capacity>& ceilings, Real (&xi)[3], int& limit,
                                       PieceLeft<Real>& left) {
    using namespace lost_detail;
    HEXSCAN_UNROLL
    for (int k = 0; k < 3; ++k) xi[k] = 0;
    limit = no_limit;
    left = {0, ceilings.length_m};
    const LostProof not_at_near_end = ceilings.all_of_near_end ? LostProof::hopeless : LostProof::unproved;
    if (ceilings.count == 0) return not_at_near_end;
    int one = 0;
    Real lowest_height = 0;
    HEXSCAN_ROLLED
    for (int i = 0; i < ceilings.count; ++i) {
        const SlackCeiling<Real> ceiling = ceilings.items[i];
        if (highest(ceiling, PieceLeft<Real>{0, ceilings.length_m}) < 0) limit = ceilings.limits[i];
        cut_off(ceiling, left);
        if (left.empty()) return LostProof::lost;
        const Real height = highest(ceiling, left);
        if (i > 0 && !(height < lowest_height)) continue;
        lowest_height = height;
        one = i;
    }
    SlackCeiling<Real> mix = ceilings.items[one];
    int other = one, balanced = -1;
    HEXSCAN_ROLLED
    for (int step = 0;; ++step) {
        const Escape<Real> at = escape_from(mix, ceilings.items[one], ceilings.items[other], balanced, left);
        HEXSCAN_UNROLL
        for (int k = 0; k < 3; ++k) xi[k] = at.xi[k];
        if (step == most_mixing_steps) return LostProof::unproved;
        int lowest_item = 0;
        Real lowest_value = 0;
        HEXSCAN_ROLLED
        for (int i = 0; i < ceilings.count; ++i) {
            const Real value = value_at(ceilings.items[i], at);
            if (!(value < lowest_value)) continue;
            lowest_value = value;
            lowest_item = i;
        }
        if (!(lowest_value < 0)) return at.t == left.from_m ? not_at_near_end : LostProof::unproved;
        const SlackCeiling<Real> next = ceilings.items[lowest_item];
        // The corners of the line search: all of the next one, or a share at which a coordinate of the mix vanishes.
        Real best_share = 0, best_height = highest(mix, left);
        int corner = -1;
        HEXSCAN_UNROLL
        for (int k = -1; k < 4; ++k) {
            const Real here = coordinate(mix, k), there = coordinate(next, k);
            const Real share = k < 0 ? Real(1) : here / (here - there);
            // The check takes shares for whole numbers: NOLINTNEXTLINE(misc-redundant-expression)
            if (k >= 0 && !(share > 0 && share < 1)) continue;
            const Real height_there = highest(mixed(mix, next, share), left);
            if (!(height_there < best_height)) continue;
            best_height = height_there;
            best_share = share;
            corner = k;
        }
        if (best_share == 0) return LostProof::unproved;
        mix = mixed(mix, next, best_share);
        cut_off(mix, left);
        if (left.empty()) return LostProof::lost;
        other = one;
        one = lowest_item;
        balanced = corner;
    }
}

}  // namespace hexscan
