#pragma once

#include <utility>

#include "cell_bounds.h"
#include "kernels/host_device.h"
#include "kernels/rows/column_runs.h"
#include "kernels/rows/rod_rows.h"
#include "rod_cells.h"
#include "set_row.h"
#include "total_walk.h"

/// Solves rows of a total workspace of legs with rods: the columns that are reachable at every orientation of a set.
/// The search is that of kernels/sets/total_walk.h, with one bit per leg.
namespace hexscan {

/// Number of corners of a set of angles. A corner is an orientation whose every angle is the first or the last of its
/// list.
inline constexpr int set_corners = 8;
HEXSCAN_HD_INLINE OrientationIndex corner_of(const OrientationTables& set, int number) {
    OrientationIndex corner;
    HEXSCAN_UNROLL
    for (int axis = 0; axis < 3; ++axis) corner.at[axis] = (number >> axis & 1) != 0 ? set.counts[axis] - 1 : 0;
    return corner;
}

/// The numbers that are the same for all rows. Pointers refer to the memory of the processor that runs the code.
template <class RowLegOfKind, class FeetOfKind>
struct RodSetScan {
    using RowLeg = RowLegOfKind;
    using Feet = FeetOfKind;
    using Real = typename Feet::Real;

    const RodGeometry<RowLeg>* middle;  ///< at the orientation in the middle of the set
    GridAxis<double> y, z;
    GridAxis<Real> x_real;
    Real columns_per_m;
    OrientationTables set;
    OrientationTree tree;
    RodJoints joints[leg_count];
    RodBound<Feet> bounds[leg_count];
    RodSample<Real> corners[leg_count][set_corners];  ///< for a set of angles
    const RodCell<Real>* cells;                       ///< by node and leg

    HEXSCAN_HD_INLINE const RodCell<Real>* cells_of(TreeNode node) const {
        return cells + node_number(set, tree, node) * leg_count;
    }
};

/// Removes from the runs of a row the columns where a leg violates a limit at one orientation. Returns false if there
/// are too many runs. Not inlined on the device, so that its code exists only once. It takes no SetRow, whose address
/// would force a row's values into memory.
template <class Scan, class Runs>
HEXSCAN_HD_OUTLINE bool keep_rod_leg_at(const Scan& scan, int index, OrientationIndex orientation, double y_m,
                                        double z_m, Runs& runs) {
    const RodGeometry<typename Scan::RowLeg>& middle = *scan.middle;
    const auto& leg = middle.legs[index].leg;
    const RodPlace place =
        rod_place(middle.x, leg.columns_per_m, scan.joints[index], exact::rotation_at(scan.set, orientation));
    return keep_rod_leg(middle.x, TurnedRod<typename Scan::RowLeg>{leg, place}, y_m, z_m, runs);
}

/// Applies a leg at one orientation to a row that still has columns.
template <class Scan, class Runs>
HEXSCAN_HD_INLINE void apply_rod_leg(const Scan& scan, int index, OrientationIndex orientation, SetRow<Runs>& row) {
    Runs runs = std::move(row.runs);
    if (!keep_rod_leg_at(scan, index, orientation, row.y_m, row.z_m, runs)) row.undecided = true;
    row.runs = std::move(runs);
}

/// Removes from a row the columns that are not reachable at one orientation.
template <class Scan, class Runs>
HEXSCAN_HD_INLINE void keep_rods_at(const Scan& scan, OrientationIndex orientation, SetRow<Runs>& row) {
    HEXSCAN_ROLLED
    for (int i = 0; i < leg_count && row.alive(); ++i) apply_rod_leg(scan, i, orientation, row);
}

/// True if a leg certainly satisfies its limits on the runs of a row at every orientation of a cell.
template <class Scan, class Cell, class Runs>
HEXSCAN_HD_INLINE_ON_DEVICE bool rod_leg_keeps(const Scan& scan, int index, const Cell& cell, const SetRow<Runs>& row) {
    using Real = typename Scan::Real;
    const Real y_m = static_cast<Real>(row.y_m), z_m = static_cast<Real>(row.z_m);
    HEXSCAN_ROLLED
    for (int r = 0; r < row.runs.count(); ++r) {
        const ColumnRange run = row.runs.get(r);
        const PieceOfRow<Real> piece{grid_coordinate(scan.x_real, run.first), grid_coordinate(scan.x_real, run.last),
                                     y_m, z_m};
        if (!keeps_in_cell(scan.bounds[index], cell, piece)) return false;
    }
    return true;
}

/// The legs that may remove a remaining column of any row of the group at some orientation of a cell.
template <class Scan, class Group, class Runs>
HEXSCAN_HD_INLINE unsigned rod_legs_in_doubt(const Scan& scan, TreeNode node, unsigned legs, const Group& group,
                                             const SetRow<Runs>& row) {
    const RodCell<typename Scan::Real>* const cells = scan.cells_of(node);
    unsigned doubt = 0;
    HEXSCAN_ROLLED
    for (int i = 0; i < leg_count; ++i) {
        if (!(legs >> i & 1U)) continue;
        const RodCell<typename Scan::Real> cell = cells[i];
        if (group.any(row.alive() && !rod_leg_keeps(scan, i, cell, row))) doubt |= 1U << i;
    }
    return doubt;
}

/// The corner of the set at which a leg has the least slack with the platform at p. Returns -1 if no slack is negative.
template <class Scan>
HEXSCAN_HD_INLINE int worst_corner(const Scan& scan, int index, Vec3<typename Scan::Real> p, bool inside) {
    typename Scan::Real least = 0;
    int worst = -1;
    HEXSCAN_ROLLED
    for (int corner = 0; corner < set_corners; ++corner) {
        const auto slack = lowest(slack_at(scan.bounds[index], scan.corners[index][corner], p, inside));
        if (slack < least) {
            least = slack;
            worst = corner;
        }
    }
    return worst;
}

/// Applies the node's orientations that are likely to remove most from either end of the row.
template <class Scan, class Runs>
HEXSCAN_HD_INLINE void apply_worst_of_rods(const Scan& scan, TreeNode node, unsigned legs, SetRow<Runs>& row) {
    using Real = typename Scan::Real;
    const IndexBox box = samples_of(scan.set, scan.tree, node);
    const RodCell<Real>* const cells = scan.cells_of(node);
    const bool has_corners =
        Scan::Feet::worst_at_corners && node.level == 0 && scan.set.layout == OrientationLayout::angles;
    HEXSCAN_ROLLED
    for (int i = 0; i < leg_count; ++i) {
        if (!(legs >> i & 1U)) continue;
        const RodCell<Real> cell = cells[i];
        HEXSCAN_ROLLED
        for (int step = 0; step < 4 && row.alive(); ++step) {
            const bool inside = step < 2;
            const ColumnRange hull = hull_of(row.runs);
            const Vec3<Real> end_m{grid_coordinate(scan.x_real, step % 2 == 0 ? hull.first : hull.last),
                                   static_cast<Real>(row.y_m), static_cast<Real>(row.z_m)};
            const CellSlack<Real> slack = slack_at(scan.bounds[i], cell, end_m, inside);
            if (lowest(slack) >= 0) continue;
            const int corner = has_corners ? worst_corner(scan, i, end_m, inside) : 0;
            if (corner < 0) continue;
            apply_rod_leg(scan, i,
                          has_corners ? corner_of(scan.set, corner) : sample_downhill(scan.set, box, node.level, slack),
                          row);
        }
    }
}

/// Applies every undecided orientation of a box, one by one.
template <class Scan, class Group, class Runs>
HEXSCAN_HD_INLINE void apply_samples_of_rods(const Scan& scan, const IndexBox& box, unsigned legs, const Group& group,
                                             SetRow<Runs>& row) {
    using Real = typename Scan::Real;
    SomeLegs some;
    for (int i = 0; i < leg_count; ++i)
        if (legs >> i & 1U) some.add(i);
    int slot = 0;
    group.for_each_made(
        samples_in(box) * some.count(),
        [&](int k) -> RodSample<Real> {
            const Matrix3<double> rotation = exact::rotation_at(scan.set, sample_in(box, k / some.count()));
            const Vec3<double> joint_m = scan.joints[some.get(k % some.count())].platform_m;
            return {cell_detail::rounded<Real>(exact::turn(rotation, joint_m)), 0};
        },
        [&](int k, const RodSample<Real>& sample) {
            const int i = some.get(slot);
            if (++slot == some.count()) slot = 0;
            if (row.alive() && !rod_leg_keeps(scan, i, sample, row))
                apply_rod_leg(scan, i, sample_in(box, k / some.count()), row);
            return group.any(row.alive());
        });
}

/// Removes from a row the columns that are not reachable at every orientation below `root`.
template <class Scan, class Group, class Runs>
HEXSCAN_HD_INLINE_ON_DEVICE void keep_total_of_rods(const Scan& scan, TreeNode root, const Group& group,
                                                    SetRow<Runs>& row) {
    walk_total(
        scan.set, scan.tree, root, (1U << leg_count) - 1, group, row,
        [&](TreeNode node, unsigned legs) { return rod_legs_in_doubt(scan, node, legs, group, row); },
        [&](TreeNode node, unsigned legs) { apply_worst_of_rods(scan, node, legs, row); },
        [&](const IndexBox& box, unsigned legs) { apply_samples_of_rods(scan, box, legs, group, row); });
}

/// Adds to the row's empty runs the columns that are reachable at every orientation of the set. For a set of tilts the
/// outermost ring comes first, because it removes most.
template <class Scan, class Group, class Runs>
HEXSCAN_HD_INLINE void solve_total_row_of_rods(const Scan& scan, bool is_row, const Group& group, SetRow<Runs>& row) {
    if (is_row) row.undecided = !solve_rod_row(*scan.middle, row.y_m, row.z_m, row.runs);
    for (int tree = tree_count(scan.set) - 1; tree >= 0 && group.any(row.alive()); --tree)
        keep_total_of_rods(scan, tree_root(tree), group, row);
}

}  // namespace hexscan
