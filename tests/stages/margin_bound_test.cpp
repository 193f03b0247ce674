#include "stages/margin_bound.h"

#include <cmath>
#include <numbers>

#include <gtest/gtest.h>

#include "kernels/kinematics.h"
#include "kernels/ladder/intrinsic_policy.cuh"
#include "src/files/platform_file.h"

namespace {

using namespace hexscan;

Platform coarse_case_study() {
    Platform platform = load_platform(std::string(HEXSCAN_SOURCE_DIR) + "/platforms/case-study.yaml");
    platform.scan.x.count = platform.scan.y.count = 90;
    platform.scan.z.count = 45;
    return platform;
}

Platform with_base_tilt(double degrees) {
    Platform platform = coarse_case_study();
    for (double& tilt_rad : platform.machine.base.max_tilt_rad) tilt_rad = degrees * std::numbers::pi / 180;
    return platform;
}

TEST(MarginBound, GrowsAsTiltLimitsShrinkAndIsAllowedTwice) {
    const double at_33 = intrinsic_margin_bound(make_scan_plan(coarse_case_study()).oriented());
    const double at_5 = intrinsic_margin_bound(make_scan_plan(with_base_tilt(5)).oriented());
    EXPECT_GT(at_33, IntrinsicMath::arcsine_error_bound_rad);
    EXPECT_LT(at_33, 1e-5);
    EXPECT_GT(at_5, 4 * at_33);
    EXPECT_EQ(intrinsic_margin_tolerance(make_scan_plan(coarse_case_study()).oriented()), 2 * at_33);
}

TEST(MarginBound, DoesNotHoldForLegsThatMayBeZeroLong) {
    Platform platform = coarse_case_study();
    platform.machine.telescopic().min_length[2] = 0;
    const ScanPlan plan = make_scan_plan(platform);
    EXPECT_TRUE(std::isinf(intrinsic_margin_bound(plan.oriented())));
    EXPECT_EQ(intrinsic_margin_tolerance(plan.oriented()), 5e-4);
}

/// On the whole grid, each angle and length that stage 7 computes is within the bound of the exact one.
TEST(MarginBound, HoldsOnTheGridOfTheCaseStudy) {
    const ScanPlan plan = make_scan_plan(coarse_case_study());
    const ScanGeometry<double> exact = plan.oriented().geometry;
    const ScanGeometry<float> single = to_float(exact);
    const double bound = intrinsic_margin_bound(plan.oriented());
    const auto is_near = [bound](double a, double b) { return std::abs(a - b) <= bound; };
    int legs = 0, off = 0;
    for (int slice = 0; slice < plan.slices(); ++slice)
        for (int row = 0; row < plan.rows(); ++row)
            for (int column = 0; column < plan.columns(); ++column)
                for (int i = 0; i < leg_count; ++i) {
                    const Leg<double>& leg = exact.legs[i];
                    const Vec3<double> l =
                        leg_vector(leg, {grid_coordinate(exact.x, column), grid_coordinate(exact.y, row),
                                         grid_coordinate(exact.z, slice)});
                    const double length_m = std::sqrt(dot(l, l)),
                                 elevation_rad = accurate_elevation_rad(l, leg.base_axis);
                    // Only compares points whose verdict can depend on the angle.
                    if (length_m < leg.min_length_m || std::abs(elevation_rad - leg.base_min_elevation_rad) > 0.01)
                        continue;
                    const Vec3<float> l7 =
                        leg_vector(single.legs[i], {grid_coordinate(single.x, column), grid_coordinate(single.y, row),
                                                    grid_coordinate(single.z, slice)});
                    const auto length = IntrinsicMath::measure(dot(l7, l7));
                    const float angle = IntrinsicMath::elevation_rad(dot(l7, single.legs[i].base_axis), length);
                    ++legs;
                    off += !is_near(length.length_m / leg.max_length_m, length_m / leg.max_length_m) ||
                           !is_near(angle, elevation_rad);
                }
    EXPECT_GT(legs, 1000);
    EXPECT_EQ(off, 0);
}

}  // namespace
