#include "src/pose/closed_poses_near.h"

#include <algorithm>
#include <cmath>

#include <gtest/gtest.h>

#include "tests/pose/random_rods.h"

namespace hexscan {
namespace {

using namespace hexscan_test;

double radius_sine(const PoseRadius& radius) { return std::sin(radius.rad); }

/// Regions around a pose in which the rods close. The largest share of each bound that a pose reaches shows that the
/// bound is not too small by a factor.
TEST(ClosedPosesNear, BoundsHoldThePose) {
    Dice dice(31);
    double most_m = 0, most_rad = 0, most_box = 0;
    int within = 0;
    for (int machine = 0; machine < 400; ++machine) {
        const auto [rods, at] = random_rods(dice);
        for (int sample = 0; sample < 50; ++sample) {
            PoseRegion region;
            region.radius.rad = dice.magnitude(1e-3, 0.5);
            region.radius.m = dice.magnitude(1e-3, 0.5) * rods.size_m;
            const Vector moved_m = scaled(direction(random_in_ball(dice, 1)), region.radius.m);
            const Vector sine = scaled(direction(random_in_ball(dice, 1)), radius_sine(region.radius));
            region.at = moved(at, {moved_m, sine});
            const ClosedPosesNear near = closed_poses_near(rods, region);
            EXPECT_TRUE(near.may_exist);
            for (std::size_t k = 0; const double x_m : {at.position_m.x, at.position_m.y, at.position_m.z}) {
                const double half_m = (near.high_m[k] - near.low_m[k]) / 2;
                const double off_m = std::abs(x_m - (near.high_m[k] + near.low_m[k]) / 2);
                EXPECT_LE(off_m, half_m);
                most_box = std::max(most_box, off_m / half_m);
                ++k;
            }
            if (!near.within) continue;
            ++within;
            const double off_m = length_of(near.within->at.position_m - at.position_m);
            const double off_rad = angle_between(near.within->at.turned, at.turned);
            EXPECT_LE(off_m, near.within->radius.m);
            EXPECT_LE(off_rad, near.within->radius.rad);
            most_m = std::max(most_m, off_m / near.within->radius.m);
            most_rad = std::max(most_rad, off_rad / near.within->radius.rad);
        }
    }
    EXPECT_GT(within, 1000);
    EXPECT_GT(most_box, 0.5);
    EXPECT_GT(most_m, 0.5);
    EXPECT_GT(most_rad, 0.5);
}

TEST(ClosedPosesNear, RegionsFarFromEveryPoseHaveNone) {
    Dice dice(32);
    int none = 0;
    for (int machine = 0; machine < 100; ++machine) {
        const auto [rods, at] = random_rods(dice);
        const Placed away = moved(at, {{0, 0, 0}, scaled(direction(random_in_ball(dice, 1)), 0.2)});
        none += !closed_poses_near(rods, {away, {1e-3 * rods.size_m, 1e-3}}).may_exist;
    }
    EXPECT_GT(none, 50);
}

TEST(ClosedPosesNear, APoseIsAloneOnlyInRegionsWithinItsRadius) {
    const Placed at{{1, 2, 3}, rotation_of({0.1, 0.2, 0.3}, OrientationOrder::zyx)};
    ClosedPose pose{at, {}};
    pose.isolation.alone_within = {0.1, 0.2};
    const auto is_alone = [&](double moved_m, double sine, double radius_m, double radius_rad) {
        return is_alone_in(pose, {moved(at, {{moved_m, 0, 0}, {0, sine, 0}}), {radius_m, radius_rad}});
    };
    EXPECT_TRUE(is_alone(0.05, 0, 0.04, 0));
    EXPECT_FALSE(is_alone(0.05, 0, 0.06, 0));
    EXPECT_FALSE(is_alone(0.11, 0, 0, 0));
    EXPECT_TRUE(is_alone(0, std::sin(0.1), 0, 0.09));
    EXPECT_FALSE(is_alone(0, std::sin(0.1), 0, 0.11));
    EXPECT_FALSE(is_alone(0, std::sin(0.21), 0, 0));
}

/// Two poses near a singular one, of which one is known. A region that holds both is never known, even if its middle is
/// the known pose.
TEST(ClosedPosesNear, AKnownPoseDoesNotHideItsTwin) {
    Dice dice(33);
    const RodMachine machine = telescopic_machine();
    int twins = 0, bounded = 0, known_alone = 0;
    for (int count = 0; count < 1000; ++count) {
        const RandomRods singular = singular_rods(dice);
        Rods rods = singular.rods;
        rods.lengths_m[2] += dice.magnitude(1e-3, 1e-1) * (count % 2 == 0 ? 1 : -1) * rods.size_m;
        const auto closed = [&] {
            return rods.closed_from(moved(singular.at, random_motion(dice, 0.1 * rods.size_m, 0.1)));
        };
        const auto one = closed(), other = closed();
        if (!one || !other) continue;
        const double apart_m = length_of(one->position_m - other->position_m);
        const double apart_rad = angle_between(one->turned, other->turned);
        if (!(apart_rad > 1e-3 && apart_rad < 0.5)) continue;
        const ClosedPose known{*one, isolated(machine, rods, rod_pose(*one))};
        if (!known.isolation.is_proved) continue;
        ++twins;
        const ClosedPosesNear both = closed_poses_near(rods, {*one, {1.001 * apart_m, 1.001 * apart_rad}});
        EXPECT_FALSE(both.are_known({&known, 1})) << count;
        bounded += both.within.has_value();
        const PoseRadius& alone = known.isolation.alone_within;
        known_alone += closed_poses_near(rods, {*one, {alone.m / 2, alone.rad / 2}}).are_known({&known, 1});
    }
    EXPECT_GT(bounded, 30);
    EXPECT_EQ(known_alone, twins);
}

}  // namespace
}  // namespace hexscan
