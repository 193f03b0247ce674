#pragma once

#include "column_runs.h"
#include "host_device.h"
#include "lost_columns.h"
#include "set_scan.h"
#include "total_rows.h"

/// Rows of an inclusive workspace: the columns that are reachable at one orientation of a set at least.
///
/// A row keeps its gaps: the columns that no orientation looked at so far reaches. Again two things happen to them: an
/// orientation is applied, exactly, which may close columns; or columns of a gap are proved lost at every orientation of
/// a cell (kernels/lost_columns.h). What is not proved of a cell is asked again of the cells below it.
namespace hexscan {

/// A row of an inclusive workspace. `Runs` are as in SetRow; `trial` is what one orientation reaches of a gap.
template <class Runs>
struct InclusiveRow {
    double y_m, z_m;
    Runs& gaps;
    Runs& trial;
    int killers[2];  ///< limits that proved columns lost last by themselves, downwards and upwards
    bool undecided;
};

/// From the first to the last column of a range that is still in a gap.
template <class Runs>
HEXSCAN_HD_INLINE ColumnRange gaps_within(const Runs& gaps, ColumnRange range) {
    ColumnRange hull{range.last + 1, range.first - 1};
    for (int r = 0; r < gaps.count(); ++r) {
        const ColumnRange gap = gaps.get(r);
        if (gap.last < range.first || gap.first > range.last) continue;
        if (hull.empty()) hull.first = gap.first > range.first ? gap.first : range.first;
        hull.last = gap.last < range.last ? gap.last : range.last;
    }
    return hull;
}

/// Finds the columns of a range that one orientation reaches: the row's trial. True where there are any. Only limits that
/// may take a column of the range are applied.
template <bool wide, class Real, class Runs>
HEXSCAN_HD_INLINE bool try_orientation(const SetScan<Real>& scan, const Matrix3<double>& rotation, ColumnRange range,
                                       InclusiveRow<Runs>& row) {
    row.trial.clear();
    row.trial.insert(0, range);
    SetRow<Runs> trial{row.y_m, row.z_m, row.trial, row.undecided};
    HEXSCAN_ROLLED
    for (int i = 0; i < leg_count && trial.alive(); ++i) {
        const unsigned bits = leg_bits(scan.limits, i);
        if (bits == 0) continue;
        const LegPlace<Real> place = leg_place<Real>(scan.legs[i], rotation);
        const unsigned doubt = limits_in_doubt<wide>(scan, scan.bounds[i], place, bits, trial);
        if (doubt) apply_orientation(scan, rotation, doubt << (limits_per_leg * i), trial);
    }
    row.undecided = trial.undecided;
    return trial.alive();
}

/// Closes the columns of the row's trial.
template <class Runs>
HEXSCAN_HD_INLINE void close_columns(InclusiveRow<Runs>& row) {
    for (int r = 0; r < row.trial.count(); ++r) row.undecided |= !remove_columns(row.gaps, row.trial.get(r));
}

/// The limits of all legs that a proof looks at, four bits a leg. A limit that proves nothing about a cell hardly does about
/// the cells below.
using LimitBits = unsigned;

/// Proofs of a node that may fail before it is open, and orientations that are tried then before its children are asked.
inline constexpr int most_failures = 4, most_trials = 2;

/// What came of asking a node.
enum class NodeAnswer : int { lost, ask_again, open };

/// Proves columns lost at all orientations of a cell, or at one: `cell_of(leg)` gives the cell, or the place, of each leg.
template <bool wide, int capacity, class Real, class Runs, class CellOf>
class GapProver {
public:
    HEXSCAN_HD_INLINE GapProver(const SetScan<Real>& scan, CellOf cell_of, LimitBits limits, InclusiveRow<Runs>& row)
        : scan_(scan), cell_of_(cell_of), limits_(limits), row_(row) {}

    /// Whether the columns are lost to the limit that was met last. Most are lost to the one that took their neighbour in
    /// the tree.
    HEXSCAN_HD_INLINE bool lost_as_before(ColumnRange range) const {
        const bool upwards = goes_up(range);
        const int killer = row_.killers[upwards];
        if (killer == no_limit) return false;
        const int leg = killer / limits_per_leg;
        return lost_to_limit<wide>(scan_.bounds[leg], cell_of_(leg), 1U << (killer % limits_per_leg),
                                   piece_of(range, upwards));
    }

    /// Whether single limits prove the columns lost: one all of them, or one the near and one the far ones. The leg
    /// that was met last is asked first. If they are not lost, `range` is what is left of them.
    HEXSCAN_HD_INLINE bool lost_to_single_limits(ColumnRange& range) {
        const bool upwards = goes_up(range);
        const RowPiece<Real> piece = piece_of(range, upwards);
        PieceLeft<Real> left{0, lost_detail::length_of(piece)};
        int leg = row_.killers[upwards] == no_limit ? 0 : row_.killers[upwards] / limits_per_leg;
        HEXSCAN_ROLLED
        for (int asked = 0; asked < leg_count; ++asked, leg = leg + 1 == leg_count ? 0 : leg + 1) {
            const unsigned bits = leg_bits(scan_.limits, leg);
            if (bits == 0) continue;
            const int killer = cut_off_by_leg<wide>(scan_.bounds[leg], cell_of_(leg), bits, piece, left);
            if (killer != no_limit) row_.killers[upwards] = limits_per_leg * leg + killer;
            if (left.empty()) return true;
        }
        range = columns_left(range, upwards, left, scan_.columns_per_m);
        return false;
    }

    /// Asks once whether the columns are lost: all from one side, then all from the other one, then shorter pieces
    /// from there; `failures` says how far that has come, 0 at first. If they are not, `range` is what is left of them, and
    /// `xi`, if anything was asked, is where in the cell an orientation may well reach one of those.
    HEXSCAN_HD_INLINE NodeAnswer ask(ColumnRange& range, int& failures, Real (&xi)[3]) {
        const bool upwards = goes_up(range) == (failures == 0);
        const int columns = columns_of(range);
        const int asked = asked_of(columns, failures);
        if (asked == 0) return NodeAnswer::open;
        ColumnRange piece = upwards ? ColumnRange{range.first, range.first + asked - 1}
                                    : ColumnRange{range.last - asked + 1, range.last};
        const LostProof proof = lost_at_once(piece, upwards, xi);
        if (proof == LostProof::lost && asked == columns) return NodeAnswer::lost;
        if (proof == LostProof::lost)
            piece = upwards ? ColumnRange{piece.last + 1, range.last} : ColumnRange{range.first, piece.first - 1};
        else if (asked < columns)
            piece = upwards ? ColumnRange{piece.first, range.last} : ColumnRange{range.first, piece.last};
        range = piece;
        if (proof == LostProof::hopeless) return NodeAnswer::open;
        if (proof == LostProof::lost)
            failures = 0;
        else if (asked == columns && 2 * columns_of(range) < columns)
            failures = 1 - failures;
        else if (++failures == most_failures || asked_of(columns_of(range), failures) == 0)
            return NodeAnswer::open;
        return NodeAnswer::ask_again;
    }

    /// The limits whose ceilings fell below 0 somewhere, after ask() has not said that all is lost.
    HEXSCAN_HD_INLINE LimitBits limits_seen() const { return limits_seen_; }

private:
    static HEXSCAN_HD_INLINE int columns_of(ColumnRange range) { return range.last - range.first + 1; }
    /// How many columns are asked after so many failures: all, all from the other side, a third, a ninth.
    static HEXSCAN_HD_INLINE int asked_of(int columns, int failures) {
        return failures < 2 ? columns : failures == 2 ? columns / 3 : columns / 9;
    }
    /// Which side is asked first. A gap at the row's first column is next to what is reached with its last one; what is left
    /// of it once it is cut there is asked from its first.
    static HEXSCAN_HD_INLINE bool goes_up(ColumnRange range) { return range.first > 0; }
    HEXSCAN_HD_INLINE RowPiece<Real> piece_of(ColumnRange range, bool upwards) const {
        return {grid_coordinate(scan_.x_real, upwards ? range.first : range.last),
                grid_coordinate(scan_.x_real, upwards ? range.last : range.first), static_cast<Real>(row_.y_m),
                static_cast<Real>(row_.z_m)};
    }

    HEXSCAN_HD_INLINE LostProof lost_at_once(ColumnRange& range, bool upwards, Real (&xi)[3]) {
        const RowPiece<Real> piece = piece_of(range, upwards);
        Ceilings<Real, capacity> ceilings;
        ceilings.length_m = lost_detail::length_of(piece);
        HEXSCAN_ROLLED
        for (int i = 0; i < leg_count; ++i)
            if (const unsigned bits = leg_bits(limits_, i))
                add_ceilings<wide>(scan_.bounds[i], cell_of_(i), i, bits, piece, ceilings);
        PieceLeft<Real> left;
        int killer;
        const LostProof proof = prove_lost(ceilings, xi, killer, left);
        if (killer != no_limit) row_.killers[upwards] = killer;
        if (proof == LostProof::lost) return proof;
        HEXSCAN_ROLLED
        for (int i = 0; i < ceilings.count; ++i) limits_seen_ |= 1U << ceilings.limits[i];
        range = columns_left(range, upwards, left, scan_.columns_per_m);
        return proof;
    }

    const SetScan<Real>& scan_;
    CellOf cell_of_;
    LimitBits limits_, limits_seen_ = 0;
    InclusiveRow<Runs>& row_;
};

template <bool wide, int capacity, class Real, class Runs, class CellOf>
HEXSCAN_HD_INLINE GapProver<wide, capacity, Real, Runs, CellOf> gap_prover(const SetScan<Real>& scan, CellOf cell_of,
                                                                           LimitBits limits, InclusiveRow<Runs>& row) {
    return {scan, cell_of, limits, row};
}

/// A node of the tree at work: what of a row is not proved lost above it, and which limits proofs look at there.
struct OpenNode {
    TreeNode node;
    ColumnRange range;
    LimitBits limits;
    int failures = 0;  ///< of proofs (GapProver::ask)
    int trials = 0;    ///< orientations that have closed columns since the node was met
};

/// What the limits of a node's cell say of a row.
template <bool wide, int capacity, class Real, class Runs>
HEXSCAN_HD_INLINE auto node_prover(const SetScan<Real>& scan, const OpenNode& open, InclusiveRow<Runs>& row) {
    const LegCell<Real>* const cells = scan.cells + node_number(scan.set, scan.tree, open.node) * leg_count;
    return gap_prover<wide, capacity>(
        scan, [cells](int leg) -> const LegCell<Real>& { return cells[leg]; }, open.limits, row);
}

/// Takes out of a node's range what its row has closed meanwhile. True where nothing is left, or the rest is lost to the
/// limit that was met last.
template <bool wide, int capacity, class Real, class Runs>
HEXSCAN_HD_INLINE bool is_done(const SetScan<Real>& scan, OpenNode& open, InclusiveRow<Runs>& row) {
    if (row.undecided || samples_of(scan.set, scan.tree, open.node).empty()) return true;
    open.range = gaps_within(row.gaps, open.range);
    return open.range.empty() || node_prover<wide, capacity>(scan, open, row).lost_as_before(open.range);
}

/// Asks once whether what is left of a node's range is lost (GapProver::ask).
template <bool wide, int capacity, class Real, class Runs>
HEXSCAN_HD_INLINE NodeAnswer ask_node(const SetScan<Real>& scan, OpenNode& open, InclusiveRow<Runs>& row,
                                      Real (&xi)[3]) {
    const bool of_all = open.failures < 2;
    auto prover = node_prover<wide, capacity>(scan, open, row);
    const NodeAnswer answer = prover.ask(open.range, open.failures, xi);
    if (answer == NodeAnswer::open && of_all) open.limits = prover.limits_seen();
    return answer;
}

/// Whether an orientation that may reach a gap is tried before an open node's children are.
HEXSCAN_HD_INLINE bool is_tried(const OpenNode& open) { return open.trials < most_trials; }

/// Finds the columns of a node's range that one of its orientations reaches: the row's trial. True where there are any.
template <bool wide, int capacity, class Real, class Runs>
HEXSCAN_HD_INLINE bool reaches_gap(const SetScan<Real>& scan, const Matrix3<double>& rotation, const OpenNode& open,
                                   InclusiveRow<Runs>& row) {
    if (row.undecided || open.range.empty()) return false;
    const auto place_of = [&](int leg) { return leg_place<Real>(scan.legs[leg], rotation); };
    auto prover = gap_prover<wide, capacity>(scan, place_of, open.limits, row);
    ColumnRange range = open.range;
    if (prover.lost_to_single_limits(range)) return false;
    return try_orientation<wide>(scan, rotation, range, row);
}

/// Closes what any orientation below `root` reaches of a gap. `note(orientation)` is told of every one that reaches columns
/// of it, which are the row's trial then.
template <bool wide, int capacity, class Real, class Runs, class Note>
void close_gap(const SetScan<Real>& scan, TreeNode root, ColumnRange gap, InclusiveRow<Runs>& row, Note note) {
    OpenNode opened[max_tree_levels];  // by level: what is left for the children of the node above
    opened[0] = {root, gap, scan.limits, 0, 0};
    for (TreeWalk walk(root); !walk.done() && !row.undecided;) {
        OpenNode open = opened[walk.node().level];
        open.node = walk.node();
        const IndexBox box = samples_of(scan.set, scan.tree, open.node);
        bool lost = is_done<wide, capacity>(scan, open, row);
        while (!lost) {
            Real xi[3] = {0, 0, 0};
            const NodeAnswer answer = ask_node<wide, capacity>(scan, open, row, xi);
            lost = answer == NodeAnswer::lost;
            if (answer == NodeAnswer::ask_again) continue;
            if (lost || !is_tried(open)) break;
            const OrientationIndex sample = sample_towards(scan.set, box, open.node.level, xi);
            if (!reaches_gap<wide, capacity>(scan, exact::rotation_at(scan.set, sample), open, row)) break;
            note(sample);
            close_columns(row);
            open.failures = 0;
            ++open.trials;
            lost = is_done<wide, capacity>(scan, open, row);
        }
        open.failures = open.trials = 0;
        if (!lost && open.node.level + 1 < scan.tree.levels) {
            opened[open.node.level + 1] = open;
            walk.descend(scan.tree);
            continue;
        }
        for (int k = 0; !lost && k < samples_in(box); ++k) {
            const OrientationIndex sample = sample_in(box, k);
            if (!reaches_gap<wide, capacity>(scan, exact::rotation_at(scan.set, sample), open, row)) continue;
            note(sample);
            close_columns(row);
            open.range = gaps_within(row.gaps, open.range);
        }
        walk.go_on(scan.tree);
    }
}

}  // namespace hexscan
