#pragma once

#include "cell_bounds.h"
#include "kernels/host_device.h"
#include "kernels/kernel_tuning.h"
#include "orientation_tree.h"
#include "set_row.h"

/// The walk of a total workspace, whatever the legs are.
///
/// A row keeps its runs in whole columns, which are right for every orientation looked at so far. Two things happen to
/// them: a limit at one orientation is applied, exactly; or a cell of orientations is dismissed, because at none of
/// them can a limit take a column that is still kept. Ends are whole columns, so the limit that bounds a row has half a
/// column to spare there on average, and cells need not become much smaller than that, however densely a set is
/// sampled. `Group` is a warp with a row per lane, which takes every step together, or a single row.
namespace hexscan {

/// The orientation of a cell where a slack is likely to be least.
template <class Real>
HEXSCAN_HD_INLINE OrientationIndex sample_downhill(const OrientationTables& set, const IndexBox& box, int level,
                                                   const CellSlack<Real>& slack) {
    // Where it falls fastest: past every corner of the cell.
    const Real downhill[3] = {-far_column * slack.columns[0], -far_column * slack.columns[1],
                              -far_column * slack.columns[2]};
    return sample_towards(set, box, level, downhill);
}

/// Some of the legs, by their numbers.
class SomeLegs {
public:
    HEXSCAN_HD_INLINE void add(int leg) { numbers_ |= static_cast<unsigned>(leg) << (4 * count_++); }
    HEXSCAN_HD_INLINE int count() const { return count_; }
    HEXSCAN_HD_INLINE int get(int slot) const { return static_cast<int>((numbers_ >> (4 * slot)) & 15); }

private:
    unsigned numbers_ = 0;  ///< four bits each
    int count_ = 0;
};

/// How often a node of a level is asked again, each time once the orientations that are likely to take most are
/// applied.
HEXSCAN_HD_INLINE int rounds_at(const OrientationTree& tree, int level) {
    const int more = tree.levels > tuning::levels_of_a_shallow_tree ? 1 : 0;
    return level == 0 ? 1 + more : level == 1 ? more : 0;
}

/// Takes from a row what is not reachable at every orientation below `root`, of what the bits of `asked` stand for.
/// Bits that a node leaves in doubt are asked of its children: in_doubt(node, bits) says which, for any row of the
/// group, apply_worst(node, bits) applies the node's orientations that are likely to take most, and
/// apply_samples(box, bits) all of them.
template <class Group, class Row, class InDoubt, class ApplyWorst, class ApplySamples>
HEXSCAN_HD_INLINE void walk_total(const OrientationTables& set, const OrientationTree& tree, TreeNode root,
                                  unsigned asked, const Group& group, const Row& row, InDoubt in_doubt,
                                  ApplyWorst apply_worst, ApplySamples apply_samples) {
    unsigned doubts[max_tree_levels];  // what the children of this level's node are asked
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
