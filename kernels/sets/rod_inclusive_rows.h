#pragma once

#include "kernels/host_device.h"
#include "kernels/kernel_tuning.h"
#include "kernels/rows/column_runs.h"
#include "rod_reach.h"
#include "rod_total_rows.h"
#include "row_gaps.h"

/// Rows of an inclusive workspace of legs with rods: the columns that are reachable at one orientation of a set at
/// least. As in kernels/sets/inclusive_rows.h a row keeps its gaps, and an orientation is applied exactly or columns of
/// a gap are told unreachable at every orientation of a cell: there, some leg is too far from them or too near
/// (kernels/sets/rod_reach.h), whatever its joints allow.
namespace hexscan {

/// The columns of a range that lie in a part of the row, or beside it by what rounding may be.
template <class Real>
HEXSCAN_HD_INLINE ColumnRange columns_in(const GridAxis<Real>& x, Real columns_per_m, RowSpan<Real> span,
                                         ColumnRange range) {
    using std::floor;
    if (span.empty()) return {0, -1};
    const Real zero_m = grid_coordinate(x, 0);
    const Real first = floor((span.first_m - zero_m) * columns_per_m);
    const Real last = floor((span.last_m - zero_m) * columns_per_m) + 1;
    if (first > static_cast<Real>(range.last) || last < static_cast<Real>(range.first)) return {0, -1};
    if (first > static_cast<Real>(range.first)) range.first = static_cast<int>(first);
    if (last < static_cast<Real>(range.last)) range.last = static_cast<int>(last);
    return range;
}

/// What of a range a leg may reach at some orientation of a cell.
template <class Scan, class Cell>
HEXSCAN_HD_INLINE ColumnRange columns_of_leg(const Scan& scan, int index, const Cell& cell, double y_m, double z_m,
                                             ColumnRange range) {
    using Real = typename Scan::Real;
    if (range.empty()) return range;
    const RodBound<typename Scan::Feet>& bound = scan.bounds[index];
    const Vec3<Real> at{0, static_cast<Real>(y_m), static_cast<Real>(z_m)};
    const RowOfLeg<Real> row{at + cell.v - bound.sphere.base_point_m, bound.sphere.margin_m, bound.sphere.margin_m2};
    RowSpan<Real> span{grid_coordinate(scan.x_real, range.first), grid_coordinate(scan.x_real, range.last)};
    const Real rod_m = bound.sphere.typical_length_m, give_m = cell.reach_m + row.margin_m;
    bound.feet.keep_near(row, rod_m + give_m, span);
    if (span.empty()) return {0, -1};
    RowSpan<Real> hole = span;
    bound.feet.narrow_to_near(row, rod_m - give_m, hole);
    span.take_off(hole);
    return columns_in(scan.x_real, scan.columns_per_m, span, range);
}

/// Closes what one orientation reaches of a range.
template <class Scan, class Runs>
HEXSCAN_HD_INLINE void close_reached_by_rods(const Scan& scan, OrientationIndex orientation, ColumnRange range,
                                             InclusiveRow<Runs>& row) {
    row.trial.clear();
    row.trial.insert(0, range);
    HEXSCAN_ROLLED
    for (int i = 0; i < leg_count && row.trial.count() > 0; ++i)
        if (!keep_rod_leg_at(scan, i, orientation, row.y_m, row.z_m, row.trial)) {
            row.undecided = true;
            return;
        }
    HEXSCAN_ROLLED
    for (int r = 0; r < row.trial.count(); ++r) row.undecided |= !remove_columns(row.gaps, row.trial.get(r));
}

/// Asks every orientation of a box by itself.
template <class Scan, class Group, class Runs>
HEXSCAN_HD_INLINE void close_samples_of_rods(const Scan& scan, const IndexBox& box, ColumnRange window,
                                             const Group& group, InclusiveRow<Runs>& row) {
    using Real = typename Scan::Real;
    int leg = 0;
    ColumnRange asked{0, -1};
    group.for_each_made(
        samples_in(box) * leg_count,
        [&](int k) -> RodSample<Real> {
            const Matrix3<double> rotation = exact::rotation_at(scan.set, sample_in(box, k / leg_count));
            return {cell_detail::rounded<Real>(exact::turn(rotation, scan.joints[k % leg_count].platform_m)), 0};
        },
        [&](int k, const RodSample<Real>& sample) {
            if (leg == 0) asked = gaps_within(row, window);
            asked = columns_of_leg(scan, leg, sample, row.y_m, row.z_m, asked);
            if (++leg < leg_count) return true;
            leg = 0;
            asked = gaps_within(row, asked);
            if (!asked.empty()) close_reached_by_rods(scan, sample_in(box, k / leg_count), asked, row);
            return group.any(!gaps_within(row, window).empty());
        });
}

/// What of a row's gaps in a window all legs may reach at some orientation of a node.
template <class Scan, class Group, class Runs>
HEXSCAN_HD_INLINE ColumnRange columns_in_doubt(const Scan& scan, TreeNode node, ColumnRange window, const Group& group,
                                               const InclusiveRow<Runs>& row) {
    const RodCell<typename Scan::Real>* const cells = scan.cells_of(node);
    ColumnRange asked = gaps_within(row, window);
    HEXSCAN_ROLLED
    for (int i = 0; i < leg_count && group.any(!asked.empty()); ++i) {
        const RodCell<typename Scan::Real> cell = cells[i];
        asked = columns_of_leg(scan, i, cell, row.y_m, row.z_m, asked);
    }
    return gaps_within(row, asked);
}

HEXSCAN_HD_INLINE OrientationIndex middle_of(const IndexBox& box) {
    OrientationIndex middle;
    HEXSCAN_UNROLL
    for (int axis = 0; axis < 3; ++axis) middle.at[axis] = (box.begin[axis] + box.end[axis]) / 2;
    return middle;
}

/// Closes what any orientation below `root` reaches of a window's columns. The middle of a box that still has many
/// orientations is applied before they are looked at: it closes most of what any of them closes.
template <class Scan, class Group, class Runs>
HEXSCAN_HD_INLINE void close_window_of_rods(const Scan& scan, TreeNode root, ColumnRange window, const Group& group,
                                            InclusiveRow<Runs>& row) {
    for (TreeWalk walk(root); !walk.done() && group.any(!gaps_within(row, window).empty());) {
        const TreeNode node = walk.node();
        const IndexBox box = samples_of(scan.set, scan.tree, node);
        const ColumnRange asked = box.empty() ? ColumnRange{0, -1} : columns_in_doubt(scan, node, window, group, row);
        if (!group.any(!asked.empty())) {
            walk.go_on(scan.tree);
            continue;
        }
        if (node.level + 1 < scan.tree.levels) {
            if (!asked.empty() && node.level < tuning::levels_begun_in_the_middle)
                close_reached_by_rods(scan, middle_of(box), asked, row);
            walk.descend(scan.tree);
            continue;
        }
        close_samples_of_rods(scan, box, asked, group, row);
        walk.go_on(scan.tree);
    }
}

/// Puts into a row's empty gaps what no orientation of the set reaches, window by window: a leg is too far from one end
/// of what is asked, so that must not be much wider than what legs are too far from.
template <class Scan, class Group, class Runs>
HEXSCAN_HD_INLINE void solve_inclusive_row_of_rods(const Scan& scan, bool is_row, const Group& group,
                                                   InclusiveRow<Runs>& row) {
    const int columns = scan.x_real.count, width = (columns + tuning::windows_of_rods - 1) / tuning::windows_of_rods;
    row.gaps.clear();
    if (is_row) row.gaps.insert(0, {0, columns - 1});
    for (int tree = 0; tree < tree_count(scan.set); ++tree)
        for (int first = 0; first < columns; first += width)
            close_window_of_rods(scan, tree_root(tree), {first, first + width - 1}, group, row);
}

}  // namespace hexscan
