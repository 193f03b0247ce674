// Slopes of numbers over boxes of poses. No pose in the box or beside it has a smaller number than the slopes promise.

#include "src/check/rods/pose_slopes.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>

#include <gtest/gtest.h>

#include "src/check/box_halves.h"
#include "tests/support/random/dice.h"
#include "tests/support/random/how_many.h"

namespace {

using namespace hexscan;
using namespace hexscan_test;

Vector any_vector(Dice& dice) { return {dice.between(-1, 1), dice.between(-1, 1), dice.between(-1, 1)}; }

PoseBox any_box(Dice& dice) {
    PoseBox box;
    const double size = dice.magnitude(1e-3, 1);
    for (std::size_t k = 0; k < PoseBox::dimensions; ++k) {
        box.low[k] = box.high[k] = dice.between(-2, 2);
        if (dice.chance(0.8)) box.high[k] += dice.between(0, size);
    }
    return box;
}

/// A joint's height above a sphere along an axis of the platform. This number uses all operations.
struct JointHeight {
    Vector joint, axis;
    OrientationOrder order;

    double at(const Pose& pose) const {
        const Rotation turned = rotation_of(pose.orientation, order);
        const Vector l = pose.position_m + turned(joint);
        return dot(turned.back(l), axis) * std::sqrt(80 - dot(l, l)) / (30 + l.z);
    }
    PoseSlopes over(const PosesNear& poses) const {
        const SlopesVector l = poses.position_m + poses.turned(constant(exactly(joint)));
        const PoseSlopes height = square_root(PoseSlopes(Interval(80)) - square(l.x) - square(l.y) - square(l.z));
        return along(exactly(axis), poses.turned_back(l)) * height / (PoseSlopes(Interval(30)) + l.z);
    }
};

TEST(PoseSlopes, BoundNumbersInTheBoxAndBesideIt) {
    int sharp = 0, boxes = 0;
    for (std::uint64_t seed = 0; seed < how_many_seeds(400); ++seed) {
        Dice dice(seed);
        const JointHeight number{any_vector(dice), any_vector(dice),
                                 dice.chance(0.5) ? OrientationOrder::zyx : OrientationOrder::xyz};
        const PoseBox box = any_box(dice);
        const double by_m = dice.chance(0.5) ? dice.between(0, 0.1) : 0;
        const PosesNear poses(moved(box, by_m), number.order);
        const PoseSlopes slopes = number.over(poses), within = poses.within_slopes(slopes);
        const double least = poses.least(slopes);
        const auto end = poses.least_end(slopes);
        double met = infinity;
        for (int look = 0; look < 100; ++look) {
            std::array<double, PoseBox::dimensions> at{};
            for (std::size_t k = 0; k < at.size(); ++k) {
                const double part = dice.chance(0.5) ? dice.between(0, 1) : dice.chance(0.5) ? 1 : 0;
                at[k] = std::clamp(box.low[k] + part * (box.high[k] - box.low[k]), box.low[k], box.high[k]);
            }
            Pose pose = pose_at(at);
            met = std::min(met, number.at(pose));
            // The end towards which the number falls has a smaller number.
            if (end) {
                for (std::size_t k = 0; k < at.size(); ++k) at[k] = std::clamp(at[k], end->low[k], end->high[k]);
                EXPECT_GE(number.at(pose) + 1e-12, number.at(pose_at(at))) << seed;
            }
            pose.position_m = pose.position_m + scaled(direction(any_vector(dice)), by_m);
            EXPECT_GE(number.at(pose) + 1e-12, least) << seed;
            EXPECT_GE(number.at(pose) + 1e-12, within.value.lo) << seed;
            EXPECT_LE(number.at(pose) - 1e-12, within.value.hi) << seed;
        }
        ++boxes;
        sharp += by_m == 0 && met - least < 0.05;
    }
    if (asks_few()) return;
    EXPECT_GT(sharp, boxes / 4);
}

/// A box of one pose has one number.
TEST(PoseSlopes, AreSharpAtAPose) {
    Dice dice(3);
    const JointHeight number{any_vector(dice), any_vector(dice), OrientationOrder::xyz};
    const Pose pose = pose_at({0.1, -0.2, 0.3, 0.4, -0.5, 0.6});
    const PosesNear poses(moved({coordinates_of(pose), coordinates_of(pose)}, 0), number.order);
    EXPECT_NEAR(poses.least(number.over(poses)), number.at(pose), 1e-12);
}

TEST(PoseSlopes, BendsAreTheSecondDerivatives) {
    constexpr double step = 1e-6;
    for (std::uint64_t seed = 0; seed < 100; ++seed) {
        Dice dice(seed);
        const OrientationOrder order = dice.chance(0.5) ? OrientationOrder::zyx : OrientationOrder::xyz;
        const SlopesVector joint = constant(exactly(any_vector(dice)));
        const bool back = dice.chance(0.5);
        std::array<double, PoseBox::dimensions> at{};
        for (double& coordinate : at) coordinate = dice.between(-2, 2);
        const auto near = [&](std::size_t k, double by) {
            auto there = at;
            there[k] += by;
            return PosesNear(moved(hexscan::box_of(pose_at(there)), 0), order);
        };
        const auto vector = [&](const PosesNear& poses) {
            return back ? poses.turned_back(poses.position_m) + joint : poses.position_m + poses.turned(joint);
        };
        const auto slope = [](const SlopesVector& v, std::size_t k) {
            return Vector{v.x.by[k].middle(), v.y.by[k].middle(), v.z.by[k].middle()};
        };
        for (std::size_t i = 0; i < at.size(); ++i)
            for (std::size_t j = 0; j < at.size(); ++j) {
                const Vector change = slope(vector(near(j, step)), i) - slope(vector(near(j, -step)), i);
                const PosesNear here = near(i, 0);
                const Vector bend = middle(here.bend(vector(here), i, j, back));
                EXPECT_LT(length_of(scaled(change, 0.5 / step) - bend), 1e-8) << seed << ' ' << i << ' ' << j;
            }
    }
}

}  // namespace
