#include "kernels/poses/near_pose.h"

#include <algorithm>
#include <cmath>

#include <gtest/gtest.h>

#include "src/base/interval.h"
#include "tests/pose/random_rods.h"

namespace hexscan {
namespace {

using namespace hexscan_test;

Vector6 numbers_of(const Motion& motion, double size_m) {
    return {motion.moved_m.x / size_m,
            motion.moved_m.y / size_m,
            motion.moved_m.z / size_m,
            motion.sine.x,
            motion.sine.y,
            motion.sine.z};
}

double norm(const Vector6& y) { return y.allFinite() ? std::max(y.head<3>().norm(), y.tail<3>().norm()) : infinity; }

/// The preconditioned equations after a motion, minus their first order: rest(y), written with the inverse.
Vector6 rest_after(const Rods& rods, const Placed& at, const Motion& by) {
    const Closing closing = rods.closing_at(at);
    const auto off = equations(rods, moved(at, by));
    Vector6 there;
    for (std::size_t i = 0; i < leg_count; ++i) there(static_cast<Eigen::Index>(i)) = off[i];
    const Matrix6 inverse = inverse_of(closing.slopes);
    return inverse * (there - closing.off_m2) - numbers_of(by, rods.size_m);
}

TEST(NearPose, BoundsHoldForRandomMotions) {
    Dice dice(4);
    BoundShare rest, bend;
    for (int machine = 0; machine < 300; ++machine) {
        const auto [rods, at] = random_rods(dice);
        const NearPose near = near_pose_of(rods, at);
        const double sine = dice.magnitude(1e-3, 0.9), moved_m = sine * rods.size_m;
        for (int motion = 0; motion < 100; ++motion) {
            const Motion by = random_motion(dice, moved_m, sine);
            const Vector6 difference = rest_after(rods, at, by);
            for (Eigen::Index k = 0; k < leg_count; ++k)
                rest.meet(std::abs(difference(k)), near.rest(static_cast<int>(k), {moved_m, sine}));
            const double size = norm(numbers_of(by, rods.size_m));
            bend.meet(norm(difference), near.bend(sine) * size * size + 1e-10);
        }
    }
    EXPECT_LE(rest.most, 1);
    EXPECT_GT(rest.most, 0.5);
    EXPECT_LE(bend.most, 1);
    EXPECT_GT(bend.most, 0.5);
}

TEST(NearPose, SlopesBoundDifferencesBetweenMotions) {
    Dice dice(5);
    BoundShare slope;
    for (int machine = 0; machine < 300; ++machine) {
        const auto [rods, at] = random_rods(dice);
        const NearPose near = near_pose_of(rods, at);
        const double sine = dice.magnitude(1e-2, 0.7);
        for (int motion = 0; motion < 100; ++motion) {
            const Motion a = random_motion(dice, sine * rods.size_m, sine);
            const Motion towards = random_motion(dice, sine * rods.size_m, sine);
            const double share = dice.magnitude(1e-3, 1);
            const Motion b{a.moved_m + scaled(towards.moved_m - a.moved_m, share),
                           a.sine + scaled(towards.sine - a.sine, share)};
            const double apart = norm(numbers_of(a, rods.size_m) - numbers_of(b, rods.size_m));
            slope.meet(norm(rest_after(rods, at, a) - rest_after(rods, at, b)), near.slope(sine) * apart + 1e-10);
        }
    }
    EXPECT_LE(slope.most, 1);
    EXPECT_GT(slope.most, 0.3);
}

TEST(NearPose, BoundsOfPosesNearbyHold) {
    Dice dice(6);
    BoundShare change, bend;
    for (int machine = 0; machine < 300; ++machine) {
        const auto [rods, at] = random_rods(dice);
        const NearPose near = near_pose_of(rods, at);
        const Matrix6 inverse = inverse_of(rods.closing_at(at).slopes);
        const double size = dice.magnitude(1e-3, 0.4), reach = 0.4;
        for (int motion = 0; motion < 20; ++motion) {
            const Placed there = moved(at, random_motion(dice, size * rods.size_m, size));
            const Closing closing = rods.closing_at(there);
            const Matrix6 changed = inverse * closing.slopes - Matrix6::Identity();
            const Motion by = random_motion(dice, reach * rods.size_m, reach);
            const Vector6 y = numbers_of(by, rods.size_m);
            change.meet(norm(changed * y), near.change_at(size) * norm(y) + 1e-10);
            const auto off = equations(rods, moved(there, by));
            Vector6 after;
            for (std::size_t i = 0; i < leg_count; ++i) after(static_cast<Eigen::Index>(i)) = off[i];
            const Vector6 difference = inverse * (after - closing.off_m2 - closing.slopes * y);
            bend.meet(norm(difference), near.bend_at(size, reach) * norm(y) * norm(y) + 1e-10);
        }
    }
    EXPECT_LE(change.most, 1);
    EXPECT_GT(change.most, 0.3);
    EXPECT_LE(bend.most, 1);
    EXPECT_GT(bend.most, 0.2);
}

TEST(NearPose, ErrorsOfRodsWidenTheBounds) {
    Dice dice(7);
    BoundShare off, skew, bend;
    for (int machine = 0; machine < 300; ++machine) {
        const auto [rods, at] = random_rods(dice);
        RodErrors errors;
        std::ranges::fill(errors.foot_m, 0.01);
        for (std::size_t i = 0; i < leg_count; ++i) errors.off_m2[i] = 0.01 * (rods.lengths_m[i] + 0.005);
        const NearPose near = with_errors(near_pose_of(rods, at), errors);
        const Matrix6 inverse = inverse_of(rods.closing_at(at).slopes);
        for (int motion = 0; motion < 50; ++motion) {
            Rods other = rods;
            for (Vector& foot_m : other.feet_m) foot_m = foot_m + random_in_ball(dice, 0.01);
            const auto numbers = [&](const Placed& pose) {
                const auto all = equations(other, pose);
                Vector6 there;
                for (std::size_t i = 0; i < leg_count; ++i) there(static_cast<Eigen::Index>(i)) = all[i];
                return Vector6(inverse * there);
            };
            off.meet(norm(numbers(at)), near.off);
            const double size = 0.3;
            const Motion by = random_motion(dice, size * rods.size_m, size);
            const Vector6 y = numbers_of(by, rods.size_m), rest = numbers(moved(at, by)) - numbers(at) - y;
            const Matrix6 skewed = inverse * other.closing_at(at).slopes - Matrix6::Identity();
            skew.meet(norm(skewed * y), near.skew * norm(y));
            bend.meet(norm(rest), near.skew * norm(y) + near.bend(size) * norm(y) * norm(y) + 1e-10);
        }
    }
    EXPECT_LE(skew.most, 1);
    EXPECT_GT(skew.most, 0.2);
    EXPECT_LE(off.most, 1);
    EXPECT_GT(off.most, 0.3);
    EXPECT_LE(bend.most, 1);
    EXPECT_GT(bend.most, 0.2);
}

/// Random motions leave room in the bounds, so they do not show that a part of a bound is missing.
TEST(NearPose, BoundsGrowWithErrorsAndWithTheDistanceOfPosesNearby) {
    Dice dice(8);
    for (int machine = 0; machine < 50; ++machine) {
        const auto [rods, at] = random_rods(dice);
        const NearPose near = near_pose_of(rods, at);
        EXPECT_GT(near.bend_at(0.3, 0.4), near.bend_at(0.1, 0.4));
        EXPECT_GT(near.change_at(0.3), near.change_at(0.1));
        RodErrors errors;
        std::ranges::fill(errors.foot_m, 0.01);
        std::ranges::fill(errors.off_m2, 0.01);
        const NearPose wider = with_errors(near, errors);
        EXPECT_GT(wider.bend(0.3), near.bend(0.3));
        EXPECT_GT(wider.bend_at(0.1, 0.3), near.bend_at(0.1, 0.3));
        EXPECT_GT(wider.change_at(0.1), near.change_at(0.1));
        EXPECT_GT(wider.skew, near.skew);
        EXPECT_GT(wider.off, near.off);
    }
}

/// Feet that move along the arms change the trace by all of its bound.
TEST(NearPose, BoundsWithErrorsHoldForMovedFeet) {
    Dice dice(9);
    BoundShare trace, products;
    for (int machine = 0; machine < 100; ++machine) {
        const auto [rods, at] = random_rods(dice);
        RodErrors errors{};
        std::ranges::fill(errors.foot_m, 0.1);
        const NearPose near = near_pose_of(rods, at), wider = with_errors(near, errors);
        for (std::size_t k = 0; k < leg_count; ++k) {
            const Vector6 weights = Eigen::Map<const Vector6>(near.rows[k].weight);
            for (const double sign : {-1.0, 1.0}) {
                Rods moved = rods;
                for (std::size_t i = 0; i < leg_count; ++i) {
                    const double along = std::copysign(sign * errors.foot_m[i], weights(static_cast<Eigen::Index>(i)));
                    moved.feet_m[i] = rods.feet_m[i] + scaled(direction(at.turned(rods.joints_m[i])), along);
                }
                const RodSum row = rod_sum_of(moved, at, weights);
                trace.meet(row.trace, wider.rows[k].trace);
                products.meet(row.products, wider.rows[k].products);
                EXPECT_LE(row.form, wider.rows[k].form);
            }
        }
    }
    EXPECT_LE(trace.most, 1 + 1e-9);
    EXPECT_GT(trace.most, 0.999);
    EXPECT_LE(products.most, 1);
    EXPECT_GT(products.most, 0.5);
}

/// The bound on a motion holds for derivatives whose inverse is not exact.
TEST(NearPose, TheRestGrowsWithTheErrorOfTheInverse) {
    Dice dice(10);
    const auto [rods, at] = random_rods(dice);
    NearPose near = near_pose_of(rods, at);
    for (const MotionReach& reach : {MotionReach{0.3 * rods.size_m, 0.1}, MotionReach{0.1 * rods.size_m, 0.3}}) {
        near.skew = 0;
        const double exact = near.rest(2, reach);
        near.skew = 0.5;
        EXPECT_NEAR(near.rest(2, reach) - exact, 0.5 * 0.3, 1e-6);
    }
}

}  // namespace
}  // namespace hexscan
