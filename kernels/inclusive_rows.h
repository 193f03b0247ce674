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
    int killers[2];    ///< limits that proved a gap lost last by themselves, downwards and upwards from its near end
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

/// Proves gaps lost. `cell_of(leg)` gives the cell of each leg. Most gaps are lost to the limit that took their neighbour
/// in the tree, which is tried first and by itself.
template <bool wide, int capacity, class Real, class Runs, class CellOf>
class GapProver {
public:
    HEXSCAN_HD_INLINE GapProver(const SetScan<Real>& scan, CellOf cell_of, InclusiveRow<Runs>& row)
        : scan_(scan), cell_of_(cell_of), row_(row), y_(static_cast<Real>(row.y_m)), z_(static_cast<Real>(row.z_m)) {}

    /// Whether all gaps at work are lost to the limits that were met last.
    HEXSCAN_HD_INLINE bool lost_as_before() {
        for (int r = 0; r < row_.gaps.count(); ++r) {
            const ColumnRange gap = row_.gaps.get(r);
            if (row_.at_work(gap) && !lost_as_before(gap)) return false;
        }
        return true;
    }

    /// Whether all gaps at work are proved lost at every orientation of the cell. If not, `xi` is where in the cell an
    /// orientation may well reach one.
    HEXSCAN_HD_INLINE bool lost(Real (&xi)[3]) {
        for (int r = 0; r < row_.gaps.count(); ++r) {
            const ColumnRange gap = row_.gaps.get(r);
            if (row_.at_work(gap) && !lost(gap, xi)) return false;
        }
        return true;
    }

private:
    HEXSCAN_HD_INLINE bool is_whole_row(ColumnRange gap) const {
        return gap.first == 0 && gap.last == scan_.x.count - 1;
    }
    HEXSCAN_HD_INLINE RowPiece<Real> piece_of(int near_column, int far_column_index) const {
        return {grid_coordinate(scan_.x_real, near_column), grid_coordinate(scan_.x_real, far_column_index), y_, z_};
    }

    HEXSCAN_HD_INLINE bool lost_to_killer(int near_column, int far_column_index, bool upwards) const {
        const int killer = row_.killers[upwards];
        if (killer == no_limit) return false;
        const int leg = killer / limits_per_leg;
        return lost_to_limit<wide>(scan_.bounds[leg], cell_of_(leg), 1U << (killer % limits_per_leg),
                                   piece_of(near_column, far_column_index));
    }
    HEXSCAN_HD_INLINE bool lost_as_before(ColumnRange gap) const {
        const bool whole = is_whole_row(gap);
        const int top = whole ? row_.meeting : gap.last;
        const bool asks_up = whole ? top < gap.last : gap.last == scan_.x.count - 1;
        const bool asks_down = whole || !asks_up;
        if (asks_down && !lost_to_killer(top, gap.first, false)) return false;
        return !asks_up || lost_to_killer(whole ? top + 1 : gap.first, gap.last, true);
    }

    HEXSCAN_HD_INLINE bool lost(ColumnRange gap, Real (&xi)[3]) {
        if (is_whole_row(gap)) return lost_from_both_sides(gap, xi);
        HEXSCAN_ROLLED
        for (int side = 0; side < 2; ++side) {
            const bool from_last = side == 0;
            if (from_last ? gap.last == scan_.x.count - 1 : gap.first == 0) continue;
            if (lost_piecewise(from_last ? gap.last : gap.first, from_last ? gap.first : gap.last, xi)) return true;
        }
        return false;
    }

    HEXSCAN_HD_INLINE LostProof lost_at_once(int near_column, int far_column_index, Real (&xi)[3]) {
        const RowPiece<Real> piece = piece_of(near_column, far_column_index);
        Ceilings<Real, capacity> ceilings;
        ceilings.length_m = lost_detail::length_of(piece);
        HEXSCAN_ROLLED
        for (int i = 0; i < leg_count; ++i)
            add_ceilings<wide>(scan_.bounds[i], cell_of_(i), i, leg_bits(scan_.limits, i), piece, ceilings);
        int killer;
        const LostProof proof = prove_lost(ceilings, xi, killer);
        if (killer != no_limit) row_.killers[far_column_index > near_column] = killer;
        return proof;
    }

    /// From the near column outwards; where one proof does not reach, a shorter piece and then the rest.
    HEXSCAN_HD_INLINE bool lost_piecewise(int near_column, int far_column_index, Real (&xi)[3]) {
        constexpr int shorter = 3, most_tries = 3, shortest_piece = 4;
        const int way = far_column_index < near_column ? -1 : 1;
        int length = way * (far_column_index - near_column), tries = 0;
        for (;;) {
            const int left = way * (far_column_index - near_column);
            if (length > left) length = left;
            const LostProof proof = lost_at_once(near_column, near_column + way * length, xi);
            if (proof == LostProof::lost) {
                if (length == left) return true;
                near_column += way * (length + 1);
                length = scan_.x.count;
                tries = 0;
            } else {
                if (proof == LostProof::hopeless || ++tries == most_tries || length < shortest_piece) return false;
                length /= shorter;
            }
        }
    }

    /// A whole row: lost to one side up to some column, and to the other side from there on. Where that is, neighbouring
    /// cells and rows tell best.
    HEXSCAN_HD_INLINE bool lost_from_both_sides(ColumnRange gap, Real (&xi)[3]) {
        constexpr int most_tries = 7;
        int low = gap.first, high = gap.last;
        for (int at = row_.meeting, tries = 0; tries < most_tries && low <= high; ++tries) {
            bool below = false, above = at == gap.last;
            HEXSCAN_ROLLED
            for (int side = 0; side < 2; ++side) {
                if (side == 1 && above) continue;
                const bool lost = lost_piecewise(at + side, side == 0 ? gap.first : gap.last, xi);
                (side == 0 ? below : above) = lost;
            }
            if (below && above) {
                row_.meeting = at;
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
    InclusiveRow<Runs>& row_;
    Real y_, z_;
};

template <bool wide, int capacity, class Real, class Runs, class CellOf>
HEXSCAN_HD_INLINE GapProver<wide, capacity, Real, Runs, CellOf> gap_prover(const SetScan<Real>& scan, CellOf cell_of,
                                                                           InclusiveRow<Runs>& row) {
    return {scan, cell_of, row};
}

/// Asks every sample of a cell by itself.
template <bool wide, int capacity, class Real, class Runs>
HEXSCAN_HD_INLINE void close_with_samples(const SetScan<Real>& scan, const IndexBox& box, bool mine,
                                          InclusiveRow<Runs>& row) {
    const int samples = samples_in(box);
    for (int k = 0; k < samples; ++k) {
        const Matrix3<double> rotation = exact::rotation_at(scan.set, sample_in(box, k));
        const auto cell_of = [&](int leg) { return leg_place<Real>(scan.legs[leg], rotation); };
        if (mine && !row.undecided && !gap_prover<wide, capacity>(scan, cell_of, row).lost_as_before())
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
    int lost_level = max_tree_levels;  // of the node above that is lost to this row, though not to the group
    for (TreeWalk walk(root); !walk.done() && group.any(open());) {
        const TreeNode node = walk.node();
        const IndexBox box = samples_of(scan.set, scan.tree, node);
        const LegCell<Real>* const cells = scan.cells + node_number(scan.set, scan.tree, node) * leg_count;
        const auto cell_of = [&](int leg) -> const LegCell<Real>& { return cells[leg]; };
        if (node.level <= lost_level) lost_level = max_tree_levels;
        bool mine = lost_level == max_tree_levels && !box.empty() && open();
        auto prover = gap_prover<wide, capacity>(scan, cell_of, row);
        mine = mine && !prover.lost_as_before();
        // One place where gaps are proved lost, for the sake of the kernel's size.
        HEXSCAN_ROLLED
        for (int trial = 0; group.any(mine); ++trial) {
            Real xi[3] = {0, 0, 0};
            mine = mine && !prover.lost(xi);
            if (node.level >= trying_levels || trial == most_trials) break;
            bool closer = false;
            if (mine)
                closer = close_columns(
                    scan, exact::rotation_at(scan.set, sample_towards(scan.set, box, node.level, xi)), row);
            if (!group.any(closer)) break;
            mine = mine && open();
        }
        if (!mine && lost_level == max_tree_levels) lost_level = node.level;
        if (group.any(mine) && node.level + 1 < scan.tree.levels) {
            walk.descend(scan.tree);
            continue;
        }
        if (group.any(mine)) close_with_samples<wide, capacity>(scan, box, mine, row);
        walk.go_on(scan.tree);
    }
}

}  // namespace hexscan
