// Bounds of limits over cells of orientations, held against every sample of the cell.

#include "kernels/limit_bounds.h"

#include <cmath>
#include <vector>

#include <gtest/gtest.h>

#include "src/scan/set_scan_data.h"
#include "tests/support/dice.h"
#include "tests/support/random_platform.h"
#include "tests/support/random_set.h"

namespace {

using namespace hexscan;
using namespace hexscan_test;

/// What a leg has to spare at one orientation, as CellAtPosition counts it: in square metres, and in metres at joints.
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

/// What the cell says that is at least left; nothing where it says nothing.
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

/// Calls visit(rotation) for every sample of a box.
template <class Visit>
void for_each_sample(const SetScan<double>& scan, const IndexBox& box, Visit visit) {
    for (int k = 0; k < samples_in(box); ++k) visit(exact::rotation_at(scan.set, sample_in(box, k)));
}

/// One limit of one leg over one node: the bound is below every sample, and of a single sample next to nothing below it.
void ask(const SetScan<double>& scan, TreeNode node, int leg, Vec3<double> p, unsigned bit) {
    const IndexBox box = samples_of(scan.set, scan.tree, node);
    const LegCell<double>& cell = scan.cells[node_number(scan.set, scan.tree, node) * leg_count + leg];
    const BoundLeg<double>& bounds = scan.bounds[leg];
    const bool is_stroke = bit == shortest_bit || bit == longest_bit;
    double least = INFINITY;
    for_each_sample(scan, box, [&](const Matrix3<double>& rotation) {
        const double slack = slack_at(scan, leg, rotation, p, bit);
        least = std::min(least, slack);
        const double alone = least_slack(scan, leg, leg_place<double>(scan.legs[leg], rotation), p, bit);
        EXPECT_LE(alone, slack);
        if (std::isfinite(alone)) {
            EXPECT_NEAR(alone, slack, 2 * (is_stroke ? bounds.margin_m2 : bounds.margin_m));
        }
    });
    EXPECT_LE(least_slack(scan, leg, cell, p, bit), least);
}

TEST(CellBounds, AreBelowEverySample) {
    int asked_of_all = 0;
    for (std::uint64_t seed = 0; seed < 300; ++seed) {
        Platform platform = random_platform(seed);
        add_random_set(seed, WorkspaceKind::total, platform);
        const ScanPlan plan = make_scan_plan(platform);
        SetScanData<double> data;
        prepare_set_scan(plan, plan.set->legs(), data);
        prepare_cells(data);
        const SetScan<double>& scan = data.scan;
        Dice dice(seed);
        for (int asked = 0; asked < 40; ++asked) {
            const TreeNode node = node_at(scan.set, scan.tree,
                                          dice.whole(0, static_cast<int>(scan.tree.level_begin[scan.tree.levels] - 1)));
            const IndexBox box = samples_of(scan.set, scan.tree, node);
            const unsigned bit = 1U << dice.whole(0, 3);
            const int leg = dice.whole(0, leg_count - 1);
            if (box.empty() || samples_in(box) > 3000 || !(leg_bits(scan.limits, leg) & bit)) continue;
            const Vec3<double> p{grid_coordinate(scan.x, dice.whole(0, scan.x.count - 1)),
                                 grid_coordinate(scan.y, dice.whole(0, scan.y.count - 1)),
                                 grid_coordinate(scan.z, dice.whole(0, scan.z.count - 1))};
            SCOPED_TRACE(testing::Message() << "seed " << seed << " level " << node.level << " bit " << bit);
            ask(scan, node, leg, p, bit);
            ++asked_of_all;
        }
    }
    EXPECT_GT(asked_of_all, 3000);
}

}  // namespace
