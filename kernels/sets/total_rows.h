#pragma once

#include "cell_bounds.h"
#include "kernels/host_device.h"
#include "kernels/rows/column_runs.h"
#include "ring_limits.h"
#include "set_row.h"
#include "set_scan.h"
#include "total_walk.h"

/// Finds the total workspace of telescopic legs row by row: the columns that are reachable at every orientation of a
/// set. kernels/sets/total_walk.h defines the search for them.
namespace hexscan {

/// Lower bound on a joint's slack over a run, computed from the slacks at its two ends.
template <bool wide, class Real, class Cell>
HEXSCAN_HD_INLINE Real joint_on_run(const CellAtPosition<Real, Cell>& first, const CellAtPosition<Real, Cell>& last,
                                    const BoundLeg<Real>& leg, bool base, Real length_m) {
    const Real cosine = base ? leg.base_cosine : leg.platform_cosine;
    const auto slack_at = [&](const CellAtPosition<Real, Cell>& at) {
        if (!at.has_direction()) return Real(-1);
        const Real slack = lowest(base ? at.base_joint() : at.platform_joint());
        if constexpr (wide)
            if (cosine < 0) return slack + cosine * at.bend_m();
        return slack;
    };
    const Real first_slack = slack_at(first), last_slack = slack_at(last);
    if (!wide || cosine >= 0) return row_math::smaller(first_slack, last_slack);
    const auto slope_at = [&](const CellAtPosition<Real, Cell>& at) {
        const Bounds<Real> axis_x = base ? Bounds<Real>{leg.base_axis.x, leg.base_axis.x} : at.platform_axis_x();
        return joint_slope(axis_x, cosine, at.direction_x());
    };
    return convex_on_segment(first_slack, slope_at(first).low, last_slack, slope_at(last).high, length_m);
}

/// The limits of a leg that may remove a remaining column of a row at some orientation of a cell.
template <bool wide, class Real, class Cell, class Runs>
HEXSCAN_HD_INLINE unsigned limits_in_doubt(const SetScan<Real>& scan, const BoundLeg<Real>& leg, const Cell& cell,
                                           unsigned bits, const SetRow<Runs>& row) {
    const Real y = static_cast<Real>(row.y_m), z = static_cast<Real>(row.z_m);
    unsigned doubt = 0;
    const auto keeps = [&](unsigned bit, Real slack) {
        if (!(slack >= 0)) doubt |= bit;
    };
    const auto ask_run = [&](ColumnRange run, unsigned asked) {
        const Real first_x = grid_coordinate(scan.x_real, run.first), last_x = grid_coordinate(scan.x_real, run.last);
        if (asked & ~shortest_bit) {
            const CellAtPosition<Real, Cell> first(leg, cell, {first_x, y, z}), last(leg, cell, {last_x, y, z});
            if (asked & longest_bit)
                keeps(longest_bit, row_math::smaller(lowest(first.longest()), lowest(last.longest())));
            if (asked & base_bit) keeps(base_bit, joint_on_run<wide>(first, last, leg, true, last_x - first_x));
            if (asked & platform_bit)
                keeps(platform_bit, joint_on_run<wide>(first, last, leg, false, last_x - first_x));
        }
        if (asked & shortest_bit) keeps(shortest_bit, shortest_on_segment(leg, cell, first_x, last_x, y, z));
    };
    // Limits that keep one interval are tested on the hull of the runs. Limits that cut holes are tested run by run.
    unsigned by_run = shortest_bit;
    if constexpr (wide) by_run |= (leg.base_cosine < 0 ? base_bit : 0) | (leg.platform_cosine < 0 ? platform_bit : 0);
    ask_run(hull_of(row.runs), bits & (row.runs.count() == 1 ? all_leg_bits : ~by_run));
    if (row.runs.count() > 1 && (bits & by_run))
        for (int r = 0; r < row.runs.count() && (bits & by_run & ~doubt); ++r)
            ask_run(row.runs.get(r), bits & by_run & ~doubt);
    return doubt;
}

/// The limits of all legs that may remove a remaining column in any row of the group.
template <bool wide, class Real, class Group, class Runs>
HEXSCAN_HD_INLINE unsigned cell_in_doubt(const SetScan<Real>& scan, TreeNode node, unsigned limits, const Group& group,
                                         const SetRow<Runs>& row) {
    const LegCell<Real>* const cells = scan.cells + node_number(scan.set, scan.tree, node) * leg_count;
    unsigned doubt = 0;
    HEXSCAN_ROLLED
    for (int i = 0; i < leg_count; ++i) {
        const unsigned bits = leg_bits(limits, i);
        if (bits == 0) continue;
        const LegCell<Real> cell = cells[i];
        const unsigned mine = row.alive() ? limits_in_doubt<wide>(scan, scan.bounds[i], cell, bits, row) : 0;
        doubt |= bits_of_leg(group.any_bits(mine), i);
    }
    return doubt;
}

/// For every limit in `limits` that a cell leaves undecided, applies the orientation of the cell that is likely to
/// remove most.
template <class Real, class Runs>
HEXSCAN_HD_INLINE_ON_DEVICE void apply_worst_samples(const SetScan<Real>& scan, TreeNode node, unsigned limits,
                                                     SetRow<Runs>& row) {
    const IndexBox box = samples_of(scan.set, scan.tree, node);
    const LegCell<Real>* const cells = scan.cells + node_number(scan.set, scan.tree, node) * leg_count;
    const Real y = static_cast<Real>(row.y_m), z = static_cast<Real>(row.z_m);
    for (int i = 0; i < leg_count; ++i) {
        const unsigned bits = leg_bits(limits, i);
        if (bits == 0) continue;
        const LegCell<Real> cell = cells[i];
        for (int step = 0; step < 2 * telescopic_limit_count && row.alive(); ++step) {
            const unsigned bit = 1U << (step / 2);
            if (!(bits & bit)) continue;
            const ColumnRange hull = hull_of(row.runs);
            const Real x = grid_coordinate(scan.x_real, step % 2 == 0 ? hull.first : hull.last);
            const CellAtPosition<Real> at(scan.bounds[i], cell, {x, y, z});
            const CellSlack<Real> slack = bit == shortest_bit  ? at.shortest()
                                          : bit == longest_bit ? at.longest()
                                          : bit == base_bit    ? at.base_joint()
                                                               : at.platform_joint();
            if (lowest(slack) >= 0) continue;
            const OrientationIndex worst = sample_downhill(scan.set, box, node.level, slack);
            apply_limit(scan, i, exact_leg_at(scan.legs[i], exact::rotation_at(scan.set, worst)), bit, row);
        }
    }
}

/// Tests every sample of a cell and applies those that are undecided.
template <bool wide, class Real, class Group, class Runs>
HEXSCAN_HD_INLINE void apply_samples(const SetScan<Real>& scan, const IndexBox& box, unsigned limits,
                                     const Group& group, SetRow<Runs>& row) {
    SomeLegs legs;  // in doubt
    for (int i = 0; i < leg_count; ++i)
        if (leg_bits(limits, i)) legs.add(i);
    const auto rotation_of = [&](int sample) { return exact::rotation_at(scan.set, sample_in(box, sample)); };
    int slot = 0;
    group.for_each_made(
        samples_in(box) * legs.count(),
        [&](int k) { return leg_place<Real>(scan.legs[legs.get(k % legs.count())], rotation_of(k / legs.count())); },
        [&](int k, const LegPlace<Real>& place) {
            const int i = legs.get(slot);
            if (++slot == legs.count()) slot = 0;
            const unsigned doubt =
                row.alive() ? limits_in_doubt<wide>(scan, scan.bounds[i], place, leg_bits(limits, i), row) : 0;
            if (doubt) apply_orientation(scan, rotation_of(k / legs.count()), bits_of_leg(doubt, i), row);
            return group.any(row.alive());
        });
}

/// Removes from a row the columns that are not reachable at every orientation below `root`. The trees of rings must be
/// visited in order with the same `watch`, so that each ring is next to the previous one.
template <bool wide, class Real, class Group, class Runs>
HEXSCAN_HD_INLINE_ON_DEVICE void keep_total(const SetScan<Real>& scan, TreeNode root, const Group& group,
                                            RingWatch& watch, SetRow<Runs>& row) {
    const unsigned limits = scan.one_yaw ? settle_ring(scan, root.part[0], group, watch, row) : scan.limits;
    walk_total(
        scan.set, scan.tree, root, limits, group, row,
        [&](TreeNode node, unsigned bits) { return cell_in_doubt<wide>(scan, node, bits, group, row); },
        [&](TreeNode node, unsigned bits) { apply_worst_samples(scan, node, bits, row); },
        [&](const IndexBox& box, unsigned bits) { apply_samples<wide>(scan, box, bits, group, row); });
}

}  // namespace hexscan
