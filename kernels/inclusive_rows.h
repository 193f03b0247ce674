#pragma once

#include "column_runs.h"
#include "host_device.h"
#include "lost_columns.h"
#include "set_scan.h"
#include "total_rows.h"

/// Rows of an inclusive workspace: the columns that are reachable at one orientation of a set at least.
///
/// A row keeps its gaps: the columns that no orientation looked at so far reaches. Again two things happen to them: an
/// orientation is applied, exactly, which may close columns; or a cell of orientations is dismissed, because it is
/// proved to reach none of the gaps (kernels/lost_columns.h). Gaps are worked on one after the other: most rows have two,
/// one on each side.
namespace hexscan {

/// A row of an inclusive workspace. `Runs` are as in SetRow; `trial` is what an orientation leaves of the gaps at work.
template <class Runs>
struct InclusiveRow {
    double y_m, z_m;
    Runs& gaps;
    Runs& trial;
    ColumnRange work;  ///< the gap at work, as it was when work on it began
    int meeting;       ///< where proofs from both sides met last, of a row that is one gap
    bool undecided;

    /// Takes up the first gap beyond the last one's work; false where there is none.
    HEXSCAN_HD_INLINE bool take_next_gap() {
        for (int r = 0; r < gaps.count(); ++r) {
            if (gaps.get(r).first <= work.last) continue;
            work = gaps.get(r);
            return true;
        }
        return false;
    }
    HEXSCAN_HD_INLINE bool at_work(ColumnRange gap) const { return gap.first >= work.first && gap.last <= work.last; }
    HEXSCAN_HD_INLINE bool is_closed() const {
        for (int r = 0; r < gaps.count(); ++r)
            if (at_work(gaps.get(r))) return false;
        return true;
    }
};

/// Closes the columns of the gaps at work that one orientation reaches. True where there were any.
template <class Real, class Runs>
HEXSCAN_HD_INLINE bool close_columns(const SetScan<Real>& scan, const Matrix3<double>& rotation,
                                     InclusiveRow<Runs>& row) {
    row.trial.clear();
    for (int r = 0; r < row.gaps.count(); ++r)
        if (row.at_work(row.gaps.get(r))) row.undecided |= !row.trial.insert(row.trial.count(), row.gaps.get(r));
    SetRow<Runs> trial{row.y_m, row.z_m, row.trial, row.undecided};
    if (trial.alive()) apply_orientation(scan, rotation, scan.limits, trial);
    row.undecided = trial.undecided;
    if (!trial.alive()) return false;
    for (int r = 0; r < row.trial.count(); ++r) row.undecided |= !remove_columns(row.gaps, row.trial.get(r));
    return !row.undecided;
}

/// Proves gaps lost. `cell_of(leg)` gives the cell of each leg; `xi` is where in the cell the last failed proof would
/// look for an orientation that does reach the gap.
template <bool wide, int capacity, class Real, class CellOf>
class GapProver {
public:
    HEXSCAN_HD_INLINE GapProver(const SetScan<Real>& scan, CellOf cell_of, Real y, Real z)
        : scan_(scan), cell_of_(cell_of), y_(y), z_(z) {}

    /// Whether the gap is proved lost at every orientation of the cell. `meeting` is a hint and is kept up.
    HEXSCAN_HD_INLINE bool lost(ColumnRange gap, int& meeting, Real (&xi)[3]) {
        const int last_column = scan_.x.count - 1;
        const bool from_start = gap.first == 0, to_end = gap.last == last_column;
        if (from_start && to_end) return lost_from_both_sides(gap, meeting, xi);
        HEXSCAN_ROLLED
        for (int side = 0; side < 2; ++side) {
            const bool from_last = side == 0;
            if (from_last ? to_end : from_start) continue;
            if (lost_piecewise(from_last ? gap.last : gap.first, from_last ? gap.first : gap.last, xi)) return true;
        }
        return false;
    }

private:
    HEXSCAN_HD_INLINE bool lost_at_once(int near_column, int far_column_index, Real (&xi)[3]) {
        const RowPiece<Real> piece{grid_coordinate(scan_.x_real, near_column),
                                   grid_coordinate(scan_.x_real, far_column_index), y_, z_};
        Ceilings<Real, capacity> ceilings;
        ceilings.length_m = bound_math::magnitude(piece.far_x - piece.near_x) * bound_math::outwards<Real>;
        HEXSCAN_ROLLED
        for (int i = 0; i < leg_count; ++i)
            add_ceilings<wide>(scan_.bounds[i], cell_of_(i), leg_bits(scan_.limits, i), piece, ceilings);
        return prove_lost(ceilings, xi);
    }

    /// From the near column outwards; where one proof does not reach, a shorter piece and then the rest.
    HEXSCAN_HD_INLINE bool lost_piecewise(int near_column, int far_column_index, Real (&xi)[3]) {
        constexpr int shorter = 3, most_tries = 3, shortest_piece = 4;
        const int way = far_column_index < near_column ? -1 : 1;
        int length = way * (far_column_index - near_column), tries = 0;
        for (;;) {
            const int left = way * (far_column_index - near_column);
            if (length > left) length = left;
            if (lost_at_once(near_column, near_column + way * length, xi)) {
                if (length == left) return true;
                near_column += way * (length + 1);
                length = scan_.x.count;
                tries = 0;
            } else {
                if (++tries == most_tries || length < shortest_piece) return false;
                length /= shorter;
            }
        }
    }

    /// A whole row: lost to one side up to some column, and to the other side from there on.
    HEXSCAN_HD_INLINE bool lost_from_both_sides(ColumnRange gap, int& meeting, Real (&xi)[3]) {
        constexpr int most_tries = 7;
        int low = gap.first, high = gap.last;
        for (int at = meeting, tries = 0; tries < most_tries && low <= high; ++tries) {
            bool below = false, above = at == gap.last;
            HEXSCAN_ROLLED
            for (int side = 0; side < 2; ++side) {
                if (side == 1 && above) continue;
                const bool lost = lost_piecewise(at + side, side == 0 ? gap.first : gap.last, xi);
                (side == 0 ? below : above) = lost;
            }
            if (below && above) {
                meeting = at;
                return true;
            }
            if (!below && !above) return false;
            if (below)
                low = at + 1;
            else
                high = at - 1;
            at = low + (high - low) / 2;
        }
        return false;
    }

    const SetScan<Real>& scan_;
    CellOf cell_of_;
    Real y_, z_;
};

/// Whether all gaps at work are proved lost in a cell.
template <bool wide, int capacity, class Real, class Runs, class CellOf>
HEXSCAN_HD_INLINE bool gaps_lost(const SetScan<Real>& scan, CellOf cell_of, InclusiveRow<Runs>& row, Real (&xi)[3]) {
    GapProver<wide, capacity, Real, CellOf> prover(scan, cell_of, static_cast<Real>(row.y_m),
                                                   static_cast<Real>(row.z_m));
    for (int r = 0; r < row.gaps.count(); ++r) {
        const ColumnRange gap = row.gaps.get(r);
        if (row.at_work(gap) && !prover.lost(gap, row.meeting, xi)) return false;
    }
    return true;
}

/// Asks every sample of a cell by itself.
template <bool wide, int capacity, class Real, class Runs>
HEXSCAN_HD_INLINE void close_with_samples(const SetScan<Real>& scan, const IndexBox& box, bool mine,
                                          InclusiveRow<Runs>& row) {
    OrientationIndex index;
    for (index.at[0] = box.begin[0]; index.at[0] < box.end[0]; ++index.at[0])
        for (index.at[1] = box.begin[1]; index.at[1] < box.end[1]; ++index.at[1])
            for (index.at[2] = box.begin[2]; index.at[2] < box.end[2]; ++index.at[2]) {
                const Matrix3<double> rotation = exact::rotation_at(scan.set, index);
                const auto cell_of = [&](int leg) { return single_cell<Real>(scan.legs[leg], rotation); };
                Real xi[3] = {0, 0, 0};
                if (mine && !row.undecided && !gaps_lost<wide, capacity>(scan, cell_of, row, xi))
                    close_columns(scan, rotation, row);
            }
}

/// Levels at which an orientation that may reach a gap is tried before the cell is opened, and how often.
inline constexpr int trying_levels = 3, most_trials = 6;

/// Closes what any orientation below `root` reaches of the gap at work of a row that `has_work`.
template <bool wide, int capacity, class Real, class Group, class Runs>
HEXSCAN_HD_INLINE void close_gap(const SetScan<Real>& scan, TreeNode root, const Group& group, bool has_work,
                                 InclusiveRow<Runs>& row) {
    const auto open = [&] { return has_work && !row.undecided && !row.is_closed(); };
    for (TreeWalk walk(root); !walk.done() && group.any(open());) {
        const TreeNode node = walk.node();
        const IndexBox box = samples_of(scan.set, scan.tree, node);
        const LegCell<Real>* const cells = scan.cells + node_number(scan.set, scan.tree, node) * leg_count;
        const auto cell_of = [&](int leg) -> const LegCell<Real>& { return cells[leg]; };
        Real xi[3] = {0, 0, 0};
        bool mine = !box.empty() && open();
        // One place where gaps are proved lost, for the sake of the kernel's size.
        HEXSCAN_ROLLED
        for (int trial = 0;; ++trial) {
            mine = mine && !gaps_lost<wide, capacity>(scan, cell_of, row, xi);
            if (node.level >= trying_levels || trial == most_trials || !group.any(mine)) break;
            bool closer = false;
            if (mine)
                closer = close_columns(
                    scan, exact::rotation_at(scan.set, sample_towards(scan.set, box, node.level, xi)), row);
            if (!group.any(closer)) break;
            mine = mine && open();
        }
        if (group.any(mine) && node.level + 1 < scan.tree.levels) {
            walk.descend(scan.tree);
            continue;
        }
        if (group.any(mine)) close_with_samples<wide, capacity>(scan, box, mine, row);
        walk.go_on(scan.tree);
    }
}

}  // namespace hexscan
