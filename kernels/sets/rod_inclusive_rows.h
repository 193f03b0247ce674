#pragma once

#include <cmath>

#include "inclusive_walk.h"
#include "kernels/host_device.h"
#include "kernels/kernel_tuning.h"
#include "kernels/rows/column_runs.h"
#include "rod_reach.h"
#include "rod_total_rows.h"
#include "row_gaps.h"

/// Tests legs with rods for the search in an inclusive workspace (kernels/sets/inclusive_walk.h). The places of the
/// rod's foot prove columns of a gap unreachable at every orientation of a cell, whatever the joints allow
/// (kernels/sets/rod_reach.h). Single orientations are applied exactly.
namespace hexscan {

/// The columns of a range that lie in a part of the row. The part is widened by the rounding error of coordinates.
template <class Real>
HEXSCAN_HD_INLINE ColumnRange columns_in(const GridAxis<Real>& x, Real columns_per_m, RowSpan<Real> span, Real margin_m,
                                         ColumnRange range) {
    using std::floor;
    if (span.empty()) return {0, -1};
    const Real zero_m = grid_coordinate(x, 0);
    const Real first = floor((span.first_m - margin_m - zero_m) * columns_per_m);
    const Real last = floor((span.last_m + margin_m - zero_m) * columns_per_m) + 1;
    if (first > static_cast<Real>(range.last) || last < static_cast<Real>(range.first)) return {0, -1};
    if (first > static_cast<Real>(range.first)) range.first = static_cast<int>(first);
    if (last < static_cast<Real>(range.last)) range.last = static_cast<int>(last);
    return range;
}

/// The columns of a range in which a leg may reach the platform at some orientation of a cell.
template <class Scan, class Cell>
HEXSCAN_HD_INLINE ColumnRange columns_of_leg(const Scan& scan, int index, const Cell& cell, double y_m, double z_m,
                                             ColumnRange range) {
    using Real = typename Scan::Real;
    if (range.empty()) return range;
    const RodBound<typename Scan::Feet>& bound = scan.bounds[index];
    const Vec3<Real> at{0, static_cast<Real>(y_m), static_cast<Real>(z_m)};
    const RowOfLeg<Real> row{at + cell.v - bound.sphere.base_point_m, bound.sphere.margin_m, bound.sphere.margin_m2};
    RowSpan<Real> span{grid_coordinate(scan.x_real, range.first), grid_coordinate(scan.x_real, range.last)};
    bound.feet.take_off_unreached(row, bound.sphere.typical_length_m, cell.reach_m + row.margin_m, span);
    return columns_in(scan.x_real, scan.columns_per_m, span, row.margin_m, range);
}

/// Closes the columns of a range that are reachable at one orientation. Returns true if a column was closed.
template <class Scan, class Runs>
HEXSCAN_HD_INLINE bool close_reached_by_rods(const Scan& scan, OrientationIndex orientation, ColumnRange range,
                                             InclusiveRow<Runs>& row) {
    row.trial.clear();
    row.trial.insert(0, range);
    HEXSCAN_ROLLED
    for (int i = 0; i < leg_count && row.trial.count() > 0; ++i)
        if (!keep_rod_leg_at(scan, i, orientation, row.y_m, row.z_m, row.trial)) {
            row.undecided = true;
            return false;
        }
    return close_trial(row);
}

/// Provides the tests of legs with rods that the walk requires. A leg counts as one limit, which may always remove
/// columns.
template <class ScanOfKind>
struct RodReach {
    using Scan = ScanOfKind;
    using Place = RodSample<typename Scan::Real>;

    const Scan& scan;

    static HEXSCAN_HD_INLINE unsigned limits() {
        unsigned bits = 0;
        HEXSCAN_UNROLL
        for (int i = 0; i < leg_count; ++i) bits |= bits_of_leg(1U, i);
        return bits;
    }
    HEXSCAN_HD_INLINE int window_columns() const {
        return (scan.x_real.count + tuning::windows_of_rods - 1) / tuning::windows_of_rods;
    }
    template <class Group, class Runs>
    HEXSCAN_HD_INLINE unsigned cut_off(TreeNode node, unsigned asked_limits, const Group& group,
                                       const InclusiveRow<Runs>& row, LastRemovers& removers,
                                       TestedColumns& asked) const {
        using Cell = RodCell<typename Scan::Real>;
        const Cell* const cells = scan.cells_of(node);
        const LegList legs(asked_limits, removers.of_cell);
        int remover = 0;
        asked.range = reached(
            legs, asked_limits, [&](int slot) -> Cell { return cells[legs[slot]]; }, group, asked, row, remover);
        removers.of_cell = legs[remover];
        return asked_limits;
    }
    HEXSCAN_HD_INLINE Place place(int leg, OrientationIndex sample) const {
        const Matrix3<double> rotation = exact::rotation_at(scan.set, sample);
        return {cell_detail::rounded<typename Scan::Real>(exact::turn(rotation, scan.joints[leg].platform_m)), 0};
    }
    template <class Group, class PlaceOf, class Runs>
    HEXSCAN_HD_INLINE ColumnRange reached(const LegList& legs, unsigned, PlaceOf place_of, const Group& group,
                                          const TestedColumns& asked, const InclusiveRow<Runs>& row, int& first) const {
        ColumnRange left = asked.range;
        int slot = first;
        HEXSCAN_ROLLED
        for (int k = 0; k < legs.count; ++k, slot = slot + 1 == legs.count ? 0 : slot + 1) {
            left = columns_of_leg(scan, legs[slot], place_of(slot), row.y_m, row.z_m, left);
            if (group.any(!left.empty())) continue;
            first = slot;
            return {0, -1};
        }
        return gaps_within(row, left);
    }
    template <class Runs>
    HEXSCAN_HD_INLINE bool close(const OrientationIndex& sample, unsigned, ColumnRange range,
                                 InclusiveRow<Runs>& row) const {
        return close_reached_by_rods(scan, sample, range, row);
    }
};

}  // namespace hexscan
