#pragma once

#include <cmath>
#include <cstdint>

#include "cell_bounds.h"
#include "kernels/host_device.h"
#include "kernels/least_clearance.h"
#include "set_scan.h"

/// Finds the least clearance of a position over all orientations of a set, and the limit that attains it. The tree of
/// cells is searched by branch and bound. A cell is skipped if the lower bounds of all clearances in it exceed the
/// least clearance found so far. All numbers are in double precision: at a sample they equal the reference's to the
/// last bit.
namespace hexscan {

/// The least clearance found so far. If several clearances are equal, the first limit of the first orientation counts.
struct LeastOfSet {
    double clearance_m;
    std::int64_t orientation;
    int limit;
};

/// Lower bound on a joint's clearance if n . l >= `along` and |l|^2 <= `square`: L sin(m - t) decreases as the leg
/// tilts. If the joint's limit exceeds 90 degrees, or the leg may tilt farther, the bound is minus the leg's length.
HEXSCAN_HD_INLINE double lowest_joint_clearance(const TiltLimit<double>& limit, double along, double square) {
    using std::sqrt;
    if (!(limit.cosine >= 0) || !(along >= 0)) return -sqrt(row_math::larger(square, 0.0));
    return limit.sine * along - limit.cosine * sqrt(row_math::larger(square - along * along, 0.0));
}

/// The bits of a leg's limits whose clearance may be at most `ceiling_m` somewhere in the cell.
HEXSCAN_HD_INLINE unsigned limits_below(const BoundLeg<double>& leg, const LegLimits<double>& limits,
                                        const LegCell<double>& cell, unsigned bits, Vec3<double> p, double ceiling_m) {
    using std::sqrt;
    const CellAtPosition<double> at(leg, cell, p);
    const Bounds<double> square = at.square_m2();
    unsigned below = 0;
    const auto ask = [&](unsigned bit, double lowest_m) {
        if ((bits & bit) && !(lowest_m - leg.margin_m > ceiling_m)) below |= bit;
    };
    ask(shortest_bit, sqrt(row_math::larger(square.low, 0.0)) - limits.min_length_m);
    ask(longest_bit, limits.max_length_m - sqrt(square.high));
    ask(base_bit, lowest_joint_clearance(limits.base, lowest(at.along_base()), square.high));
    ask(platform_bit, lowest_joint_clearance(limits.platform, lowest(at.along_platform()), square.high));
    return below;
}

/// The bits of the limits that exist for the leg.
HEXSCAN_HD_INLINE unsigned clearance_bits(const LegLimits<double>& limits) {
    return (limits.min_length_m > 0 ? shortest_bit : 0U) | longest_bit | (limits.base.limited ? base_bit : 0U) |
           (limits.platform.limited ? platform_bit : 0U);
}

/// Updates the least clearance with one leg's clearances at one orientation.
HEXSCAN_HD_INLINE void look_at(const LegClearances<exact::Number>& clearances, int leg, std::int64_t orientation,
                               LeastOfSet& least) {
    for (int k = 0; k < telescopic_limit_count; ++k) {
        const double clearance_m = clearances.m[k].value;
        const int limit = limit_number(leg, k);
        const bool earlier =
            orientation < least.orientation || (orientation == least.orientation && limit < least.limit);
        if (clearance_m < least.clearance_m || (clearance_m == least.clearance_m && earlier))
            least = {clearance_m, orientation, limit};
    }
}

/// Updates the least clearance with every sample of a cell, for the legs that have a bit in `limits`.
HEXSCAN_HD_INLINE void look_at_samples(const SetScan<double>& scan, const LegLimits<double>* leg_limits,
                                       const IndexBox& box, unsigned limits, Vec3<double> p, LeastOfSet& least) {
    OrientationIndex index;
    for (index.at[0] = box.begin[0]; index.at[0] < box.end[0]; ++index.at[0])
        for (index.at[1] = box.begin[1]; index.at[1] < box.end[1]; ++index.at[1])
            for (index.at[2] = box.begin[2]; index.at[2] < box.end[2]; ++index.at[2]) {
                const Matrix3<double> rotation = exact::rotation_at(scan.set, index);
                const std::int64_t number = orientation_number(scan.set, index);
                for (int i = 0; i < leg_count; ++i)
                    if (leg_bits(limits, i) != 0)
                        look_at(exact_leg_clearances(leg_limits[i], exact_leg_at(scan.legs[i], rotation), p), i, number,
                                least);
            }
}

/// The least clearance over all orientations of the set. The search begins at `start`, which may be any orientation. A
/// good choice saves work.
template <class Group>
HEXSCAN_HD_INLINE LeastOfSet least_of_set(const SetScan<double>& scan, const LegLimits<double>* leg_limits,
                                          OrientationIndex start, const Group& group, Vec3<double> p) {
    LeastOfSet least{INFINITY, 0, 0};
    const IndexBox first{{start.at[0], start.at[1], start.at[2]}, {start.at[0] + 1, start.at[1] + 1, start.at[2] + 1}};
    look_at_samples(scan, leg_limits, first, ~0U, p, least);
    for (int tree = 0; tree < tree_count(scan.set); ++tree) {
        unsigned asked_of_children[max_tree_levels];
        for (TreeWalk walk(tree_root(tree)); !walk.done();) {
            const TreeNode node = walk.node();
            const IndexBox box = samples_of(scan.set, scan.tree, node);
            const LegCell<double>* const cells = scan.cells + node_number(scan.set, scan.tree, node) * leg_count;
            const unsigned asked = node.level == 0 ? ~0U : asked_of_children[node.level - 1];
            unsigned below = 0;
            for (int i = 0; i < leg_count && !box.empty(); ++i) {
                const unsigned bits = leg_bits(asked, i) & clearance_bits(leg_limits[i]);
                if (bits == 0) continue;
                below |= bits_of_leg(
                    group.any_bits(limits_below(scan.bounds[i], leg_limits[i], cells[i], bits, p, least.clearance_m)),
                    i);
            }
            if (below != 0 && node.level + 1 < scan.tree.levels) {
                asked_of_children[node.level] = below;
                walk.descend(scan.tree);
                continue;
            }
            if (below != 0) look_at_samples(scan, leg_limits, box, below, p, least);
            walk.go_on(scan.tree);
        }
    }
    return least;
}

}  // namespace hexscan
