#pragma once

#include "kernels/host_device.h"
#include "ring_waves.h"
#include "set_row.h"
#include "set_scan.h"

/// Applies the limits of legs to a row at the orientations of a set of tilts, ring by ring.
///
/// At one end of a row, a limit removes most in the sampled directions next to the direction where its slack is lowest.
/// So an end is decided without a tree of cells, by two sampled directions and a bound that covers all others
/// (kernels/sets/ring_waves.h). The slack that is left at one ring also shows for how many more rings the limit cannot
/// bind.
namespace hexscan {

/// A mask with the given limits of one leg, repeated for all legs.
HEXSCAN_HD_INLINE constexpr unsigned of_every_leg(unsigned limits) {
    unsigned of_legs = 0;
    for (int leg = 0; leg < leg_count; ++leg) of_legs |= bits_of_leg(limits, leg);
    return of_legs;
}

/// The number of further rings at which a limit removes nothing. It is negative as long as the limit is undecided.
inline constexpr int max_rings_ahead = 1 << 12, not_settled = -1;

/// One limit of one leg while it is applied to a row.
template <class Real>
struct RingLimit {
    int leg;
    unsigned bit;
    bool is_stroke, keeps_interval, is_base;
    Real cosine, margin;  ///< cosine: of a joint's largest tilt; 0 for a limit of the stroke. margin: for rounding.

    HEXSCAN_HD_INLINE RingLimit(const SetScan<Real>& scan, int number)
        : leg(leg_of_bit(number)), bit(leg_bit(limit_of_bit(number))) {
        const BoundLeg<Real>& bounds = scan.bounds[leg];
        is_stroke = (bit & (shortest_bit | longest_bit)) != 0;
        keeps_interval = bit != shortest_bit;
        is_base = bit == base_bit;
        cosine = is_stroke ? Real(0) : is_base ? bounds.base_cosine : bounds.platform_cosine;
        margin = is_stroke ? bounds.margin_m2 : bounds.margin_m;
    }
};

/// The place in a row where a limit is tested: an end of the row or, if the limit cuts holes, the column of a run that
/// is nearest to the hole.
template <class Real>
struct AskedPlace {
    ColumnRange columns;  ///< columns of the row, or of the run
    bool at_end, inwards_is_up;
    Real x, first, last;

    /// `vertex` is the x at which the leg is shortest if its joint is at the middle of the ring.
    HEXSCAN_HD_INLINE AskedPlace(const SetScan<Real>& scan, const RingLimit<Real>& limit, ColumnRange asked,
                                 bool at_first, Real vertex)
        : columns(asked),
          first(grid_coordinate(scan.x_real, asked.first)),
          last(grid_coordinate(scan.x_real, asked.last)) {
        inwards_is_up = limit.keeps_interval ? at_first : vertex <= first;
        at_end = limit.keeps_interval || inwards_is_up || vertex >= last;
        x = !at_end ? vertex : inwards_is_up ? first : last;
    }
    HEXSCAN_HD_INLINE int column() const { return inwards_is_up ? columns.first : columns.last; }
    HEXSCAN_HD_INLINE int width() const { return columns.last - columns.first + 1; }
    /// The `count` columns at the tested end.
    HEXSCAN_HD_INLINE ColumnRange outermost(int count) const {
        return inwards_is_up ? ColumnRange{columns.first, columns.first + count - 1}
                             : ColumnRange{columns.last - count + 1, columns.last};
    }
};

/// The numbers of a limit in one sampled direction.
template <class Real>
struct SampledLimit {
    int direction;
    Real slack, square, along;  ///< square: |l|^2; along: n . l or u . l
    Real across_x_m, axis_x;    ///< x components of the leg and of the joint's axis
};

/// The number of columns that the limit removes, counted from the tested end inwards. The slack of the first column
/// must be below minus the margin.
template <class Real>
HEXSCAN_HD_INLINE int columns_lost(const SetScan<Real>& scan, const RingLimit<Real>& limit,
                                   const SampledLimit<Real>& sample, bool inwards_is_up, int at_most) {
    const Real step_m = scan.x_real.step_m, across_m = inwards_is_up ? sample.across_x_m : -sample.across_x_m;
    if (limit.keeps_interval) {
        // The slack is concave along the row, so it is below its tangent.
        const Real axis_x = inwards_is_up ? sample.axis_x : -sample.axis_x;
        const Real slope = limit.is_stroke
                               ? -2 * across_m
                               : axis_x - limit.cosine * across_m * bound_math::reciprocal_root(sample.square);
        const Real columns = row_math::quotient(-limit.margin - sample.slack, slope * step_m);
        return slope > 0 && columns < static_cast<Real>(at_most) ? first_column_after(columns) : at_most;
    }
    // Columns inside the sphere of the shortest length are lost. Those inside a slightly smaller sphere are lost by
    // more than the margin.
    const Real half_sq = across_m * across_m - sample.slack - limit.margin;
    const Real columns = row_math::quotient(half_sq * bound_math::reciprocal_root(half_sq) - across_m, step_m);
    const int lost = columns < static_cast<Real>(at_most) ? last_column_before(columns) + 1 : at_most;
    return lost > 1 ? lost : 1;
}

/// True if the neighbouring column satisfies the limit in the same direction by more than the margin.
template <class Real>
HEXSCAN_HD_INLINE bool keeps_next(const SetScan<Real>& scan, const RingLimit<Real>& limit,
                                  const SampledLimit<Real>& sample, bool inwards_is_up) {
    const Real dx = inwards_is_up ? scan.x_real.step_m : -scan.x_real.step_m;
    const Real more_m2 = (2 * sample.across_x_m + dx) * dx, square = sample.square + more_m2;
    const Real slack = !limit.keeps_interval ? sample.slack + more_m2
                       : limit.is_stroke     ? sample.slack - more_m2
                                             : sample.along + sample.axis_x * dx -
                                               limit.cosine * square * bound_math::reciprocal_root(square);
    return slack >= 2 * limit.margin;
}

/// Applies one limit at one ring to a row.
template <class Real, class Runs>
class RingSettler {
public:
    HEXSCAN_HD_INLINE RingSettler(const SetScan<Real>& scan, int ring, const RingTurn<Real>& turn, int number,
                                  SetRow<Runs>& row)
        : scan_(scan), ring_(ring), turn_(turn), row_(row), limit_(scan, number) {}

    /// Removes columns at one end of the row, or at every run, until the remaining columns satisfy the limit in every
    /// sampled direction of the ring. Returns the number of further rings at which the limit removes nothing there, or
    /// `not_settled` if the bounds cannot decide.
    HEXSCAN_HD_INLINE int settle(bool at_first) {
        if (limit_.cosine < 0) return not_settled;
        const BoundLeg<Real>& leg = scan_.bounds[limit_.leg];
        const RingLeg<Real>& ring_leg = scan_.ring_legs[limit_.leg];
        // The x of the vertex for the middle of the ring. In other directions the vertex shifts by as much as the joint
        // moves.
        const Real vertex = leg.base_point_m.x - (1 - turn_.half_versine) * ring_leg.joint_m.x;
        constexpr int most_steps = 32;
        HEXSCAN_ROLLED
        for (int step = 0; step < most_steps; ++step) {
            if (!row_.alive()) return max_rings_ahead;
            if (!limit_.keeps_interval && run_ == row_.runs.count()) return ahead_;
            const AskedPlace<Real> place(scan_, limit_, asked(), at_first, vertex);
            const LegOnRing<Real> at(leg, ring_leg, turn_,
                                     {place.x, static_cast<Real>(row_.y_m), static_cast<Real>(row_.z_m)});
            switch (look(place, at, vertex)) {
                case Outcome::unknown: return not_settled;
                case Outcome::changed: break;
                case Outcome::settled:
                    if (limit_.keeps_interval) return ahead_;
                    ++run_;
                    known_ = 0;
                    is_new_ = true;
            }
        }
        return not_settled;
    }

private:
    /// `settled`: the tested place is decided. `changed`: columns were removed, or fewer directions remain in which the
    /// limit may remove something. `unknown`: the bounds cannot decide.
    enum class Outcome { settled, changed, unknown };

    HEXSCAN_HD_INLINE ColumnRange asked() const {
        return limit_.keeps_interval ? hull_of(row_.runs) : row_.runs.get(run_);
    }

    /// Tests one place.
    HEXSCAN_HD_INLINE Outcome look(const AskedPlace<Real>& place, const LegOnRing<Real>& at, Real vertex) {
        using bound_math::magnitude;
        Real enough = limit_.margin;
        if (!limit_.keeps_interval) {
            const Real beyond = row_math::larger(at.vertex_spread_m() - magnitude(place.x - vertex), Real(0));
            enough += beyond * beyond;
        }
        const Wave<Real> along = at.along(limit_.is_base);
        Wave<Real> slack;
        if (!find_lowest(at, along, slack)) return Outcome::unknown;
        const WaveFloor<Real> floor = floor_of(slack, lowest_, turn_.beside);
        if (floor.everywhere >= enough) {
            note_ahead(rings_ahead(floor.everywhere - enough, at.per_ring(limit_.bit, farthest_square(place, at))));
            return Outcome::settled;
        }
        SampledLimit<Real> sample;
        const int side = next_sample(at, along, slack, enough, sample);
        if (side < 0) return Outcome::unknown;
        if (side < 2) return take(place, side, sample);
        note_ahead(0);
        if (floor.beside >= enough || axis_count(scan_.set, 1, ring_) <= 2) return Outcome::settled;
        if (is_new_) return Outcome::unknown;
        is_new_ = true;
        known_ = 0;
        return Outcome::changed;
    }

    /// Finds the direction in which the slack is lowest, and the slack's tangent there. It starts from the direction of
    /// the previous step if there is one.
    HEXSCAN_HD_INLINE bool find_lowest(const LegOnRing<Real>& at, const Wave<Real>& along, Wave<Real>& slack) {
        slack = limit_.keeps_interval ? at.longest() : at.shortest();
        Real square = is_new_ ? at.square_m2().middle : at.square_m2().at(lowest_);
        const int last_round = !is_new_ ? 0 : limit_.is_stroke ? 1 : 2;
        HEXSCAN_ROLLED
        for (int round = 0;; ++round) {
            if (!limit_.is_stroke) {
                if (!at.has_direction(square)) return false;
                slack = at.joint(along, limit_.cosine, square);
            }
            if (round == last_round) return true;
            lowest_ = lowest_direction(slack);
            square = at.square_m2().at(lowest_);
        }
    }

    /// Considers the two sampled directions next to the direction of lowest slack, and finds the first of them in which
    /// the limit may remove something. Returns the side of that direction, 2 if neither may, or -1 if this is unknown.
    HEXSCAN_HD_INLINE int next_sample(const LegOnRing<Real>& at, const Wave<Real>& along, const Wave<Real>& slack,
                                      Real enough, SampledLimit<Real>& sample) const {
        sample.direction = direction_before(scan_, ring_, lowest_);
        HEXSCAN_ROLLED
        for (int side = 0; side < 2; ++side, sample.direction = direction_after(scan_, ring_, sample.direction)) {
            const Direction<Real> d = direction_at(scan_, sample.direction);
            sample.square = at.square_m2().at(d);
            if (!limit_.is_stroke && !at.has_direction(sample.square)) return -1;
            sample.along = along.at(d);
            sample.slack = limit_.is_stroke ? slack.at(d)
                                            : sample.along - limit_.cosine * sample.square *
                                                                 bound_math::reciprocal_root(sample.square);
            if ((known_ >> side & 1) || sample.slack >= enough) continue;
            sample.across_x_m = at.across_x_m(d);
            sample.axis_x = limit_.is_base ? scan_.bounds[limit_.leg].base_axis.x : at.platform_axis_x(d);
            return side;
        }
        return 2;
    }

    /// Removes the columns that the limit forbids in a sampled direction. If it forbids none, records that.
    HEXSCAN_HD_INLINE Outcome take(const AskedPlace<Real>& place, int side, const SampledLimit<Real>& sample) {
        const bool up = place.inwards_is_up;
        const bool loses_end =
            limit_.keeps_interval || (place.at_end && (up ? sample.across_x_m >= 0 : sample.across_x_m <= 0));
        if (loses_end && sample.slack < -limit_.margin)
            return lose(place.outermost(columns_lost(scan_, limit_, sample, up, place.width())));
        const OrientationIndex orientation{{ring_, sample.direction, 0}};
        const Leg<double> leg = exact_leg_at(scan_.legs[limit_.leg], exact::rotation_at(scan_.set, orientation));
        if (loses_end && (place.width() == 1 || keeps_next(scan_, limit_, sample, up))) {
            const double x_m = grid_coordinate(scan_.x, place.column());
            if (!exact_leg_within_limits(leg, exact_leg_row(leg, row_.y_m, row_.z_m), x_m))
                return lose(place.outermost(1));
            known_ |= 1U << side;
            return Outcome::changed;
        }
        apply_limit(scan_, limit_.leg, leg, limit_.bit, row_);
        const bool kept =
            row_.alive() && (limit_.keeps_interval || run_ < row_.runs.count()) && asked() == place.columns;
        if (kept) {
            known_ |= 1U << side;
            return Outcome::changed;
        }
        // If the limit was tested column by column, it may have removed earlier runs, too.
        known_ = 0;
        run_ = 0;
        is_new_ = true;
        return Outcome::changed;
    }

    HEXSCAN_HD_INLINE Outcome lose(ColumnRange columns) {
        row_.lose(columns);
        known_ = 0;
        is_new_ = false;
        return Outcome::changed;
    }

    /// The square of the distance from the base joint to the farthest platform position that the place represents.
    HEXSCAN_HD_INLINE Real farthest_square(const AskedPlace<Real>& place, const LegOnRing<Real>& at) const {
        using bound_math::magnitude;
        if (limit_.keeps_interval) return at.square_w();
        const Real base_x = scan_.bounds[limit_.leg].base_point_m.x, here_x = place.x - base_x;
        const Real end_x = row_math::larger(magnitude(place.first - base_x), magnitude(place.last - base_x));
        return at.square_w() + end_x * end_x - here_x * here_x;
    }

    /// The number of rings after which a slack of `spare` is used up, if every ring costs at most `per_ring`.
    HEXSCAN_HD_INLINE static int rings_ahead(Real spare, Real per_ring) {
        const Real rings = row_math::quotient(spare, per_ring);
        return rings < Real(max_rings_ahead) ? static_cast<int>(rings) : max_rings_ahead;
    }
    HEXSCAN_HD_INLINE void note_ahead(int rings) {
        if (rings < ahead_) ahead_ = rings;
    }

    const SetScan<Real>& scan_;
    int ring_;
    const RingTurn<Real>& turn_;
    SetRow<Runs>& row_;
    RingLimit<Real> limit_;
    int ahead_ = max_rings_ahead, run_ = 0;
    unsigned known_ = 0;  ///< one bit for each of the two directions next to lowest_: nothing is removed there
    bool is_new_ = true;  ///< true if the search for lowest_ must start from scratch
    Direction<Real> lowest_{1, 0};
};

/// Determines when limits are tested again. Visits count the rings that are visited, each next to the one before. A
/// limit is tested at visit next[...][limit] again. All rows of a group have the same numbers.
struct RingWatch {
    int visit = 0;
    int next[2][leg_count * telescopic_limit_count] = {};  ///< for the row's first column and for its last
};

/// Removes from a row the columns that a ring with a single yaw forbids. Returns the limits of all legs that this could
/// not decide.
template <class Real, class Group, class Runs>
HEXSCAN_HD_INLINE_ON_DEVICE unsigned settle_ring(const SetScan<Real>& scan, int ring, const Group& group,
                                                 RingWatch& watch, SetRow<Runs>& row) {
    const RingTurn<Real> turn = ring_turn(scan, ring);
    constexpr unsigned shortest_of_legs = of_every_leg(shortest_bit);
    unsigned doubt = 0;
    HEXSCAN_ROLLED
    for (int end = 0; end < 2; ++end) {
        const auto is_due = [&](int limit) { return watch.next[end][limit] <= watch.visit; };
        unsigned due = scan.limits & group.bits_where(leg_count * telescopic_limit_count, is_due);
        // The shortest length is tested run by run, so one pass for both ends suffices.
        if (end == 1) due &= ~shortest_of_legs;
        HEXSCAN_ROLLED
        for (; due != 0; due &= due - 1) {
            const int limit = lowest_bit(due);
            const int ahead = group.least(RingSettler<Real, Runs>(scan, ring, turn, limit, row).settle(end == 0));
            if (ahead == not_settled) doubt |= 1U << limit;
            watch.next[end][limit] = watch.visit + 1 + (ahead > 0 ? ahead : 0);
        }
    }
    ++watch.visit;
    return doubt;
}

}  // namespace hexscan
