#pragma once

#include "kernels/bits.h"
#include "kernels/host_device.h"
#include "kernels/kernel_tuning.h"
#include "kernels/rows/column_runs.h"
#include "kernels/scan_geometry.h"
#include "kernels/telescopic_limits.h"
#include "orientation_tree.h"
#include "row_gaps.h"

/// Searches for an inclusive workspace with any kind of leg: the columns that are reachable at one or more orientations
/// of a set.
///
/// A row stores its gaps: the columns that no orientation has reached so far. Two operations alternate. One applies an
/// orientation exactly, which may close columns. The other proves columns of a gap unreachable at every orientation of
/// a cell. Columns for which this proof fails are tested in the cells below, and finally orientation by orientation.
///
/// `Group` is a warp with a row per lane, or a single row, as in kernels/sets/total_walk.h. `Reach` tests the legs
/// (kernels/sets/inclusive_rows.h, rod_inclusive_rows.h).
namespace hexscan {

/// The columns of a row that its group tests at once. They are the columns of a window that are still in gaps,
/// beginning at the end near the reachable columns.
struct TestedColumns {
    ColumnRange range;
    bool upwards;
};

/// The leg that most recently removed all tested columns, for cells and for samples. The next test starts with that
/// leg. A warp or a row keeps this from node to node.
struct LastRemovers {
    int of_cell = 0, of_sample = 0;
};

/// The number of columns tested in all rows of a group. A row contributes at most a few millions, so that the sum of a
/// warp times the number of children fits into 32 bits.
template <class Group>
HEXSCAN_HD_INLINE unsigned columns_tested(const Group& group, ColumnRange range) {
    constexpr int most = 1 << 22;
    const int columns = range.last - range.first + 1;
    return group.sum(static_cast<unsigned>(columns < 0 ? 0 : columns < most ? columns : most));
}

/// The legs that have a bit in a set of limits, in cyclic order, beginning with `first` or the next such leg.
struct LegList {
    unsigned numbers = 0;  ///< four bits each
    int count = 0;

    HEXSCAN_HD_INLINE LegList(unsigned limits, int first) {
        for (int k = 0, leg = first; k < leg_count; ++k, leg = leg + 1 == leg_count ? 0 : leg + 1)
            if (leg_bits(limits, leg)) numbers |= static_cast<unsigned>(leg) << (4 * count++);
    }
    HEXSCAN_HD_INLINE int operator[](int k) const { return static_cast<int>((numbers >> (4 * k)) & 15); }
};

/// The samples of a cell at which tested columns of a row may be reachable, and the sample at which most of them may
/// be.
struct RowSamples {
    unsigned reaching = 0;
    int best = -1;
    ColumnRange best_columns{0, -1};

    HEXSCAN_HD_INLINE void add(int sample, ColumnRange columns) {
        reaching |= 1U << sample;
        if (best >= 0 && columns.last - columns.first <= best_columns.last - best_columns.first) return;
        best = sample;
        best_columns = columns;
    }
};

/// Tests up to 32 samples of a cell one by one, from number `first` on, and closes the columns that are reachable
/// there. In each round a row applies the sample at which most columns may be reachable. The next round tests the
/// remaining columns. Calls note(orientation) for every orientation that closes columns of the row.
template <class Reach, class Group, class Runs, class Note>
HEXSCAN_HD_INLINE void try_samples(const Reach& reach, const IndexBox& box, int first, unsigned limits,
                                   const Group& group, LastRemovers& removers, TestedColumns& asked,
                                   InclusiveRow<Runs>& row, Note note) {
    const LegList legs(limits, removers.of_sample);
    const int at_once = legs.count == 0 ? 32 : 32 / legs.count;
    const int all = samples_in(box) - first;
    int remover = 0;
    RowSamples samples;
    samples.reaching = all < 32 ? (1U << all) - 1 : ~0U;
    for (int round = 0;; ++round) {
        const unsigned mine = asked.range.empty() ? 0 : samples.reaching;
        unsigned waiting = group.any_bits(mine);
        if (waiting == 0) break;
        samples = {};
        while (waiting != 0) {
            unsigned batch = 0;
            int count = 0;
            HEXSCAN_ROLLED
            for (; count < at_once && waiting != 0; ++count, waiting &= waiting - 1) batch |= waiting & (0 - waiting);
            const auto place_of = [&](int k) {
                unsigned left = batch;
                HEXSCAN_ROLLED
                for (int skip = k / legs.count; skip > 0; --skip) left &= left - 1;
                return reach.place(legs[k % legs.count], sample_in(box, first + lowest_bit(left)));
            };
            group.use_made(count * legs.count, place_of, [&](auto places) {
                unsigned next = batch;
                HEXSCAN_ROLLED
                for (int k = 0; k < count; ++k, next &= next - 1) {
                    const int sample = lowest_bit(next);
                    ColumnRange columns = mine >> sample & 1U ? asked.range : ColumnRange{0, -1};
                    HEXSCAN_ROLLED
                    for (int looks = round < tuning::rounds_of_one_look ? 1 : 2;
                         looks > 0 && group.any(!columns.empty()); --looks)
                        columns = reach.reached(
                            legs, limits, [&](int slot) { return places(k * legs.count + slot); }, group,
                            TestedColumns{columns, asked.upwards}, row, remover);
                    if (!columns.empty()) samples.add(sample, columns);
                }
            });
        }
        if (samples.best < 0) continue;
        const OrientationIndex best = sample_in(box, first + samples.best);
        if (reach.close(best, limits, samples.best_columns, row)) note(best);
        samples.reaching &= ~(1U << samples.best);
        asked.range = gaps_within(row, asked.range);
    }
    removers.of_sample = legs[remover];
}

/// The children of a node in the order in which they are opened. Each child has four bits: a mark and its number. The
/// next child is in the lowest bits. The value 0 means that the list is empty.
namespace child_list {

inline constexpr int bits = 4;
inline constexpr unsigned mark = 8, number = 7;
static_assert(most_children <= number + 1);

HEXSCAN_HD_INLINE unsigned entry(unsigned child, int place) { return (mark | child) << (bits * place); }
HEXSCAN_HD_INLINE int next(unsigned list) { return static_cast<int>(list & number); }
HEXSCAN_HD_INLINE unsigned without_next(unsigned list) { return list >> bits; }

}  // namespace child_list

/// The children of a node that remain possible for some row, sorted by the number of columns that may be reachable in
/// them. A rank is that number, with the child's number in the low bits.
class RankedChildren {
public:
    /// Adds a child in which `columns` columns may be reachable. Returns true if it now ranks first.
    HEXSCAN_HD_INLINE bool add(int child, unsigned columns) {
        unsigned mine = columns * most_children + static_cast<unsigned>(child);
        const bool is_first = mine > ranked_[0];
        HEXSCAN_UNROLL
        for (unsigned& other : ranked_) {
            const unsigned higher = mine > other ? mine : other;
            mine = mine > other ? other : mine;
            other = higher;
        }
        return is_first;
    }
    HEXSCAN_HD_INLINE unsigned list() const {
        unsigned order = 0;
        HEXSCAN_UNROLL
        for (int k = 0; k < most_children; ++k)
            if (ranked_[k] != 0) order |= child_list::entry(ranked_[k] % most_children, k);
        return order;
    }

    HEXSCAN_HD_INLINE bool any() const { return ranked_[0] != 0; }

private:
    unsigned ranked_[most_children] = {};
};

/// A node that is still open for some row of the group.
struct OpenNode {
    TreeNode node;
    ColumnRange range;  ///< those columns of this row that are tested below the node
    unsigned limits;    ///< bits of limits that may forbid one of them
    unsigned children;  ///< a child_list of the children that are not tested yet
};

/// Closes the columns of a window that are reachable at any orientation below `root`. All children of a node are tested
/// before any of them is opened. The children after the first are tested again when they are opened, because columns
/// may have been closed since.
template <class Reach, class Group, class Runs, class Note>
HEXSCAN_HD_INLINE void close_window(const Reach& reach, TreeNode root, ColumnRange window, const Group& group,
                                    LastRemovers& removers, InclusiveRow<Runs>& row, Note note) {
    const auto& scan = reach.scan;
    OpenNode opened[max_tree_levels];  // by level
    const bool upwards = 2 * window.first >= scan.x_real.count;
    int level = -1, ranking = -1;  // level of the innermost open node, and the child that is being ranked
    RankedChildren ranked;
    OpenNode first{};  // the first of the node's children to be opened
    OpenNode at{root, gaps_within(row, window), reach.limits(), 0};
    for (;;) {
        TestedColumns asked{at.range, upwards};
        bool open = !samples_of(scan.set, scan.tree, at.node).empty() && group.any(!at.range.empty());
        unsigned active = 0;
        if (open) {
            active = reach.cut_off(at.node, at.limits, group, row, removers, asked);
            open = group.any(!asked.range.empty());
        }
        if (ranking >= 0) {
            if (open && ranked.add(ranking, columns_tested(group, asked.range)))
                first = {at.node, asked.range, active, 0};
            if (++ranking < children_in(scan.tree, level)) {
                at.node = child_of(scan.tree, opened[level].node, ranking);
                continue;
            }
            ranking = -1;
            opened[level].children = child_list::without_next(ranked.list());
            open = ranked.any();
            at.node = first.node;
            asked.range = first.range;
            active = first.limits;
        }
        if (open && at.node.level + 1 < scan.tree.levels) {
            level = at.node.level;
            at.range = asked.range;
            at.limits = active;
            opened[level] = at;
            at.node = child_of(scan.tree, at.node, 0);
            ranked = {};
            ranking = 0;
            continue;
        }
        if (open) {
            const IndexBox box = samples_of(scan.set, scan.tree, at.node);
            for (int sample = 0; sample < samples_in(box); sample += 32)
                try_samples(reach, box, sample, active, group, removers, asked, row, note);
        }
        while (level >= 0 && opened[level].children == 0) --level;
        if (level < 0) return;
        OpenNode& parent = opened[level];
        at = {child_of(scan.tree, parent.node, child_list::next(parent.children)), gaps_within(row, parent.range),
              parent.limits, 0};
        parent.children = child_list::without_next(parent.children);
    }
}

/// Closes the columns of a row's gaps that are reachable at any orientation, window by window. A limit's bound removes
/// one end of the tested columns, so a window must not be much wider than the part that a limit forbids. Calls
/// note(orientation) for every orientation that closes columns of the row.
template <class Reach, class Group, class Runs, class Note>
HEXSCAN_HD_INLINE void close_gaps(const Reach& reach, const Group& group, LastRemovers& removers,
                                  InclusiveRow<Runs>& row, Note note) {
    const auto& scan = reach.scan;
    const int columns = scan.x_real.count, width = reach.window_columns();
    for (int tree = 0; tree < tree_count(scan.set); ++tree)
        for (int first = 0, last = -1; last < columns - 1; first = last + 1) {
            last = columns - first > width ? first + width - 1 : columns - 1;
            close_window(reach, tree_root(tree), {first, last}, group, removers, row, note);
        }
}

}  // namespace hexscan
