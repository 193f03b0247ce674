#include "src/check/limit_bounds.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <random>

#include <gtest/gtest.h>

#include "src/files/platform_file.h"
#include "src/scan/platform.h"
#include "tests/support/random/random_boxes.h"

namespace hexscan {
namespace {

using hexscan_test::BoxDice;

std::array<LegClearances<double>, leg_count> kernel_clearances(const Machine& machine, const Pose& pose) {
    const Rotation turned = rotation_of(pose.orientation, machine.orientation_order);
    const auto limits = leg_limits(machine);
    std::array<LegClearances<double>, leg_count> clearances{};
    for (std::size_t i = 0; i < leg_count; ++i)
        clearances[i] =
            leg_clearances(limits[i], pose.position_m + turned(machine.platform.points_m[i]) - machine.base.points_m[i],
                           machine.base.axes[i], turned(machine.platform.axes[i]));
    return clearances;
}

/// Rounding errors of the kernel's doubles, which the enclosure does not contain.
double rounding_m(const Machine& machine, const Pose& pose) {
    double extent_m = std::sqrt(dot(pose.position_m, pose.position_m));
    for (const JointSet* side : {&machine.base, &machine.platform})
        for (const Vector& point : side->points_m) extent_m = std::max(extent_m, std::sqrt(dot(point, point)));
    return 1e-14 * extent_m;
}

TEST(LegBounds, EncloseTheClearancesOfAPose) {
    for (std::uint64_t seed = 1; seed <= 400; ++seed) {
        BoxDice dice(seed);
        const Machine machine = dice.machine();
        const auto legs = leg_bounds(machine);
        const PoseBox box = dice.box(machine);
        for (int sample = 0; sample < 20; ++sample) {
            const Pose pose = pose_at(dice.inside(box));
            const ClearanceEnclosure enclosure = clearances_at(legs, pose);
            const auto expected = kernel_clearances(machine, pose);
            const double slack_m = rounding_m(machine, pose);
            for (std::size_t i = 0; i < leg_count; ++i)
                for (std::size_t k = 0; k < telescopic_limits.size(); ++k) {
                    const Interval& found = enclosure[i][k];
                    if (std::isinf(expected[i].m[k])) {
                        EXPECT_EQ(found.lo, std::numeric_limits<double>::infinity());
                        continue;
                    }
                    EXPECT_LE(found.lo, expected[i].m[k] + slack_m)
                        << "seed " << seed << " leg " << i << " limit " << k;
                    EXPECT_GE(found.hi, expected[i].m[k] - slack_m)
                        << "seed " << seed << " leg " << i << " limit " << k;
                    EXPECT_LE(found.hi - found.lo, 1e-6 * (1 + std::abs(expected[i].m[k])));
                }
        }
    }
}

TEST(LimitBounds, NoClearanceOfTheBoxIsBelow) {
    int bounds = 0, sharp = 0;
    for (std::uint64_t seed = 1; seed <= 400; ++seed) {
        BoxDice dice(seed);
        const Machine machine = dice.machine();
        const auto legs = leg_bounds(machine);
        const PoseBox box = dice.box(machine);
        std::vector<std::array<LegClearances<double>, leg_count>> samples;
        double slack_m = 0;
        for (int sample = 0; sample < 60; ++sample) {
            const Pose pose = pose_at(dice.inside(box));
            samples.push_back(kernel_clearances(machine, pose));
            slack_m = std::max(slack_m, rounding_m(machine, pose));
        }
        for (std::size_t i = 0; i < leg_count; ++i)
            for (std::size_t k = 0; k < telescopic_limits.size(); ++k) {
                // The box's bound is the smallest bound over the problems of all corners.
                double at_least_m = std::numeric_limits<double>::infinity(), met_m = at_least_m;
                for (const LimitProblem& problem : limit_problems(legs, box)) {
                    if (problem.leg != static_cast<int>(i) || problem.limit.limit != static_cast<LegLimit>(k)) continue;
                    const ClearanceBound bound =
                        clearance_bound(legs[i], problem, std::numeric_limits<double>::infinity());
                    at_least_m = std::min(at_least_m, bound.at_least_m);
                    met_m = std::min(met_m, kernel_clearances(machine, bound.lowest)[i].m[k]);
                    const auto at = coordinates_of(bound.lowest);
                    for (std::size_t d = 0; d < at.size(); ++d)
                        EXPECT_TRUE(box.low[d] <= at[d] && at[d] <= box.high[d]) << "seed " << seed;
                }
                for (const auto& sample : samples) {
                    const double clearance_m = sample[i].m[k];
                    EXPECT_LE(at_least_m, clearance_m + slack_m) << "seed " << seed << " leg " << i << " limit " << k;
                }
                ++bounds;
                if (met_m - at_least_m < 1e-9 * (1 + std::abs(met_m))) ++sharp;
            }
    }
    EXPECT_GT(sharp, bounds / 3);  // bounds are attained often
}

TEST(LimitBounds, AreOffByTheSquareOfTheBoxOnly) {
    const Machine machine = built_in_platform().machine;
    const auto legs = leg_bounds(machine);
    for (const double half_rad : {0.1, 0.01, 0.001}) {
        // Away from home, where the legs are not along their axes.
        const std::array<double, 6> middle{0.2, 0.1, 1.5, 0.05, -0.03, 0.1};
        PoseBox box{middle, middle};
        for (std::size_t k = PoseBox::angles_begin; k < PoseBox::dimensions; ++k) {
            box.low[k] -= half_rad;
            box.high[k] += half_rad;
        }
        for (const LimitProblem& problem : limit_problems(legs, box)) {
            const auto i = static_cast<std::size_t>(problem.leg), k = static_cast<std::size_t>(problem.limit.limit);
            const ClearanceBound bound = clearance_bound(legs[i], problem, std::numeric_limits<double>::infinity());
            const double met_m = kernel_clearances(machine, bound.lowest)[i].m[k];
            // If a leg may be along its joint's axis, the direction of its tilt is unknown. The bound is less sharp.
            EXPECT_LE(met_m - bound.at_least_m, 50 * half_rad * half_rad + 1e-12)
                << limits_of(machine)[limit_id(i, problem.limit.limit)].name();
        }
    }
}

}  // namespace
}  // namespace hexscan
