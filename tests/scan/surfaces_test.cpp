// All implementations of a limit must agree: the reference test of a leg, the cut with a row, and the clearance. So
// must the bound over a cell of orientations and the enclosure over a box of leg vectors. Each is written in its own
// way (kernels/surfaces/, kernels/sets/cell_bounds.h, src/machine/surfaces/).

#include <cmath>
#include <cstdint>

#include <gtest/gtest.h>

#include "kernels/kinematics.h"
#include "kernels/sets/set_clearance.h"
#include "src/check/leg_bounds.h"
#include "src/scan/plan.h"
#include "src/scan/rows/row_geometry.h"
#include "src/scan/set_scan_data.h"
#include "tests/support/random/dice.h"
#include "tests/support/random/random_platform.h"
#include "tests/support/random/random_set.h"

namespace {

using namespace hexscan;
using namespace hexscan_test;

Platform platform_with_set(std::uint64_t seed) {
    Platform platform = seed % 3 ? random_platform(seed) : integer_platform(seed);
    add_random_set(seed, WorkspaceKind::total, platform);
    return platform;
}

/// A random machine with a set of orientations, in the forms of all implementations.
struct Scene {
    Platform platform;
    ScanPlan plan;
    SetScanData<double> data;
    std::array<LegBounds, leg_count> bounds;

    explicit Scene(std::uint64_t seed)
        : platform(platform_with_set(seed)), plan(make_scan_plan(platform)), bounds(leg_bounds(platform.machine)) {
        prepare_set_scan(plan, plan.set->legs(), data);
        prepare_cells(data);
    }
};

/// One limit of one leg at one orientation.
class Surface {
public:
    Surface(const Scene& scene, int leg, LegLimit limit, OrientationIndex orientation)
        : scene_(scene),
          leg_(leg),
          limit_(limit),
          rotation_(exact::rotation_at(scene.data.scan.set, orientation)),
          posed_(exact_leg_at(scene.data.scan.legs[leg], rotation_)),
          alone_(posed_) {
        if (limit != LegLimit::shortest) alone_.min_length_sq_m2 = 0;
        if (limit != LegLimit::longest) alone_.max_length_sq_m2 = INFINITY;
        if (limit != LegLimit::base_joint) alone_.base_signed_cos_sq = unlimited_signed_cos_sq;
        if (limit != LegLimit::platform_joint) alone_.platform_signed_cos_sq = unlimited_signed_cos_sq;
    }

    bool keeps(const Vector& p) const { return exact_leg_within_limits(alone_, exact_leg_row(alone_, p.y, p.z), p.x); }
    double clearance_m(const Vector& p) const {
        return exact_limit_clearance_m(scene_.plan.set->limits()[static_cast<std::size_t>(leg_)], limit_, posed_, p);
    }
    LimitCut<double> cut(double y_m, double z_m) const {
        return cut_limit(scene_.data.scan, leg_, posed_, 1U << static_cast<int>(limit_), y_m, z_m);
    }
    /// The clearance of every leg vector within `half_m` of that at p, along the axes of the joint's side.
    Interval enclosure(const Vector& p, double half_m) const {
        const Vector l = seen(p + posed_.offset_m);
        const Interval around{-half_m, half_m};
        const LegBounds& bounds = scene_.bounds[static_cast<std::size_t>(leg_)];
        const std::vector<BoundedLimit> limits = bounded_limits(bounds);
        if (std::ranges::find(limits, BoundedLimit{limit_}) == limits.end()) return INFINITY;
        const auto near = [&](double at) { return PoseSlopes(at, Interval(at) + around); };
        return LegClearance(bounds, {limit_}, {near(l.x), near(l.y), near(l.z)}).number().value;
    }
    /// A position whose leg vector lies within the box of `enclosure`.
    Vector near(Dice& dice, const Vector& p, double half_m) const {
        const auto part = [&] { return 0.999 * half_m * dice.between(-1, 1); };
        const Vector move{part(), part(), part()};
        if (limit_ != LegLimit::platform_joint) return p + move;
        return p + Vector{dot(rotation_.x, move), dot(rotation_.y, move), dot(rotation_.z, move)};
    }
    double doubt_m() const { return clearance_doubt_m(scene_.plan, posed_); }

private:
    Vector seen(const Vector& l) const {
        if (limit_ != LegLimit::platform_joint) return l;
        const Matrix3<double>& r = rotation_;
        return {r.x.x * l.x + r.y.x * l.y + r.z.x * l.z, r.x.y * l.x + r.y.y * l.y + r.z.y * l.z,
                r.x.z * l.x + r.y.z * l.y + r.z.z * l.z};
    }

    const Scene& scene_;
    int leg_;
    LegLimit limit_;
    Matrix3<double> rotation_;
    Leg<double> posed_, alone_;
};

/// How often each implementation gave a result.
struct SurfaceTally {
    std::int64_t kept = 0, lost = 0, ends = 0, columns = 0, cells = 0, boxes_kept = 0, boxes_lost = 0;
};

double x_at(const GridAxis<double>& x, double column) { return x.from_m + (x.begin + column) * x.step_m; }

void compare_clearance(const Surface& surface, const Vector& p, SurfaceTally& tally) {
    const double clearance_m = surface.clearance_m(p);
    if (std::abs(clearance_m) <= surface.doubt_m()) return;
    EXPECT_EQ(clearance_m > 0, surface.keeps(p)) << clearance_m;
    ++(clearance_m > 0 ? tally.kept : tally.lost);
}

/// Compares at the columns of the grid, and just before and after an end.
void compare_cut(const Surface& surface, const GridAxis<double>& x, const Vector& p, SurfaceTally& tally) {
    const LimitCut<double> cut = surface.cut(p.y, p.z);
    if (cut.columns.undecided) return;
    const auto keeps = [&](double column) { return surface.keeps({x_at(x, column), p.y, p.z}); };
    const auto is_inside = [&](double column, double beside) {
        return !cut.columns.empty && column > cut.columns.low + beside && column < cut.columns.high - beside;
    };
    for (int column = 0; column < x.count; ++column) {
        if (is_inside(column, -cut.slack) != is_inside(column, cut.slack)) continue;
        EXPECT_EQ(keeps(column), is_inside(column, 0) != cut.forbidden) << "column " << column;
        ++tally.columns;
    }
    for (const double end : {cut.columns.low, cut.columns.high}) {
        const double beside = 2 * cut.slack + 1e-9;
        if (cut.columns.empty || cut.columns.high - cut.columns.low < 2 * beside) continue;
        if (!(end - beside > 0 && end + beside < x.count - 1)) continue;
        EXPECT_NE(keeps(end - beside), keeps(end + beside)) << "end " << end;
        EXPECT_EQ(keeps(end + beside), (end == cut.columns.low) != cut.forbidden) << "end " << end;
        ++tally.ends;
    }
}

void compare_enclosure(const Surface& surface, Dice& dice, const Vector& p, SurfaceTally& tally) {
    const double half_m = surface.doubt_m() * dice.magnitude(1, 1e6);
    const Interval enclosure = surface.enclosure(p, half_m);
    for (int sample = 0; sample < 4; ++sample) {
        const Vector near = surface.near(dice, p, half_m);
        const double clearance_m = surface.clearance_m(near), doubt_m = surface.doubt_m();
        EXPECT_TRUE(enclosure.lo - doubt_m <= clearance_m && clearance_m <= enclosure.hi + doubt_m)
            << clearance_m << " is not in [" << enclosure.lo << ", " << enclosure.hi << "]";
        if (enclosure.lo > doubt_m) {
            EXPECT_TRUE(surface.keeps(near));
        }
        if (enclosure.hi < -doubt_m) {
            EXPECT_FALSE(surface.keeps(near));
        }
    }
    tally.boxes_kept += enclosure.lo > surface.doubt_m();
    tally.boxes_lost += enclosure.hi < -surface.doubt_m();
}

/// If the cell reports that a limit's clearance is above `ceiling_m` everywhere in it, this holds at each of its
/// samples. If `ceiling_m` is at least the doubt, all samples keep the limit.
void compare_cell(const Scene& scene, TreeNode node, int leg, LegLimit limit, const Vector& p, double ceiling_m,
                  SurfaceTally& tally) {
    const SetScan<double>& scan = scene.data.scan;
    const IndexBox box = samples_of(scan.set, scan.tree, node);
    const LegCell<double>& cell = scan.cells[node_number(scan.set, scan.tree, node) * leg_count + leg];
    const LegLimits<double>& limits = scene.plan.set->limits()[static_cast<std::size_t>(leg)];
    if (limits_below(scan.bounds[leg], limits, cell, 1U << static_cast<int>(limit), p, ceiling_m) != 0) return;
    for (int k = 0; k < samples_in(box); ++k) {
        const Surface surface(scene, leg, limit, sample_in(box, k));
        EXPECT_GT(surface.clearance_m(p), ceiling_m);
        if (ceiling_m >= surface.doubt_m()) {
            EXPECT_TRUE(surface.keeps(p));
        }
    }
    ++tally.cells;
}

void compare_faces(std::uint64_t seed, SurfaceTally& tally) {
    const Scene scene(seed);
    const SetScan<double>& scan = scene.data.scan;
    const std::int64_t nodes = scan.tree.level_begin[scan.tree.levels];
    Dice dice(seed);
    for (int asked = 0; asked < 40; ++asked) {
        const int leg = dice.whole(0, leg_count - 1);
        const auto limit = static_cast<LegLimit>(dice.whole(0, telescopic_limit_count - 1));
        const TreeNode node = node_at(scan.tree, dice.whole(0, static_cast<int>(nodes - 1)));
        const IndexBox box = samples_of(scan.set, scan.tree, node);
        if (box.empty() || samples_in(box) > 1000) continue;
        if (!(clearance_bits(scene.plan.set->limits()[static_cast<std::size_t>(leg)]) >> static_cast<int>(limit) & 1U))
            continue;
        const Vector p{grid_coordinate(scan.x, dice.whole(0, scan.x.count - 1)),
                       grid_coordinate(scan.y, dice.whole(0, scan.y.count - 1)),
                       grid_coordinate(scan.z, dice.whole(0, scan.z.count - 1))};
        SCOPED_TRACE(testing::Message() << "seed " << seed << " leg " << leg << " limit " << static_cast<int>(limit));
        const Surface surface(scene, leg, limit, sample_in(box, dice.whole(0, samples_in(box) - 1)));
        compare_clearance(surface, p, tally);
        compare_cut(surface, scan.x, p, tally);
        compare_enclosure(surface, dice, p, tally);
        compare_cell(scene, node, leg, limit, p, surface.clearance_m(p) * dice.between(0, 1), tally);
    }
}

TEST(Surfaces, FacesAgree) {
    SurfaceTally tally;
    for (std::uint64_t seed = 0; seed < 500 && !testing::Test::HasFailure(); ++seed) compare_faces(seed, tally);
    EXPECT_GT(tally.kept, 1000);
    EXPECT_GT(tally.lost, 1000);
    EXPECT_GT(tally.columns, 10000);
    EXPECT_GT(tally.ends, 500);
    EXPECT_GT(tally.cells, 1000);
    EXPECT_GT(tally.boxes_kept, 1000);
    EXPECT_GT(tally.boxes_lost, 1000);
}

}  // namespace
