// Second-order bounds of legs, gaps and conditionings over boxes of poses. No pose violates the bounds of its box, and
// few bounds are loose.

#include "src/check/shared/leg_taylor.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include <gtest/gtest.h>

#include "src/check/box_halves.h"
#include "src/check/shared/gap_box.h"
#include "src/check/shared/held_box.h"
#include "src/machine/shared/matrix6.h"
#include "src/machine/shared/singularity.h"
#include "tests/support/conditioning_at.h"
#include "tests/support/random/how_many.h"
#include "tests/support/random/shared_limits_machine.h"

namespace {

using namespace hexscan;
using namespace hexscan_test;

/// A random machine with telescopic legs, and a box around its home.
struct TaylorCase {
    Dice dice;
    Pose near;
    Machine machine;
    PoseBox box;

    explicit TaylorCase(int number) : dice(static_cast<std::uint64_t>(number) + 500) {
        Sort sort{};
        machine = random_machine(static_cast<std::uint64_t>(number / 2 * 4 + number % 2), dice, near, sort, 0);
        if (dice.chance(0.5)) machine.orientation_order = OrientationOrder::xyz;
        box = random_box(machine, near, dice);
    }

    /// A wider box; some of its coordinates have no width.
    PoseBox wide_box() {
        PoseBox wide = box;
        for (std::size_t k = 0; k < PoseBox::dimensions; ++k) {
            const double half = dice.chance(0.6) ? 0 : 0.4 * dice.between(0, 1) * (k < 3 ? longest_leg_m(machine) : 1);
            wide.low[k] = wide.high[k] = (box.low[k] + box.high[k]) / 2;
            wide.low[k] -= half;
            wide.high[k] += half;
        }
        return wide;
    }

    /// A random pose of the box; sometimes a corner.
    Pose pose() { return random_pose(box, dice); }
};

const int case_count = how_many(300);

/// The place of a pose in a box, from -1 to 1 in each coordinate that has a width.
std::array<double, PoseBox::dimensions> places_of(const TaylorBox& box, const Pose& pose) {
    const auto at = coordinates_of(pose), middle = coordinates_of(box.around().middle);
    std::array<double, PoseBox::dimensions> places{};
    for (std::size_t k = 0; k < box.count(); ++k)
        places[k] = (at[box.axis(k)] - middle[box.axis(k)]) / box.around().half_widths[box.axis(k)];
    return places;
}

template <class Value>
Value value_at(const Taylor<Value>& taylor, std::size_t count, const std::array<double, PoseBox::dimensions>& t) {
    Value sum = taylor.middle;
    for (std::size_t k = 0; k < count; ++k) {
        sum += t[k] * taylor.first[k] + t[k] * t[k] / 2 * taylor.second[k][k];
        for (std::size_t j = 0; j < k; ++j) sum += t[k] * t[j] * taylor.second[k][j];
    }
    return sum;
}

TEST(LegTaylor, IsNoFartherFromAPoseThanItSays) {
    int loose = 0, tight = 0;
    for (int number = 0; number < case_count; ++number) {
        TaylorCase of(number);
        const TaylorBox box(of.box, of.machine.orientation_order);
        for (std::size_t i = 0; i < leg_count; ++i) {
            const Vector &joint = of.machine.platform.points_m[i], &base = of.machine.base.points_m[i];
            const double arm_m = length_of(joint), size_m = longest_leg_m(of.machine);
            const Taylor<Vector3> moved = box.moved(joint), turned = box.turned(joint);
            const TaylorLeg leg(box, moved, arm_m, base);
            if (!(leg.shortest_m > 0)) continue;
            double farthest = 0;
            for (int k = 0; k < 30; ++k) {
                const Pose pose = of.pose();
                const auto places = places_of(box, pose);
                const Vector3 by_turn = eigen(rotation_of(pose.orientation, of.machine.orientation_order)(joint));
                const Vector3 l = eigen(pose.position_m) + by_turn - eigen(base);
                const double rest_m = box.speeds().third / 6 * arm_m + 1e-12 * size_m;
                EXPECT_LE((value_at(turned, box.count(), places) - by_turn).norm(), rest_m) << number;
                EXPECT_LE((value_at(moved, box.count(), places) - eigen(base) - l).norm(), rest_m) << number;
                const double off = (value_at(leg.direction, box.count(), places) - l.normalized()).norm();
                EXPECT_LE(off, leg.most[2] / 6 + 1e-9) << number;
                EXPECT_GE(l.norm(), leg.shortest_m - 1e-12 * size_m) << number;
                farthest = std::max(farthest, off);
            }
            if (leg.most[2] < 1e-7) continue;
            ++(farthest > leg.most[2] / 6 / 30 ? tight : loose);
        }
    }
    EXPECT_GT(tight, loose) << "bounds that say nothing are right, too";
}

TEST(HeldBox, IsNotHeldBetterThanAnyOfItsPoses) {
    int known = 0, near = 0;
    for (int number = 0; number < case_count; ++number) {
        TaylorCase of(number);
        double least = std::numeric_limits<double>::infinity();
        for (unsigned corner = 0; corner < 64; corner += 1 + static_cast<unsigned>(number) % 3)
            least = std::min(least, conditioning_at(of.machine, corner_of(of.box, corner)));
        for (int k = 0; k < 100; ++k) least = std::min(least, conditioning_at(of.machine, of.pose()));
        HeldBox held(of.machine, {}, of.box);
        EXPECT_FALSE(held.keeps(least * (1 + 1e-9) + 1e-9)) << number;
        EXPECT_LE(held.conditioning_at_least(1), least) << number;
        if (!(least > 1e-3)) continue;
        ++known;
        near += held.keeps(0.9 * least) && held.keeps(0);
    }
    EXPECT_GT(known, case_count / 2);
    EXPECT_GT(near, known / 2) << "bounds that say nothing are right, too";
}

TEST(HeldBox, OfAWideBoxIsNotHeldBetterThanAnyOfItsPoses) {
    int proved = 0;
    for (int number = 0; number < 10 * case_count; ++number) {
        TaylorCase of(number);
        const PoseBox box = of.box = of.wide_box();
        double least = std::numeric_limits<double>::infinity();
        for (unsigned corner = 0; corner < 64; ++corner)
            least = std::min(least, conditioning_at(of.machine, corner_of(box, corner)));
        for (int k = 0; k < 60; ++k) least = std::min(least, conditioning_at(of.machine, of.pose()));
        HeldBox held(of.machine, {}, box);
        EXPECT_FALSE(held.keeps(least * (1 + 1e-9) + 1e-9)) << number;
        proved += held.keeps(0.5 * least);
    }
    EXPECT_GT(proved, case_count / 3) << "bounds that say nothing are right, too";
}

/// The inverse Jacobian in the base's frame.
Matrix6 rows_at(const Machine& machine, const Pose& pose) {
    const Rotation turned = rotation_of(pose.orientation, machine.orientation_order);
    const TelescopicRows rows = PosedJacobian(machine, turned).telescopic_rows().value();
    Matrix6 jacobian;
    for (std::size_t i = 0; i < leg_count; ++i) {
        const Vector3 u = eigen(pose.position_m + rows.offsets_m[i]).normalized(), turn = eigen(rows.arms[i]).cross(u);
        jacobian.row(static_cast<Eigen::Index>(i)) << u.transpose(), turn.transpose();
    }
    return jacobian;
}

TEST(HeldBox, KnowsTheJacobianButForItsRest) {
    int tight = 0, loose = 0;
    for (int number = 0; number < case_count; ++number) {
        TaylorCase of(number);
        const TaylorBox box(of.box, of.machine.orientation_order);
        const HeldBox held(of.machine, {}, of.box);
        const Matrix6 middle = rows_at(of.machine, box.around().middle);
        if (!(conditioning_at(of.machine, box.around().middle) > 1e-3)) continue;
        const Matrix6 back = held.rows().middle * inverse_of(middle);
        EXPECT_LE((back * back.transpose() - Matrix6::Identity()).norm(), 1e-8) << number;
        double farthest = 0;
        for (int k = 0; k < 30; ++k) {
            const Pose pose = of.pose();
            const Matrix6 known = value_at(held.rows(), box.count(), places_of(box, pose));
            farthest = std::max(farthest, (known - back * rows_at(of.machine, pose)).norm());
        }
        EXPECT_LE(farthest, held.rest() + 1e-8) << number;
        if (held.rest() > 1e-6) ++(farthest > held.rest() / 50 ? tight : loose);
    }
    EXPECT_GT(tight, loose) << "bounds that say nothing are right, too";
}

/// True if no eigenvalue of a symmetric matrix is below -slack. Then all pivots of the shifted matrix are positive.
bool is_not_below(Matrix6 matrix, double slack) {
    matrix.diagonal().array() += slack;
    for (Eigen::Index k = 0; k < matrix.rows(); ++k) {
        if (!(matrix(k, k) > 0)) return false;
        for (Eigen::Index i = k + 1; i < matrix.rows(); ++i)
            matrix.row(i) -= (matrix(i, k) / matrix(k, k)) * matrix.row(k);
    }
    return true;
}

TEST(HeldBox, HasANegativePartThatIsNotLess) {
    Dice dice(3);
    for (int k = 0; k < case_count; ++k) {
        Matrix6 x;
        for (Eigen::Index i = 0; i < x.size(); ++i) x(i) = dice.between(-1, 1);
        x = (x + x.transpose()).eval() * dice.magnitude(1e-6, 1e3);
        const Matrix6 part = negative_part(x);
        EXPECT_FALSE(is_not_below(x, 1e-12 * x.norm())) << k;
        EXPECT_TRUE(is_not_below(part, 1e-12 * x.norm())) << k;
        EXPECT_TRUE(is_not_below(part + x, 1e-12 * x.norm())) << k;
        EXPECT_LE(part.norm(), 2 * x.norm());
    }
    EXPECT_EQ(negative_part(Matrix6::Zero()), Matrix6::Zero());
}

TEST(HeldBox, OfASinglePoseIsThatPoses) {
    for (int number = 0; number < 20; ++number) {
        TaylorCase of(number);
        const double there = conditioning_at(of.machine, of.near);
        EXPECT_NEAR(conditioning_of_legs(of.machine, of.near), there, 1e-7) << number;
        HeldBox held(of.machine, {}, {coordinates_of(of.near), coordinates_of(of.near)});
        EXPECT_FALSE(held.keeps(there + 1e-6)) << number;
        EXPECT_TRUE(there < 1e-4 || held.keeps(there - 1e-5)) << number;
    }
}

TEST(GapBox, IsNoWiderThanAtAnyOfItsPoses) {
    int known = 0, near = 0;
    for (int number = 0; number < case_count; ++number) {
        TaylorCase of(number);
        const double size_m = longest_leg_m(of.machine);
        for (std::size_t k = static_cast<std::size_t>(number) % 3; k < pair_count; k += 3) {
            const LegPair& pair = leg_pairs[k];
            double least_m = std::numeric_limits<double>::infinity();
            for (int pose = 0; pose < 60; ++pose) least_m = std::min(least_m, apart_at(of.machine, pair, of.pose()));
            const ApartInBox apart = apart_in_box(of.machine, pair, of.box, infinity);
            EXPECT_LE(apart.at_least_m, least_m + 1e-12 * size_m) << number << ", pair " << k;
            EXPECT_LE(apart.at_least_m, apart.met_m + 1e-12 * size_m) << number << ", pair " << k;
            EXPECT_LE(std::min(apart.met_m, apart_in_box(of.machine, pair, of.box, least_m / 2).at_least_m), least_m)
                << number << ", pair " << k;
            ++known;
            near += apart.at_least_m > std::min(least_m, apart.met_m) - 0.01 * size_m;
        }
    }
    EXPECT_GT(near, known / 2) << "bounds that say nothing are right, too";
}

}  // namespace
