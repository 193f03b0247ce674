// Bounds of shared limits over boxes of poses. They exist for every limit and are below the figure at any sample.

#include "src/check/shared_bounds.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <variant>

#include <Eigen/SVD>
#include <gtest/gtest.h>

#include "src/machine/home_state.h"
#include "src/machine/machine.h"
#include "src/machine/shared/shared_limit.h"
#include "src/machine/shared/singularity.h"
#include "src/machine/shared/singularity_limit.h"
#include "tests/support/random/dice.h"
#include "tests/support/random/how_many.h"
#include "tests/support/random/shared_limits_machine.h"
#include "tests/support/upright_machine.h"

namespace {

using namespace hexscan;
using namespace hexscan_test;

/// The subjects of bounds, which also determine the size of their figures.
enum { gaps, obstacles, singularities, loads, rates, stiffnesses, subjects };

std::size_t subject_of(const Limit& limit) {
    if (limit.kind == &gap_limit) return gaps;
    if (is_gap(*limit.kind)) return obstacles;
    if (limit.kind == &rate_limit) return rates;
    if (limit.kind == &stiffness_limit) return stiffnesses;
    return limit.kind == &force_limit || limit.kind == &torque_limit ? loads : singularities;
}

double size_of(const Machine& machine, const Limit& limit) {
    switch (subject_of(limit)) {
        case singularities: return 1;
        case rates: return machine.rate->most;
        case stiffnesses: return machine.stiffness->least_n_per_m;
        case loads: return state_at(machine, *machine.home).state(limit.id).allowed;
        default: return longest_leg_m(machine);
    }
}

/// The figure that a bound limits: the slack of a gap or force, or the smallest singular value.
double figure_at(const Machine& machine, const Limit& limit, const Pose& pose) {
    if (subject_of(limit) != singularities) return state_at(machine, pose).state(limit.id).left;
    const PosedJacobian jacobian(machine, rotation_of(pose.orientation, machine.orientation_order));
    const PosedJacobian::Hold hold = jacobian.at(pose.position_m);
    if (limit.kind == &singularity_limit) return hold.sign * hold.smallest;
    return hold.smallest - machine.singularity->min_conditioning * hold.largest;
}

TEST(SharedBounds, AreBelowWhatIsLeftAnywhereInABox) {
    Dice dice(33);
    std::array<std::array<int, 3>, subjects> sharp{};  // by sort of legs
    for (int seed = 0; seed < how_many(160); ++seed) {
        Pose near;
        Sort sort{};
        const Machine machine = random_machine(static_cast<std::uint64_t>(seed), dice, near, sort, 1);
        const LimitTable table = limits_of(machine);
        const PoseBox box = random_box(machine, near, dice);
        for (const auto& bound : shared_bounds(machine)) {
            const Limit& limit = table[bound->limit()];
            const double at_least = bound->at_least(box), size = size_of(machine, limit);
            double least = infinity;
            for (int k = 0; k < 16; ++k) {
                const double figure = figure_at(machine, limit, random_pose(box, dice));
                least = std::min(least, figure);
                EXPECT_LE(at_least, figure + 1e-9 * size) << "seed " << seed << ", " << limit.name();
            }
            const bool is_sharp = least - at_least < 0.5 * (size + std::abs(least));
            sharp[subject_of(limit)][static_cast<std::size_t>(sort)] += is_sharp ? 1 : 0;
        }
    }
    if (asks_few()) return;
    for (const auto& of_kind : sharp)
        for (const int many : of_kind) EXPECT_GT(many, 1) << "bounds that say nothing are right, too";
}

/// Bounds exist even where legs have no length. A missing bound would prove the limit for every box.
TEST(SharedBounds, AreThereOfEveryLimitThatIsNotFreed) {
    Machine machine = parallel_hexagons();
    machine.platform.points_m = machine.base.points_m;
    machine.legs_apart = LegsApart{0.1, 0.01, 0.05, {}};
    machine.singularity = SingularityLimit{true, 0.1, {}, false, false};
    machine.obstacles.base_plate = machine.obstacles.platform_plate = Plate{0.5, {0, 0, 0}};
    machine.obstacles.keep_out = {{false, {0, 0, 0}, {}, 0.1}};
    machine.load = Load{{0, 0, -1}, {}, {}, PerLeg{1, 1, 1, 1, 1, 1}, {}};
    machine.rate = RateLimit{2};
    machine.stiffness = Stiffness{{1, 1, 1, 1, 1, 1}, 1};
    const LimitTable table = limits_of(machine);
    const std::size_t limits = table.rows().size() - leg_count * limits_of_leg(machine);
    ASSERT_EQ(limits, pair_count + 3 * leg_count + 2 + 2 * leg_count + 1);
    EXPECT_EQ(shared_bounds(machine).size(), limits);
    for (std::size_t k = 0; k < limits; ++k) {
        Machine freed = machine;
        free_shared_limit(freed, k);
        EXPECT_EQ(shared_bounds(freed).size(), limits - 1) << k;
    }
}

/// Sliders along z. The first one's rod is longer than necessary at the origin by 2^-46 of its length. So its foot
/// moves almost perpendicularly to it, and its direction has the largest rounding errors.
Machine with_a_rod_at_its_edge() {
    Machine machine = parallel_hexagons();
    SliderLegs legs;
    legs.rail_z.fill(1);
    legs.rod.fill(1);
    legs.travel_from.fill(-2);
    legs.travel_to.fill(2);
    const Vector beside_m = machine.platform.points_m[0] - machine.base.points_m[0];
    legs.rod[0] = length_of(beside_m) * (1 + 0x1p-46);
    machine.legs = legs;
    return machine;
}

/// The value of the first leg's only limit at the origin.
double asked_there(const Machine& machine) { return shared_bounds(machine)[0]->state({}).asked; }
double at_least_at(const Machine& machine, const Pose& pose) {
    return shared_bounds(machine)[0]->at_least({coordinates_of(pose), coordinates_of(pose)});
}
double at_least_there(const Machine& machine) { return at_least_at(machine, {}); }

TEST(SharedBounds, OfARateAreOpenWhereRoundingsOfARodAtItsEdgeDecide) {
    Machine machine = with_a_rod_at_its_edge();
    machine.rate = RateLimit{1};
    const double asked = asked_there(machine);
    ASSERT_TRUE(asked > 1e5 && std::isfinite(asked)) << asked;
    machine.rate = RateLimit{asked * (1 + 1e-4)};
    EXPECT_FALSE(at_least_there(machine) > 0);
    machine.rate = RateLimit{asked * 4};
    EXPECT_GT(at_least_there(machine), 0);
}

TEST(SharedBounds, OfAForceAreOpenWhereRoundingsOfARodAtItsEdgeDecide) {
    Machine machine = with_a_rod_at_its_edge();
    machine.load = Load{{1, 0.3, -1}, {0.1, 0.2, 0.3}, {}};
    machine.load->max_force.emplace().fill(1);
    const double asked_n = asked_there(machine);
    ASSERT_TRUE(asked_n > 0.01 && asked_n < 1e3) << asked_n;
    machine.load->max_force->fill(asked_n * (1 + 1e-9));
    EXPECT_FALSE(at_least_there(machine) > 0);
    machine.load->max_force->fill(asked_n * 1.01);
    EXPECT_GT(at_least_there(machine), 0);
}

using Number = long double;

/// 1 / condition at a level pose of sliders along z whose carriages are below, with more digits than hexscan uses.
double slider_conditioning_at(const Machine& machine, const Vector& p) {
    const auto& legs = std::get<SliderLegs>(machine.legs);
    const Number length_m = characteristic_length_m(machine);
    std::array<Number, 3> middle{};
    for (const Vector& joint : machine.platform.points_m) {
        const std::array<double, 3> at{joint.x, joint.y, joint.z};
        for (std::size_t k = 0; k < at.size(); ++k) middle[k] += at[k] / Number(leg_count);
    }
    Eigen::Matrix<Number, leg_count, leg_count> rows;
    for (std::size_t i = 0; i < leg_count; ++i) {
        const Vector &joint = machine.platform.points_m[i], &base = machine.base.points_m[i];
        const Number x = Number(p.x) + joint.x - base.x, y = Number(p.y) + joint.y - base.y, beside = std::hypot(x, y);
        const Number rod = legs.rod[i], height = std::sqrt((rod - beside) * (rod + beside));
        const std::array<Number, 3> u{x / height, y / height, 1},
            c{(joint.x - middle[0]) / length_m, (joint.y - middle[1]) / length_m, (joint.z - middle[2]) / length_m};
        rows.row(static_cast<Eigen::Index>(i)) << u[0], u[1], u[2], c[1] * u[2] - c[2] * u[1],
            c[2] * u[0] - c[0] * u[2], c[0] * u[1] - c[1] * u[0];
    }
    const auto values = Eigen::JacobiSVD<decltype(rows)>(rows).singularValues();
    return static_cast<double>(values(leg_count - 1) / values(0));
}

/// A machine with a rod at the edge of its reach, about `far_m` from the origin, where positions have fewer digits.
struct AtItsEdge {
    Machine machine;
    Pose pose;
    Number along;  ///< u . h of that rod; NaN if it does not reach
};

AtItsEdge random_edge(Dice& dice) {
    AtItsEdge at{with_a_rod_at_its_edge(), {}, 0};
    const double far_m = dice.chance(0.5) ? 0 : dice.magnitude(1, 1e3);
    Vector& p = at.pose.position_m = {dice.between(-far_m, far_m), dice.between(-far_m, far_m), 0};
    for (Vector& joint : at.machine.platform.points_m)
        joint = joint + Vector{dice.between(-0.2, 0.2), dice.between(-0.2, 0.2), dice.between(-0.2, 0.2)};
    for (Vector& joint : at.machine.base.points_m) joint = joint + p;
    const Vector &joint = at.machine.platform.points_m[0], &base = at.machine.base.points_m[0];
    const Number beside = std::hypot(Number(p.x) + joint.x - base.x, Number(p.y) + joint.y - base.y);
    const double along = dice.magnitude(1e-8, 1e-2);
    const double rod = std::get<SliderLegs>(at.machine.legs).rod[0] =
        static_cast<double>(beside) * (1 + along * along / 2);
    at.along = std::sqrt((rod - beside) * (rod + beside)) / rod;
    return at;
}

TEST(SharedBounds, OfConditioningAreRightWhereRoundingsOfARodAtItsEdgeDecide) {
    Dice dice(7);
    int edges = 0, proved = 0;
    for (int k = 0; k < 2000; ++k) {
        auto [machine, pose, along] = random_edge(dice);
        if (!(along > 0)) continue;
        ++edges;
        const double true_one = slider_conditioning_at(machine, pose.position_m);
        machine.singularity = SingularityLimit{false, true_one * dice.magnitude(1.001, 1.5), {}, false, false};
        EXPECT_FALSE(at_least_at(machine, pose) > 0) << "u . h is " << along << ", conditioning " << true_one;
        machine.singularity->min_conditioning = 0.5 * true_one;
        proved += at_least_at(machine, pose) > 0 ? 1 : 0;
    }
    EXPECT_GT(edges, 1000);
    EXPECT_GT(proved, edges / 2) << "bounds that say nothing are right, too";
}

TEST(SharedBounds, OfARateAreRightWhereRoundingsOfARodAtItsEdgeDecide) {
    Dice dice(7);
    int edges = 0, proved = 0;
    const int cases = how_many(20000);
    for (int k = 0; k < cases; ++k) {
        auto [machine, pose, along] = random_edge(dice);
        if (!(along > 0)) continue;
        ++edges;
        const auto true_one = static_cast<double>(1 / along);
        machine.rate = RateLimit{true_one * (1 - dice.magnitude(1e-6, 0.3))};
        EXPECT_FALSE(at_least_at(machine, pose) > 0) << "u . h is " << along;
        machine.rate = RateLimit{2 * true_one};
        proved += at_least_at(machine, pose) > 0 ? 1 : 0;
    }
    EXPECT_GT(edges, cases / 2);
    EXPECT_GT(proved, edges / 2) << "bounds that say nothing are right, too";
}

TEST(SharedBounds, SayNothingOfForcesWhoseSquaresAreNone) {
    Machine machine = parallel_hexagons();
    machine.load = Load{{0, 0, -1e-170}};
    machine.load->max_force.emplace().fill(1);
    const Pose home = *machine.home;
    const PoseBox box{coordinates_of(home), coordinates_of(home)};
    EXPECT_EQ(shared_bounds(machine)[0]->at_least(box), -infinity);
    machine.load->force = {};
    EXPECT_EQ(shared_bounds(machine)[0]->at_least(box), 1) << "no load at all is kept";
}

}  // namespace
