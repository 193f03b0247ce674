#pragma once

#include <cmath>
#include <cstdint>
#include <numbers>

#include "kernels/host_device.h"
#include "orientation_set.h"

/// A set of orientations as a tree of boxes of indices. Level 0 is the whole set; for a set of tilts, it is one box per
/// ring. Every level halves the axes that still have many samples in a box. The boxes are computed by arithmetic, so
/// only a few numbers per level are stored for any number of orientations.
namespace hexscan {

inline constexpr int max_tree_levels = 16;
/// The largest number of children of a node. Either three axes are halved, or a ring is split into four arcs and its
/// yaws into halves.
inline constexpr int most_children = 8;

/// The division of a set into boxes, level by level.
struct OrientationTree {
    int levels;                          ///< At least 1. Nodes of the last level are processed sample by sample.
    int log2_parts[max_tree_levels][3];  ///< Boxes along each axis, as a power of 2. A box never contains several rings
                                         ///< of a set of tilts.
    std::int64_t level_begin[max_tree_levels + 1];  ///< Number of a level's first node; the last element is the total
                                                    ///< number of nodes.
};

/// A node: its level, and its index among the boxes along each axis.
struct TreeNode {
    int level;
    int part[3];
};

/// The samples of a node: indices [begin, end) of each axis. The box is empty for nodes of ring 0 that do not contain
/// its single direction.
struct IndexBox {
    int begin[3], end[3];
    HEXSCAN_HD_INLINE bool empty() const { return begin[1] == end[1]; }
};

/// True if index `axis` is the number of a ring. Each ring has its own tree.
HEXSCAN_HD_INLINE bool is_ring_axis(const OrientationTables& set, int axis) {
    return set.layout == OrientationLayout::tilts && axis == 0;
}

/// The number of samples in a box. The functions below convert between a sample and its number in the box; the last
/// axis runs fastest.
HEXSCAN_HD_INLINE int samples_in(const IndexBox& box) {
    return (box.end[0] - box.begin[0]) * (box.end[1] - box.begin[1]) * (box.end[2] - box.begin[2]);
}
HEXSCAN_HD_INLINE OrientationIndex sample_in(const IndexBox& box, int number) {
    const int thirds = box.end[2] - box.begin[2], seconds = box.end[1] - box.begin[1];
    const int pair = number / thirds;
    return {{box.begin[0] + pair / seconds, box.begin[1] + pair % seconds, box.begin[2] + number % thirds}};
}
HEXSCAN_HD_INLINE int number_in(const IndexBox& box, OrientationIndex sample) {
    const int seconds = box.end[1] - box.begin[1], thirds = box.end[2] - box.begin[2];
    return ((sample.at[0] - box.begin[0]) * seconds + sample.at[1] - box.begin[1]) * thirds + sample.at[2] -
           box.begin[2];
}

/// The number of boxes along an axis at a level.
HEXSCAN_HD_INLINE int parts_of(const OrientationTables& set, const OrientationTree& tree, int level, int axis) {
    return is_ring_axis(set, axis) ? set.counts[0] : 1 << tree.log2_parts[level][axis];
}

/// The number of a node, counted over all levels. Its cells have the same number.
HEXSCAN_HD_INLINE std::int64_t node_number(const OrientationTables& set, const OrientationTree& tree, TreeNode node) {
    return tree.level_begin[node.level] +
           (std::int64_t{node.part[0]} * parts_of(set, tree, node.level, 1) + node.part[1]) *
               parts_of(set, tree, node.level, 2) +
           node.part[2];
}

/// Node `index` of a level.
HEXSCAN_HD_INLINE TreeNode node_in_level(const OrientationTree& tree, int level, std::int64_t index) {
    const int seconds = tree.log2_parts[level][1], thirds = tree.log2_parts[level][2];
    return {level,
            {static_cast<int>(index >> (seconds + thirds)), static_cast<int>(index >> thirds) & ((1 << seconds) - 1),
             static_cast<int>(index) & ((1 << thirds) - 1)}};
}

/// The node with this number: the inverse of node_number().
HEXSCAN_HD_INLINE TreeNode node_at(const OrientationTree& tree, std::int64_t number) {
    int level = 0;
    while (number >= tree.level_begin[level + 1]) ++level;
    return node_in_level(tree, level, number - tree.level_begin[level]);
}

/// The power of 2 by which a level divides the parts of the level above along an axis.
HEXSCAN_HD_INLINE int log2_split(const OrientationTree& tree, int level, int axis) {
    return tree.log2_parts[level][axis] - tree.log2_parts[level - 1][axis];
}

/// The number of children of a node at a level. The level must not be the last.
HEXSCAN_HD_INLINE int children_in(const OrientationTree& tree, int level) {
    return 1 << (log2_split(tree, level + 1, 0) + log2_split(tree, level + 1, 1) + log2_split(tree, level + 1, 2));
}
HEXSCAN_HD_INLINE TreeNode child_of(const OrientationTree& tree, TreeNode node, int number) {
    ++node.level;
    HEXSCAN_UNROLL
    for (int axis = 2; axis >= 0; --axis) {
        const int split = log2_split(tree, node.level, axis);
        node.part[axis] = (node.part[axis] << split) + (number & ((1 << split) - 1));
        number >>= split;
    }
    return node;
}

/// The samples that belong to a node.
HEXSCAN_HD_INLINE IndexBox samples_of(const OrientationTables& set, const OrientationTree& tree, TreeNode node) {
    IndexBox box;
    HEXSCAN_UNROLL
    for (int axis = 0; axis < 3; ++axis) {
        const std::int64_t count = axis_count(set, axis, node.part[0]);
        const int shift = tree.log2_parts[node.level][axis];
        box.begin[axis] = is_ring_axis(set, axis) ? node.part[0] : static_cast<int>((node.part[axis] * count) >> shift);
        box.end[axis] =
            is_ring_axis(set, axis) ? node.part[0] + 1 : static_cast<int>(((node.part[axis] + 1) * count) >> shift);
    }
    return box;
}

/// The root of a set's tree. For a set of tilts, the root of the tree of ring `ring`.
HEXSCAN_HD_INLINE TreeNode tree_root(int ring) { return {0, {ring, 0, 0}}; }

/// The number of trees of a set: one, or one per ring of a set of tilts.
HEXSCAN_HD_INLINE int tree_count(const OrientationTables& set) {
    return set.layout == OrientationLayout::tilts ? set.counts[0] : 1;
}

/// The sample of a cell that is nearest to the cell's coordinates xi (kernels/sets/leg_cell.h). Coordinates outside -1
/// ... 1 are moved to the border. For angles, coordinates increase with the indices. For a whole ring, the first two
/// coordinates are the rotation vector's x and y, (-sin d, cos d) for the direction d. An arc's second coordinate
/// increases with the direction.
template <class Real>
HEXSCAN_HD_INLINE OrientationIndex sample_towards(const OrientationTables& set, const IndexBox& box, int level,
                                                  const Real (&xi)[3]) {
    OrientationIndex index;
    HEXSCAN_UNROLL
    for (int axis = 0; axis < 3; ++axis) {
        // NaN is moved to the border, too.
        const Real inside = !(xi[axis] > -1) ? Real(-1) : xi[axis] < 1 ? xi[axis] : Real(1);
        const auto last = static_cast<Real>(box.end[axis] - 1 - box.begin[axis]);
        index.at[axis] = box.begin[axis] + static_cast<int>(last * (1 + inside) / 2 + Real(0.5));
    }
    if (set.layout == OrientationLayout::angles) return index;
    index.at[0] = box.begin[0];
    if (level > 0) return index;
    using std::atan2;
    const Real angle = atan2(-xi[0], xi[1]) * Real(std::numbers::inv_pi / 2);
    const Real turns = angle < 0 ? angle + 1 : angle;
    index.at[1] = turns >= 0 ? static_cast<int>(turns * static_cast<Real>(box.end[1]) + Real(0.5)) % box.end[1] : 0;
    return index;
}

/// A walk over a tree that visits parents before children. It needs no stack: a node's parts determine which child it
/// is.
class TreeWalk {
public:
    HEXSCAN_HD_INLINE explicit TreeWalk(TreeNode root) : node_(root) {}

    HEXSCAN_HD_INLINE const TreeNode& node() const { return node_; }
    HEXSCAN_HD_INLINE bool done() const { return done_; }

    /// Moves to the first child of the current node, which must not be on the last level.
    HEXSCAN_HD_INLINE void descend(const OrientationTree& tree) {
        ++node_.level;
        HEXSCAN_UNROLL
        for (int axis = 0; axis < 3; ++axis) node_.part[axis] <<= log2_split(tree, node_.level, axis);
    }

    /// Moves to the next node that is not a descendant of this one.
    HEXSCAN_HD_INLINE void go_on(const OrientationTree& tree) {
        for (; node_.level > 0; --node_.level) {
            // Increments a counter in the mixed radix of the axes' splits. If it overflows, the walk continues with the
            // parent.
            int axis = 2;
            for (; axis >= 0; --axis) {
                const int last = (1 << log2_split(tree, node_.level, axis)) - 1;
                if ((node_.part[axis] & last) != last) break;
                node_.part[axis] &= ~last;
            }
            if (axis >= 0) {
                ++node_.part[axis];
                return;
            }
            for (axis = 0; axis < 3; ++axis) node_.part[axis] >>= log2_split(tree, node_.level, axis);
        }
        done_ = true;
    }

private:
    TreeNode node_;
    bool done_ = false;
};

}  // namespace hexscan
