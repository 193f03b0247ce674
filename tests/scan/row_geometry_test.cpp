#include "src/scan/rows/row_geometry.h"

#include <cmath>

#include <gtest/gtest.h>

#include "kernels/kinematics.h"
#include "src/files/platform_file.h"
#include "tests/support/random/random_platform.h"
#include "tests/support/values.h"

namespace {

using namespace hexscan;

using hexscan_test::degree;

/// The built-in machine with vertical joints of other limits, rolled.
OrientedPlan plan_with_tilts(double base_deg, double platform_deg, double roll_deg) {
    Platform platform = built_in_platform();
    platform.machine.base.axes.fill({0, 0, 1});
    platform.machine.platform.axes.fill({0, 0, 1});
    platform.machine.base.max_tilt_rad.fill(base_deg * degree);
    platform.machine.platform.max_tilt_rad.fill(platform_deg * degree);
    platform.scan.orientations = Orientation{roll_deg * degree, 0, 0};
    return make_scan_plan(platform).oriented();
}

struct KeptJoints {
    bool base, platform;
    bool operator==(const KeptJoints&) const = default;
};

KeptJoints kept_joints(const OrientedPlan& plan) {
    const RowGeometry geometry = without_implied_limits(make_row_geometry(plan));
    return {geometry.legs[0].base.cut != ConeCut::none, geometry.legs[0].platform.cut != ConeCut::none};
}

TEST(RowGeometry, DropsTheWiderOfTwoConesAboutOneAxis) {
    EXPECT_EQ(kept_joints(plan_with_tilts(40, 45, 0)), (KeptJoints{true, false}));
    EXPECT_EQ(kept_joints(plan_with_tilts(45, 40, 0)), (KeptJoints{false, true}));
    EXPECT_EQ(kept_joints(plan_with_tilts(40, 40, 0)), (KeptJoints{true, false}));
}

TEST(RowGeometry, DropsAConeAboutAnotherAxisIfItContainsTheStricterOne) {
    EXPECT_EQ(kept_joints(plan_with_tilts(40, 45, 4.9)), (KeptJoints{true, false}));
    EXPECT_EQ(kept_joints(plan_with_tilts(40, 45, 5.1)), (KeptJoints{true, true}));
    EXPECT_EQ(kept_joints(plan_with_tilts(45, 40, 4.9)), (KeptJoints{false, true}));
    EXPECT_EQ(kept_joints(plan_with_tilts(45, 40, 5.1)), (KeptJoints{true, true}));
}

TEST(RowGeometry, DropsNothingForAJointWithoutALimit) {
    EXPECT_EQ(kept_joints(plan_with_tilts(40, INFINITY, 0)), (KeptJoints{true, false}));
    EXPECT_EQ(kept_joints(plan_with_tilts(INFINITY, 40, 0)), (KeptJoints{false, true}));
}

/// Rows keep their columns when implied limits are dropped.
TEST(RowGeometry, RowsDoNotNeedImpliedLimits) {
    int dropped = 0;
    for (std::uint64_t seed = 0; seed < 200; ++seed) {
        Platform platform = hexscan_test::random_platform(seed);
        platform.machine.platform.axes = platform.machine.base.axes;
        platform.scan.orientations = Orientation{};
        const RowGeometry whole = make_row_geometry(make_scan_plan(platform).oriented());
        if (!is_narrow(whole)) continue;
        const RowGeometry lean = without_implied_limits(whole);
        for (int i = 0; i < leg_count; ++i)
            dropped += lean.legs[i].base.cut != whole.legs[i].base.cut ||
                       lean.legs[i].platform.cut != whole.legs[i].platform.cut;
        for (int slice = 0; slice < whole.exact.z.count; ++slice)
            for (int row = 0; row < whole.exact.y.count; ++row) {
                const double y_m = grid_coordinate(whole.exact.y, row), z_m = grid_coordinate(whole.exact.z, slice);
                const auto solved = [&](const RowGeometry& geometry) {
                    return solve_row<narrow_holes, double>(geometry, y_m, z_m, [&](int column) {
                        return exact_reachable(whole.exact, grid_coordinate(whole.exact.x, column), y_m, z_m);
                    });
                };
                const auto a = solved(whole), b = solved(lean);
                if (!a.decided || !b.decided) continue;
                ASSERT_EQ(a.first <= a.last, b.first <= b.last) << "machine " << seed;
                if (a.first > a.last) continue;
                ASSERT_EQ(a.first, b.first) << "machine " << seed;
                ASSERT_EQ(a.last, b.last) << "machine " << seed;
            }
    }
    EXPECT_GT(dropped, 20);
}

/// Outside the slices with holes no row of any leg comes near the shortest length; inside one does.
TEST(RowGeometry, SlicesWithHolesAreThoseNearAShortestLength) {
    const RowGeometry geometry = make_row_geometry(make_scan_plan(built_in_platform()).oriented());
    const ColumnRange slices = slices_with_holes(geometry);
    const auto has_hole = [&](int slice) {
        const double z_m = grid_coordinate(geometry.exact.z, slice);
        for (int i = 0; i < leg_count; ++i) {
            const Leg<double>& leg = geometry.exact.legs[i];
            const double lz_m = z_m + leg.offset_m.z;
            // The nearest row has y = -offset, if the grid has it.
            if (leg.min_length_sq_m2 >= lz_m * lz_m) return true;
        }
        return false;
    };
    for (int slice = 0; slice < geometry.exact.z.count; ++slice)
        EXPECT_EQ(has_hole(slice), slices.first <= slice && slice <= slices.last) << slice;
    EXPECT_FALSE(slices.empty());
    EXPECT_LT(slices.last, geometry.exact.z.count - 1);
}

TEST(RowGeometry, NoSliceHasHolesWithoutShortestLengths) {
    Platform platform = built_in_platform();
    platform.machine.telescopic().min_length.fill(0);
    EXPECT_TRUE(slices_with_holes(make_row_geometry(make_scan_plan(platform).oriented())).empty());
}

}  // namespace
