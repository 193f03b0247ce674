// Legs that must not touch. Compares distances of segments with an independent minimisation and with published
// mechanisms. Checks that a clearance is right about the positions around.

#include "src/machine/shared/legs_apart.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>
#include <vector>

#include <gtest/gtest.h>

#include "kernels/shared/segment_distance.h"
#include "src/machine/home_state.h"
#include "src/machine/legs/posed_leg.h"
#include "src/machine/machine_diagnosis.h"
#include "src/machine/pose_clearance.h"
#include "tests/support/random/any_machine.h"
#include "tests/support/random/dice.h"
#include "tests/support/random/random_vector.h"
#include "tests/support/upright_machine.h"

namespace {

using namespace hexscan;
using namespace hexscan_test;
using std::numbers::pi;

/// The smallest value of a convex function on [0, 1].
template <class Function>
double least_on_unit(const Function& function) {
    double low = 0, high = 1;
    for (int k = 0; k < 80; ++k) {
        const double a = low + (high - low) / 3, b = high - (high - low) / 3;
        (function(a) < function(b) ? high : low) = function(a) < function(b) ? b : a;
    }
    return std::min({function(0.0), function(1.0), function((low + high) / 2)});
}

/// Ternary search of the distance, which is convex in both parameters.
double distance_by_search(const Segment3& p, const Segment3& q) {
    const auto at = [](const Segment3& s, double t) {
        return std::array{s.from_m.x + t * (s.to_m.x - s.from_m.x), s.from_m.y + t * (s.to_m.y - s.from_m.y),
                          s.from_m.z + t * (s.to_m.z - s.from_m.z)};
    };
    return least_on_unit([&](double s) {
        return least_on_unit([&](double t) {
            const auto a = at(p, s), b = at(q, t);
            return std::hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2]);
        });
    });
}

TEST(SegmentDistance, IsTheLeastOfAllPairsOfPoints) {
    Dice dice(1);
    int inside = 0;
    for (int k = 0; k < 400; ++k) {
        const double size = dice.magnitude(0.01, 100);
        Segment3 p{random_vector(dice, size), random_vector(dice, size)};
        Segment3 q{random_vector(dice, size), random_vector(dice, size)};
        const int kind = k % 8;
        const Vector along = p.to_m - p.from_m;
        if (kind == 1) q.to_m = q.from_m + scaled(along, dice.between(-2, 2));
        if (kind == 2) q = {p.from_m + scaled(along, 0.3), p.from_m + scaled(along, 1.7)};
        if (kind == 3) q.to_m = q.from_m;
        if (kind == 4) p.to_m = p.from_m;
        if (kind == 5) q.from_m = p.to_m;
        if (kind == 6) {
            // Two segments that cross at a common point, at any angle.
            const Vector through = p.from_m + scaled(along, dice.between(0, 1));
            const Vector way =
                scaled(along, dice.magnitude(1e-3, 1)) + random_vector(dice, size * dice.magnitude(1e-5, 1));
            q = {through - way, through + scaled(way, 0.5)};
        }
        const double found = segment_distance_m(p, q), expected = distance_by_search(p, q);
        EXPECT_NEAR(found, expected, 2e-8 * size) << k;
        EXPECT_NEAR(segment_distance_m(q, p), found, 2e-8 * size) << k;
        inside += kind == 6 && found < 1e-7 * size ? 1 : 0;
    }
    EXPECT_GT(inside, 40);
}

/// StewartOptimizer's fixtures of arms and rods: base 100, platform 50, arm 50, rod 200, home at z 200. Lengths are in
/// metres.
Machine published_arms(bool crossed) {
    Machine machine;
    RotaryLegs legs;
    legs.arm.fill(50);
    legs.rod.fill(200);
    legs.angle_from.fill(-pi);
    legs.angle_to.fill(pi);
    legs.has_azimuth = true;
    for (std::size_t i = 0; i < leg_count; ++i) {
        const double k = static_cast<double>(i / 2), side = i % 2 == 0 ? -1 : 1, deg = pi / 180;
        const double base = (120 * k + 15 * side) * deg, platform = (120 * k + 45 * side) * deg;
        legs.azimuth[i] = crossed ? (120 * k - 75 * side) * deg : base;
        machine.base.points_m[i] = {100 * std::cos(base), 100 * std::sin(base), 0};
        machine.platform.points_m[i] = {50 * std::cos(platform), 50 * std::sin(platform), 0};
        machine.base.axes[i] = machine.platform.axes[i] = {0, 0, 1};
        machine.base.max_tilt_rad[i] = machine.platform.max_tilt_rad[i] = pi;
    }
    legs.settle();
    machine.legs = legs;
    machine.home = Pose{{0, 0, 200}, {}};
    return machine;
}

/// The `left` of the gap limit of two legs at home; legs count from 0.
double gap_at_home_m(const Machine& machine, std::size_t first, std::size_t second) {
    const LimitTable table = limits_of(machine);
    const HomeState home = state_at(machine, *machine.home);
    for (const LimitId id : table.ids_of(gap_limit))
        if (table[id].owner == LimitOwner{first, second}) return home.state(id).left;
    ADD_FAILURE() << "no such pair";
    return 0;
}

TEST(LegsApart, OfPublishedArmsHaveTheirPublishedDistances) {
    Machine paired = published_arms(false);
    paired.legs_apart = LegsApart{0, 20, 0, {}};
    EXPECT_NEAR(gap_at_home_m(paired, 1, 2) + 20, 25.881904510252067, 1e-9);
    EXPECT_TRUE(state_at(paired, *paired.home).reachable);
    paired.legs_apart->gap = 30;
    EXPECT_FALSE(state_at(paired, *paired.home).reachable);
    EXPECT_NE(violations_text(paired, state_at(paired, *paired.home)).find("legs 2 and 3 are too close to each other"),
              std::string::npos)
        << violations_text(paired, state_at(paired, *paired.home));

    Machine crossed = published_arms(true);
    crossed.legs_apart = LegsApart{1, 0, 0, {}};
    for (const std::size_t first : {0U, 2U, 4U}) EXPECT_NEAR(gap_at_home_m(crossed, first, first + 1), -1, 1e-9);
    EXPECT_LT(pose_clearance(crossed, *crossed.home).clearance_m, 0);
}

/// Two vertical legs, two that cross them at half height at a known distance, and a thickness.
TEST(LegsApart, OfLegsThatCrossAreApartAsTheirLinesAre) {
    Machine machine = machine_without_joints();
    for (std::size_t i = 0; i < leg_count; ++i)
        machine.base.points_m[i] = machine.platform.points_m[i] = {3.0 * static_cast<double>(i), 0, 0};
    machine.base.points_m[0] = {-1, 0.1, 0};
    machine.platform.points_m[0] = {1, 0.1, 0};
    machine.base.points_m[1] = {1, -0.1, 0};
    machine.platform.points_m[1] = {-1, -0.1, 0};
    machine.home = Pose{{0, 0, 2}, {}};
    machine.legs_apart = LegsApart{0.05, 0.12, 0, {}};
    EXPECT_NEAR(gap_at_home_m(machine, 0, 1), 0.2 - 0.17, 1e-12);
    // Free ends of half a leg's length leave one point of each leg, and these points are where the legs cross.
    machine.legs_apart->free_ends = 5;
    EXPECT_NEAR(gap_at_home_m(machine, 0, 1), 0.2 - 0.17, 1e-12);
    // Free ends of a third of the length leave middle parts that still cross.
    machine.legs_apart->free_ends = 0.9;
    EXPECT_NEAR(gap_at_home_m(machine, 0, 1), 0.2 - 0.17, 1e-12);
    // If one side is raised, they cross higher up.
    EXPECT_NEAR(gap_at_home_m(machine, 2, 3), 3 - 0.17, 1e-12);
}

/// Random machines with required distances that are too small at some poses. Every other telescopic machine has
/// universal joints.
Machine machine_with_thick_legs(std::uint64_t seed, Dice& dice, Pose& near) {
    Machine machine = any_machine(seed, near);
    const double size_m = longest_leg_m(machine);
    const double diameter_m = size_m * dice.magnitude(1e-3, 0.3), gap_m = size_m * dice.magnitude(1e-4, 0.1);
    const double free_m = dice.chance(0.5) ? 0 : size_m * dice.magnitude(1e-3, 0.5);
    machine.legs_apart = LegsApart{diameter_m, gap_m, free_m, {}};
    return machine;
}

TEST(LegsApart, AClearanceHoldsForAllPositionsAround) {
    Dice dice(7);
    std::array<int, 2> asked{};
    std::array<double, 3> widest{};
    for (std::uint64_t seed = 0; seed < 600; ++seed) {
        Pose near;
        const Machine machine = machine_with_thick_legs(seed, dice, near);
        const double size_m = longest_leg_m(machine);
        const Rotation turned = rotation_of(near.orientation, machine.orientation_order);
        PosedSharedLimits limits;
        gap_limits.append_posed(machine, turned, limits);
        ASSERT_EQ(limits.size(), pair_count);
        const Vector p = near.position_m + random_vector(dice, 0.3 * size_m);
        for (const auto& limit : limits) {
            const double clearance_m = limit->clearance_m(p), doubt_m = limit->doubt_m(std::sqrt(dot(p, p)) + size_m);
            EXPECT_EQ(clearance_m >= 0 || clearance_m == 0, limit->keeps(p) || clearance_m == 0);
            const double sure_m = std::abs(clearance_m) - doubt_m;
            widest[seed % 3] = std::max(widest[seed % 3], sure_m / size_m);
            if (!(sure_m > 0)) continue;
            ++asked[limit->keeps(p) ? 0 : 1];
            for (int k = 0; k < 20; ++k) {
                const Vector way = direction(random_vector(dice, 1));
                const Vector q = p + scaled(way, sure_m * (k % 2 == 0 ? 1 : dice.between(0, 1)));
                EXPECT_EQ(limit->keeps(q), limit->keeps(p)) << "seed " << seed;
            }
        }
    }
    EXPECT_GT(asked[0], 1000);
    EXPECT_GT(asked[1], 100);
    for (const double part : widest) EXPECT_GT(part, 0.01) << "clearances that say nothing are right, too";
}

/// The clearance stops searches where another limit is nearer, clearances_m() does not.
TEST(LegsApart, TheClearanceOfAPoseIsTheFirstOfTheLeast) {
    Dice dice(11);
    std::array<int, 2> active{};
    for (std::uint64_t seed = 0; seed < 600; ++seed) {
        Pose near;
        const Machine machine = machine_with_thick_legs(seed, dice, near);
        const OrientedMachine oriented(machine, near.orientation);
        const LimitTable table = limits_of(machine);
        const std::size_t of_legs = table.rows().size() - pair_count;
        for (int k = 0; k < 5; ++k) {
            const Vector p = near.position_m + random_vector(dice, 0.2 * longest_leg_m(machine));
            const std::vector<double> all_m = oriented.clearances_m(p);
            const auto least = std::min_element(all_m.begin(), all_m.end());
            const auto place = static_cast<std::size_t>(least - all_m.begin());
            const PoseClearance found = oriented.clearance(p);
            EXPECT_EQ(found.clearance_m, *least) << "seed " << seed;
            EXPECT_EQ(found.limit, static_cast<LimitId>(1 + place)) << "seed " << seed;
            ++active[place < of_legs ? 0 : 1];
        }
    }
    EXPECT_GT(active[0], 500);
    EXPECT_GT(active[1], 100);
}

TEST(LegsApart, ThatAreFreeOfAPairsGapKeepTheOthers) {
    Machine machine = published_arms(true);
    machine.legs_apart = LegsApart{1, 0, 0, {}};
    const LimitTable table = limits_of(machine);
    std::vector<LimitId> violated;
    const HomeState home = state_at(machine, *machine.home);
    for (const LimitId id : table.ids_of(gap_limit))
        if (home.state(id).left < 0) violated.push_back(id);
    ASSERT_EQ(violated.size(), 3U);
    const Machine freed = without_limits(machine, violated);
    EXPECT_TRUE(state_at(freed, *freed.home).reachable);
    EXPECT_FALSE(state_at(without_limits(machine, std::span(violated).first(2)), *machine.home).reachable);
}

}  // namespace
