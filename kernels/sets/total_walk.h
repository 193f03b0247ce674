#pragma once

#include "cell_bounds.h"
#include "kernels/host_device.h"
#include "kernels/kernel_tuning.h"
#include "orientation_tree.h"
#include "set_row.h"

/// Searches for a total workspace with any kind of leg: the columns that are reachable at every orientation of a set.
///
/// A row stores its runs in whole columns, which are correct for all orientations so far. Two operations change them.
/// One applies a limit at one orientation exactly. The other dismisses a cell of orientations, if no limit can remove a
/// remaining column at any of them. Because ends are whole columns, a limit has on average half a column of slack at an
/// end. So cells need not be smaller than this slack requires, however densely a set is sampled.
///
/// `Group` is a warp with a row per lane, whose lanes take every step together, or a single row.
namespace hexscan {

/// The orientation of a cell at which a slack is likely to be lowest.
template <class Real>
HEXSCAN_HD_INLINE OrientationIndex sample_downhill(const OrientationTables& set, const IndexBox& box, int level,
                                                   const CellSlack<Real>& slack) {
    // The direction of steepest descent, scaled so that it leads beyond every corner of the cell.
    const Real downhill[3] = {-far_column * slack.columns[0], -far_column * slack.columns[1],
                              -far_column * slack.columns[2]};
    return sample_towards(set, box, level, downhill);
}

/// A subset of the six legs.
class SomeLegs {
public:
    HEXSCAN_HD_INLINE void add(int leg) { numbers_ |= static_cast<unsigned>(leg) << (4 * count_++); }
    HEXSCAN_HD_INLINE int count() const { return count_; }
    HEXSCAN_HD_INLINE int get(int slot) const { return static_cast<int>((numbers_ >> (4 * slot)) & 15); }

private:
    unsigned numbers_ = 0;  ///< four bits each
    int count_ = 0;
};

/// How many times a node of a level is tested again. Before each repetition, the orientations that are likely to remove
/// most are applied.
HEXSCAN_HD_INLINE int rounds_at(const OrientationTree& tree, int level) {
    const int more = tree.levels > tuning::levels_of_a_shallow_tree ? 1 : 0;
    return level == 0 ? 1 + more : level == 1 ? more : 0;
}

/// Removes from a row the columns that are unreachable at some orientation below `root`, considering only limits whose
/// bits are in `asked`. Bits that a node leaves undecided are tested in its children. The function in_doubt(node, bits)
/// returns the bits that are undecided for any row of the group. The function apply_worst(node, bits) applies the
/// node's orientations that are likely to remove most. The function apply_samples(box, bits) applies all orientations
/// of a box.
template <class Group, class Row, class InDoubt, class ApplyWorst, class ApplySamples>
HEXSCAN_HD_INLINE void walk_total(const OrientationTables& set, const OrientationTree& tree, TreeNode root,
                                  unsigned asked, const Group& group, const Row& row, InDoubt in_doubt,
                                  ApplyWorst apply_worst, ApplySamples apply_samples) {
    unsigned doubts[max_tree_levels];  // the bits to test in the children of each level's node
    for (TreeWalk walk(root); !walk.done() && group.any(row.alive());) {
        const TreeNode node = walk.node();
        const IndexBox box = samples_of(set, tree, node);
        unsigned doubt = box.empty() ? 0 : node.level == 0 ? asked : doubts[node.level - 1];
        HEXSCAN_ROLLED
        for (int round = 0; doubt != 0; ++round) {
            doubt = in_doubt(node, doubt);
            if (doubt == 0 || round == rounds_at(tree, node.level)) break;
            apply_worst(node, doubt);
        }
        if (doubt != 0 && node.level + 1 < tree.levels) {
            doubts[node.level] = doubt;
            walk.descend(tree);
            continue;
        }
        if (doubt != 0) apply_samples(box, doubt);
        walk.go_on(tree);
    }
}

}  // namespace hexscan
