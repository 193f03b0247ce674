// Compares bounds of limits over cells of orientations with every sample of the cell.

#include "kernels/sets/cell_bounds.h"

#include <cmath>

#include <gtest/gtest.h>

#include "tests/support/random/dice.h"
#include "tests/support/random/random_set_scan.h"

namespace {

using namespace hexscan;
using namespace hexscan_test;

/// The slack of a leg's limit at one orientation, in the units of CellAtPosition: square metres for strokes, metres for
/// joints.
double slack_at(const SetScan<double>& scan, int index, const Matrix3<double>& rotation, Vec3<double> p, unsigned bit) {
    const FreeLeg& leg = scan.legs[index];
    const Vec3<double> l = p + exact::turn(rotation, leg.platform_point_m) - leg.base_point_m;
    const BoundLeg<double>& bounds = scan.bounds[index];
    if (bit == longest_bit) return bounds.max_length_sq_m2 - dot(l, l);
    if (bit == shortest_bit) return dot(l, l) - bounds.min_length_sq_m2;
    const bool base = bit == base_bit;
    const Vec3<double> axis = base ? leg.limits.base_axis : exact::turn(rotation, leg.platform_axis);
    return dot(axis, l) - (base ? bounds.base_cosine : bounds.platform_cosine) * std::sqrt(dot(l, l));
}

/// The cell's lower bound on the slack; minus infinity if it has none.
template <class Cell>
double least_slack(const SetScan<double>& scan, int index, const Cell& cell, Vec3<double> p, unsigned bit) {
    const BoundLeg<double>& bounds = scan.bounds[index];
    const CellAtPosition<double, Cell> at(bounds, cell, p);
    if (bit == longest_bit) return lowest(at.longest());
    if (bit == shortest_bit) return lowest(at.shortest());
    if (!at.has_direction()) return -INFINITY;
    const double cosine = bit == base_bit ? bounds.base_cosine : bounds.platform_cosine;
    return lowest(bit == base_bit ? at.base_joint() : at.platform_joint()) + (cosine < 0 ? cosine * at.bend_m() : 0);
}

/// Tests one limit of one leg over one node. The bound must be below every sample, and for a single sample only
/// slightly below it. Returns true if the cell has a bound.
bool ask(const SetScan<double>& scan, TreeNode node, int leg, Vec3<double> p, unsigned bit) {
    const IndexBox box = samples_of(scan.set, scan.tree, node);
    const LegCell<double>& cell = scan.cells[node_number(scan.set, scan.tree, node) * leg_count + leg];
    const bool is_stroke = bit == shortest_bit || bit == longest_bit;
    const double margin = is_stroke ? scan.bounds[leg].margin_m2 : scan.bounds[leg].margin_m;
    const double bound = least_slack(scan, leg, cell, p, bit);
    for (int k = 0; k < samples_in(box); ++k) {
        const Matrix3<double> rotation = exact::rotation_at(scan.set, sample_in(box, k));
        const double slack = slack_at(scan, leg, rotation, p, bit);
        EXPECT_LE(bound, slack);
        const double alone = least_slack(scan, leg, leg_place<double>(scan.legs[leg], rotation), p, bit);
        EXPECT_LE(alone, slack);
        if (std::isfinite(alone)) {
            EXPECT_NEAR(alone, slack, 2 * margin);
        }
    }
    return std::isfinite(bound);
}

TEST(CellBounds, AreBelowEverySample) {
    int told = 0, told_of_rings = 0;
    for (std::uint64_t seed = 0; seed < 300; ++seed) {
        const RandomSetScan random(seed, WorkspaceKind::total);
        const SetScan<double>& scan = random.scan();
        Dice dice(seed);
        for (int asked = 0; asked < 40; ++asked) {
            const TreeNode node = node_at(scan.tree, dice.whole(0, static_cast<int>(random.nodes() - 1)));
            const IndexBox box = samples_of(scan.set, scan.tree, node);
            const unsigned bit = 1U << dice.whole(0, 3);
            const int leg = dice.whole(0, leg_count - 1);
            if (box.empty() || samples_in(box) > 3000 || !(leg_bits(scan.limits, leg) & bit)) continue;
            const Vec3<double> p{grid_coordinate(scan.x, dice.whole(0, scan.x.count - 1)),
                                 grid_coordinate(scan.y, dice.whole(0, scan.y.count - 1)),
                                 grid_coordinate(scan.z, dice.whole(0, scan.z.count - 1))};
            SCOPED_TRACE(testing::Message() << "seed " << seed << " level " << node.level << " bit " << bit);
            if (!ask(scan, node, leg, p, bit)) continue;
            ++told;
            told_of_rings += scan.set.layout == OrientationLayout::tilts && node.level == 0;
        }
    }
    EXPECT_GT(told, 3000);
    EXPECT_GT(told_of_rings, 300);
}

}  // namespace
