// Obstacles that legs must avoid. Compares distances from discs with an independent search and with known places.
// Checks that a clearance is right about the positions around.

#include "src/machine/shared/obstacles.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <numbers>

#include <gtest/gtest.h>

#include "kernels/shared/segment_distance.h"
#include "src/machine/home_state.h"
#include "src/machine/legs/posed_leg.h"
#include "src/machine/limits.h"
#include "src/machine/machine_diagnosis.h"
#include "tests/support/random/any_machine.h"
#include "tests/support/random/dice.h"
#include "tests/support/random/how_many.h"
#include "tests/support/random/random_obstacles.h"
#include "tests/support/random/random_vector.h"
#include "tests/support/upright_machine.h"

namespace {

using namespace hexscan;
using namespace hexscan_test;
using std::numbers::pi;
using Numbers = std::array<double, 3>;

/// The smallest value of a convex function from `low` to `high`.
template <class Function>
double least_between(double low, double high, const Function& function) {
    double least = std::min(function(low), function(high));
    for (int k = 0; k < 60; ++k) {
        const double a = low + (high - low) / 3, b = high - (high - low) / 3, at_a = function(a), at_b = function(b);
        least = std::min({least, at_a, at_b});
        (at_a < at_b ? high : low) = at_a < at_b ? b : a;
    }
    return least;
}

/// Searches points of the segment and of the disc. Points of the disc are given by coordinates perpendicular to its
/// normal.
double distance_by_search(const Segment3& segment, const Disc3& disc, const Vector& u, const Vector& v) {
    const double r = disc.radius_m;
    return least_between(0, 1, [&](double t) {
        return least_between(-r, r, [&](double a) {
            const double widest = std::sqrt(std::max(0.0, r * r - a * a));
            return least_between(-widest, widest, [&](double b) {
                const auto apart = [&](double Vector::*k) {
                    return segment.from_m.*k + t * (segment.to_m.*k - segment.from_m.*k) -
                           (disc.middle_m.*k + a * u.*k + b * v.*k);
                };
                return std::hypot(apart(&Vector::x), apart(&Vector::y), apart(&Vector::z));
            });
        });
    });
}

TEST(DiscDistance, IsTheLeastOfAllPairsOfPoints) {
    Dice dice(3);
    int through = 0;
    const int cases = how_many(60);
    for (int k = 0; k < cases; ++k) {
        const double size = dice.magnitude(0.01, 100);
        const Vector normal = direction(random_vector(dice, 1));
        const Vector u = direction(cross(normal, random_vector(dice, 1))), v = cross(normal, u);
        const Disc3 disc{random_vector(dice, size), normal, size * dice.magnitude(0.01, 1)};
        Segment3 segment{random_vector(dice, size), random_vector(dice, size)};
        const int kind = k % 6;
        if (kind == 1) segment.to_m = segment.from_m;
        if (kind == 2) segment.to_m = segment.from_m + scaled(u, size);
        if (kind == 3) segment = {disc.middle_m + scaled(normal, size), disc.middle_m - scaled(normal, size)};
        if (kind == 4) segment = {disc.middle_m + scaled(u, size), disc.middle_m + scaled(normal, size)};
        const double found = disc_distance_m(segment, disc);
        EXPECT_NEAR(found, distance_by_search(segment, disc, u, v), 1e-7 * size) << k;
        EXPECT_NEAR(disc_distance_m({segment.to_m, segment.from_m}, disc), found, 1e-12 * size) << k;
        through += found < 1e-12 * size ? 1 : 0;
    }
    if (asks_few()) return;
    EXPECT_GE(through, 10);
}

/// Six vertical legs at home, a metre from the axis, except the first, which is at x = 2.
Machine upright_machine() {
    Machine machine = machine_without_joints();
    for (std::size_t i = 0; i < leg_count; ++i) {
        const double angle = pi / 3 * static_cast<double>(i), radius_m = i == 0 ? 2 : 1;
        machine.base.points_m[i] =
            machine.platform.points_m[i] = {radius_m * std::cos(angle), radius_m * std::sin(angle), 0};
    }
    machine.home = Pose{{0, 0, 3}, {}};
    machine.legs_apart = LegsApart{0.1, 0.02, 0.25, {}};
    return machine;
}

/// The `left` at home of the first leg's limit of a kind.
double left_of_first_leg(const Machine& machine, const LimitKind& kind, std::size_t obstacle = 0) {
    const LimitTable table = limits_of(machine);
    const HomeState home = state_at(machine, *machine.home);
    for (const LimitId id : table.ids_of(kind))
        if (table[id].owner == LimitOwner{0, {}, obstacle}) return home.state(id).left;
    ADD_FAILURE() << "no such limit";
    return 0;
}

TEST(Obstacles, AreAsFarAwayAsByHand) {
    Machine machine = upright_machine();
    machine.obstacles.keep_out = {{false, {2.5, 0, 1}, {}, 0.2}, {true, {1.5, -1, 2}, {1.5, 1, 2}, 0.1}};
    EXPECT_NEAR(left_of_first_leg(machine, keep_out_limit, 0), 0.5 - 0.2 - 0.05 - 0.02, 1e-12);
    EXPECT_NEAR(left_of_first_leg(machine, keep_out_limit, 1), 0.5 - 0.1 - 0.05 - 0.02, 1e-12);
    // The leg ends 3 m up, minus its free end.
    machine.obstacles.keep_out = {{false, {2, 0, 3.5}, {}, 0.2}};
    EXPECT_NEAR(left_of_first_leg(machine, keep_out_limit), 0.75 - 0.2 - 0.05 - 0.02, 1e-12);
    machine.obstacles.base_plate = Plate{3, {0, 0, -0.5}};
    EXPECT_NEAR(left_of_first_leg(machine, base_plate_limit), 0.75 - 0.05 - 0.02, 1e-12);
    machine.obstacles.base_plate = Plate{1.6, {0, 0, 0.25}};
    EXPECT_NEAR(left_of_first_leg(machine, base_plate_limit), 0.4 - 0.05 - 0.02, 1e-12);
    machine.obstacles.platform_plate = Plate{2.5, {0, 0, -1}};
    EXPECT_NEAR(left_of_first_leg(machine, platform_plate_limit), -0.05 - 0.02, 1e-12);
    machine.obstacles.platform_plate = Plate{2.5, {0, 0, 0.1}};
    EXPECT_NEAR(left_of_first_leg(machine, platform_plate_limit), 0.35 - 0.05 - 0.02, 1e-12);
}

TEST(Obstacles, ThatAreTooNearAreNamed) {
    Machine machine = upright_machine();
    machine.obstacles.keep_out = {{false, {5, 0, 1}, {}, 0.2}, {false, {2.1, 0, 1}, {}, 0.2}};
    const std::string text = violations_text(machine, state_at(machine, *machine.home));
    EXPECT_NE(text.find("leg 1 and obstacle 2 are too close to each other by"), std::string::npos) << text;
    EXPECT_EQ(text.find("obstacle 1 "), std::string::npos) << text;
    EXPECT_FALSE(state_at(machine, *machine.home).reachable);
    const LimitTable table = limits_of(machine);
    std::vector<LimitId> violated;
    const HomeState home = state_at(machine, *machine.home);
    for (const Limit& limit : table.rows())
        if (home.state(limit.id).left < 0) violated.push_back(limit.id);
    ASSERT_EQ(violated.size(), 1U);
    EXPECT_TRUE(state_at(without_limits(machine, violated), *machine.home).reachable);
    machine.obstacles.base_plate = Plate{0.5, {0, 0, 3}};
    const LimitTable with_plate = limits_of(machine);
    EXPECT_LT(with_plate.ids_of(base_plate_limit).back(), with_plate.ids_of(keep_out_limit).front());
}

/// Random machines of every kind, with obstacles for some of their poses.
Machine machine_with_obstacles(std::uint64_t seed, Dice& dice, Pose& near) {
    Machine machine = any_machine(seed, near);
    const double size_m = longest_leg_m(machine);
    const double diameter_m = size_m * dice.magnitude(1e-3, 0.1), gap_m = size_m * dice.magnitude(1e-4, 0.1);
    const double free_m = dice.chance(0.5) ? 0 : size_m * dice.magnitude(1e-3, 0.5);
    machine.legs_apart = LegsApart{diameter_m, gap_m, free_m, {}};
    machine.obstacles = random_obstacles(dice, machine, near, size_m);
    return machine;
}

TEST(Obstacles, AClearanceHoldsForAllPositionsAround) {
    Dice dice(8);
    std::array<int, 2> asked{};
    std::array<double, 3> widest{};
    for (std::uint64_t seed = 0; seed < 600; ++seed) {
        Pose near;
        const Machine machine = machine_with_obstacles(seed, dice, near);
        const double size_m = longest_leg_m(machine);
        PosedSharedLimits limits;
        obstacle_limits.append_posed(machine, rotation_of(near.orientation, machine.orientation_order), limits);
        ASSERT_EQ(limits.size(), machine.obstacles.limit_count());
        const Vector p = near.position_m + random_vector(dice, 0.3 * size_m);
        for (const auto& limit : limits) {
            const double clearance_m = limit->clearance_m(p), doubt_m = limit->doubt_m(std::sqrt(dot(p, p)) + size_m);
            EXPECT_EQ(limit->state(p).left >= 0, limit->keeps(p));
            EXPECT_TRUE(clearance_m == 0 || (clearance_m > 0) == limit->keeps(p));
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

/// The smallest distance of sampled points of a leg's lines from an obstacle.
double looked_at(const std::vector<Segment3>& lines, const Obstacles& obstacles, std::size_t kept_out) {
    const KeptOut& out = obstacles.keep_out[kept_out];
    const Vector from{out.from[0], out.from[1], out.from[2]}, to{out.to[0], out.to[1], out.to[2]};
    constexpr int steps = 400;
    double least_m = std::numeric_limits<double>::infinity();
    for (const Segment3& line : lines)
        for (int i = 0; i <= steps; ++i)
            for (int j = 0; j <= (out.is_capsule ? steps : 0); ++j) {
                const Vector a = line.from_m + scaled(line.to_m - line.from_m, double(i) / steps);
                const Vector b = from + scaled(to - from, double(j) / steps);
                least_m = std::min(least_m, std::sqrt(dot(a - b, a - b)));
            }
    return least_m - out.radius;
}

TEST(Obstacles, AreAsFarFromLegsOfEveryKindAsPointsOfTheirLinesAre) {
    Dice dice(9);
    int looked = 0;
    for (std::uint64_t seed = 0; seed < 60; ++seed) {
        Pose near;
        Machine machine = machine_with_obstacles(seed, dice, near);
        machine.legs_apart->free_ends = 0;
        const double size_m = longest_leg_m(machine), slack_m = 0.01 * size_m;
        const Rotation turned = rotation_of(near.orientation, machine.orientation_order);
        PosedSharedLimits limits;
        obstacle_limits.append_posed(machine, turned, limits);
        const std::size_t plates = machine.obstacles.count() - machine.obstacles.keep_out.size();
        const std::array<LegShape, leg_count> shapes = leg_shapes(machine, near);
        for (std::size_t k = 0; k < machine.obstacles.keep_out.size(); ++k)
            for (std::size_t leg = 0; leg < leg_count; ++leg) {
                const Vector base = machine.base.points_m[leg],
                             top = near.position_m + turned(machine.platform.points_m[leg]);
                const Vector foot = machine.is_telescopic() ? base : base + shapes[leg].foot_m;
                std::vector<Segment3> lines{{foot, top}};
                if (std::holds_alternative<RotaryLegs>(machine.legs)) lines.push_back({base, foot});
                const double asked_m = limits[leg_count * (plates + k) + leg]->state(near.position_m).asked;
                const double seen_m = looked_at(lines, machine.obstacles, k) - machine.legs_apart->diameter / 2;
                EXPECT_LE(asked_m, seen_m + 1e-9 * size_m) << "seed " << seed;
                EXPECT_GE(asked_m, seen_m - slack_m) << "seed " << seed;
                ++looked;
            }
    }
    EXPECT_GT(looked, 300);
}

}  // namespace
