#pragma once

#include "inclusive_walk.h"
#include "kernels/host_device.h"
#include "kernels/rows/column_runs.h"
#include "kernels/rows/lost_columns.h"
#include "row_gaps.h"
#include "set_scan.h"
#include "total_rows.h"

/// Tests telescopic legs for the search in an inclusive workspace (kernels/sets/inclusive_walk.h). It either proves
/// columns of a gap unreachable at every orientation of a cell (kernels/rows/lost_columns.h), or applies one
/// orientation exactly.
namespace hexscan {

template <class Real, class Runs>
HEXSCAN_HD_INLINE RowPiece<Real> piece_of(const SetScan<Real>& scan, const InclusiveRow<Runs>& row,
                                          const TestedColumns& asked) {
    const ColumnRange range = asked.range;
    return {grid_coordinate(scan.x_real, asked.upwards ? range.first : range.last),
            grid_coordinate(scan.x_real, asked.upwards ? range.last : range.first), static_cast<Real>(row.y_m),
            static_cast<Real>(row.z_m)};
}

/// The requested columns that may remain.
template <class Real>
HEXSCAN_HD_INLINE ColumnRange columns_of(const SetScan<Real>& scan, const TestedColumns& asked,
                                         const PieceLeft<Real>& left) {
    return left.empty() ? ColumnRange{0, -1} : columns_left(asked.range, asked.upwards, left, scan.columns_per_m);
}

/// Removes the columns that single limits forbid at all orientations of a node. Returns the limits that may forbid a
/// remaining column of some row at some orientation of the node. The other limits forbid none of these columns, so they
/// need not be tested below the node.
template <bool wide, class Real, class Group, class Runs>
HEXSCAN_HD_INLINE unsigned cut_off_lost(const SetScan<Real>& scan, TreeNode node, unsigned limits, const Group& group,
                                        const InclusiveRow<Runs>& row, LastRemovers& removers, TestedColumns& asked) {
    const LegCell<Real>* const cells = scan.cells + node_number(scan.set, scan.tree, node) * leg_count;
    const RowPiece<Real> piece = piece_of(scan, row, asked);
    PieceLeft<Real> left{0, asked.range.empty() ? Real(-1) : lost_detail::length_of(piece)};
    unsigned active = 0;
    int leg = removers.of_cell;
    HEXSCAN_ROLLED
    for (int k = 0; k < leg_count; ++k, leg = leg + 1 == leg_count ? 0 : leg + 1) {
        const unsigned bits = leg_bits(limits, leg);
        if (bits == 0) continue;
        const LegCell<Real> cell = cells[leg];
        const unsigned mine = left.empty() ? 0 : cut_off_by_leg<wide>(scan.bounds[leg], cell, bits, piece, left);
        active |= bits_of_leg(group.any_bits(mine), leg);
        if (group.any(!left.empty())) continue;
        removers.of_cell = leg;
        asked.range = {0, -1};
        return 0;
    }
    asked.range = gaps_within(row, columns_of(scan, asked, left));
    return active;
}

/// One leg at a sample. Not inlined, so that its code exists only once: the kernel already fills the instruction
/// caches.
template <class Real>
HEXSCAN_HD_OUTLINE LegPlace<Real> sample_place(const SetScan<Real>& scan, int leg, OrientationIndex sample) {
    return leg_place<Real>(scan.legs[leg], exact::rotation_at(scan.set, sample));
}

/// Closes the columns of a range that are reachable at one orientation. Only the given limits can forbid a column of
/// the range. Returns true if a column was closed.
template <class Real, class Runs>
HEXSCAN_HD_INLINE bool close_reached(const SetScan<Real>& scan, const OrientationIndex& sample, unsigned limits,
                                     ColumnRange range, InclusiveRow<Runs>& row) {
    row.trial.clear();
    row.trial.insert(0, range);
    SetRow<Runs> trial{row.y_m, row.z_m, row.trial, row.undecided};
    apply_orientation(scan, exact::rotation_at(scan.set, sample), limits, trial);
    row.undecided = trial.undecided;
    return close_trial(row);
}

/// The part of the requested columns within gaps that may be reachable at a sample. `place_of(k)` is leg k of the list
/// at the sample. The test starts with leg `first`, which was the last to remove all columns of every row.
template <bool wide, class Real, class Group, class PlaceOf, class Runs>
HEXSCAN_HD_INLINE ColumnRange reached_at_sample(const SetScan<Real>& scan, const LegList& legs, unsigned limits,
                                                PlaceOf place_of, const Group& group, const TestedColumns& asked,
                                                const InclusiveRow<Runs>& row, int& first) {
    const RowPiece<Real> piece = piece_of(scan, row, asked);
    PieceLeft<Real> left{0, asked.range.empty() ? Real(-1) : lost_detail::length_of(piece)};
    int slot = first;
    HEXSCAN_ROLLED
    for (int k = 0; k < legs.count; ++k) {
        const LegPlace<Real> place = place_of(slot);
        const int i = legs[slot];
        if (!left.empty()) cut_off_by_leg<wide>(scan.bounds[i], place, leg_bits(limits, i), piece, left);
        if (!group.any(!left.empty())) {
            first = slot;
            return {0, -1};
        }
        slot = slot + 1 == legs.count ? 0 : slot + 1;
    }
    return gaps_within(row, columns_of(scan, asked, left));
}

/// Provides the tests of telescopic legs that the walk requires (kernels/sets/inclusive_walk.h).
template <class Real, bool wide>
struct TelescopicReach {
    using Scan = SetScan<Real>;
    using Place = LegPlace<Real>;

    const Scan& scan;

    HEXSCAN_HD_INLINE unsigned limits() const { return scan.limits; }
    HEXSCAN_HD_INLINE int window_columns() const { return scan.window_columns; }
    template <class Group, class Runs>
    HEXSCAN_HD_INLINE unsigned cut_off(TreeNode node, unsigned asked_limits, const Group& group,
                                       const InclusiveRow<Runs>& row, LastRemovers& removers,
                                       TestedColumns& asked) const {
        return cut_off_lost<wide>(scan, node, asked_limits, group, row, removers, asked);
    }
    HEXSCAN_HD_INLINE LegPlace<Real> place(int leg, OrientationIndex sample) const {
        return sample_place(scan, leg, sample);
    }
    template <class Group, class PlaceOf, class Runs>
    HEXSCAN_HD_INLINE ColumnRange reached(const LegList& legs, unsigned asked_limits, PlaceOf place_of,
                                          const Group& group, const TestedColumns& asked, const InclusiveRow<Runs>& row,
                                          int& first) const {
        return reached_at_sample<wide>(scan, legs, asked_limits, place_of, group, asked, row, first);
    }
    template <class Runs>
    HEXSCAN_HD_INLINE bool close(const OrientationIndex& sample, unsigned asked_limits, ColumnRange range,
                                 InclusiveRow<Runs>& row) const {
        return close_reached(scan, sample, asked_limits, range, row);
    }
};

}  // namespace hexscan
