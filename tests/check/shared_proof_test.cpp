// What legs share over boxes of poses and along paths: what is proved is refuted by no sample and no search downhill,
// and what is refuted is so by the exact test.

#include "src/check/shared_proof.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdlib>
#include <numbers>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include <gtest/gtest.h>

#include "src/check/path_proof.h"
#include "src/check/requirement_check.h"
#include "src/files/requirements/box_requirement.h"
#include "src/machine/home_state.h"
#include "src/machine/machine.h"
#include "src/machine/shared/leg_forces.h"
#include "src/machine/shared/leg_motion.h"
#include "src/machine/shared/shared_limit.h"
#include "src/machine/shared/singularity.h"
#include "src/machine/shared/singularity_limit.h"
#include "tests/support/proof_request.h"
#include "tests/support/random/dice.h"
#include "tests/support/random/random_leg_machines.h"
#include "tests/support/random/random_platform.h"
#include "tests/support/rod_machine.h"
#include "tests/support/upright_machine.h"

namespace {

using namespace hexscan;
using namespace hexscan_test;
using std::numbers::pi;

/// The long run asks for more.
int number_of(const char* variable, int usual) {
    const char* const given = std::getenv(variable);
    return given ? std::atoi(given) : usual;
}

enum class Sort { telescopic, slider, rotary };

/// What stands in the way of legs, up to a few of each sort, somewhere about the machine.
Obstacles random_obstacles(double size_m, const Pose& near, Dice& dice) {
    const auto about = [&](const Vector& middle_m, double by_m) {
        return Point3{middle_m.x + by_m * dice.between(-1, 1), middle_m.y + by_m * dice.between(-1, 1),
                      middle_m.z + by_m * dice.between(-1, 1)};
    };
    const auto small_m = [&] { return size_m * dice.magnitude(1e-4, 0.2); };
    Obstacles obstacles;
    if (dice.chance(0.4)) obstacles.base_plate = Plate{small_m(), about({0, 0, 0}, small_m())};
    if (dice.chance(0.4)) obstacles.platform_plate = Plate{small_m(), about({0, 0, 0}, small_m())};
    while (dice.chance(0.5)) {
        const bool is_capsule = dice.chance(0.5);
        const Vector half_way = scaled(near.position_m, 0.5);
        const Point3 from = about(half_way, size_m / 2);
        obstacles.keep_out.push_back({is_capsule, from, is_capsule ? about(half_way, size_m / 2) : from, small_m()});
    }
    return obstacles;
}

Load random_load(double size_m, bool has_arms, Dice& dice) {
    const auto vector = [&](double by) {
        return std::array<double, 3>{by * dice.between(-1, 1), by * dice.between(-1, 1), by * dice.between(-1, 1)};
    };
    const double force_n = dice.magnitude(1, 1e4);
    Load load{vector(force_n), dice.chance(0.5) ? std::array<double, 3>{} : vector(force_n * size_m),
              vector(0.2 * size_m)};
    load.max_force.emplace();
    for (double& most_n : *load.max_force) most_n = force_n * dice.magnitude(0.1, 30);
    if (!has_arms) return load;
    load.max_torque.emplace();
    for (double& most_nm : *load.max_torque) most_nm = force_n * size_m * dice.magnitude(0.01, 3);
    return load;
}

/// That a leg's value is divided by where it is an angle.
double arm_m(const Machine& machine) {
    const auto* const arms = std::get_if<RotaryLegs>(&machine.legs);
    return arms ? arms->arm[0] : 1;
}

/// A machine that asks for what legs share, most often for what it keeps at a pose; so often also for what is beside
/// legs, and for what they carry.
Machine random_machine(std::uint64_t seed, Dice& dice, Pose& near, Sort& sort, double loaded) {
    Machine machine;
    sort = seed % 4 < 2 ? Sort::telescopic : seed % 4 == 2 ? Sort::slider : Sort::rotary;
    if (sort == Sort::telescopic) {
        machine = (seed % 8 == 0 ? integer_platform(seed) : random_platform(seed)).machine;
        const TelescopicLegs& legs = machine.telescopic();
        near = machine.home ? *machine.home : Pose{{0, 0, (legs.min_length[0] + legs.max_length[0]) / 2}, {}};
    } else {
        using leg_oracle::Kind;
        const RandomLegMachine random = random_leg_machine(sort == Sort::slider ? Kind::slider : Kind::rotary, seed);
        machine = rod_machine(random.machine, random.home);
        near = pose_of(random.home);
    }
    if (!machine.home) machine.home = near;
    const double size_m = longest_leg_m(machine);
    const double free_m = dice.chance(0.4) ? 0 : size_m * dice.magnitude(1e-3, 0.3);
    machine.legs_apart = LegsApart{size_m * dice.magnitude(1e-5, 0.1), size_m * dice.magnitude(1e-6, 0.01), free_m, {}};
    machine.singularity = SingularityLimit{true, dice.magnitude(1e-4, 0.1), {}, false, false};
    if (!singularity_limit_problem(machine).empty()) machine.singularity->avoid = false;
    if (dice.chance(loaded)) machine.obstacles = random_obstacles(size_m, near, dice);
    if (dice.chance(loaded)) machine.load = random_load(size_m, sort == Sort::rotary, dice);
    if (dice.chance(loaded)) machine.rate = RateLimit{dice.magnitude(0.9, 30) / arm_m(machine)};
    if (dice.chance(0.2)) return machine;
    const auto limits = posed_shared_limits(machine, rotation_of(near.orientation, machine.orientation_order));
    for (std::size_t k = 0; k < limits.size(); ++k)
        if (!limits[k]->keeps(near.position_m)) free_shared_limit(machine, k);
    return machine;
}

PoseBox random_box(const Machine& machine, const Pose& near, Dice& dice) {
    const double size_m = longest_leg_m(machine), width = dice.magnitude(1e-6, 0.2);
    PoseBox box{coordinates_of(near), coordinates_of(near)};
    for (std::size_t k = 0; k < PoseBox::dimensions; ++k) {
        const double half = dice.chance(0.2) ? 0 : width * dice.between(0, 1) * (k < 3 ? size_m : 1);
        const double off = width * dice.between(-0.2, 0.2) * (k < 3 ? size_m : 1);
        box.low[k] += off - half;
        box.high[k] += off + half;
    }
    return box;
}

/// What the exact test leaves of the limits at a pose, the least part of what is asked.
bool keeps(const ProvenMachine& proven, const Pose& pose) {
    return std::ranges::all_of(proven.shared, [&](const auto& bound) { return bound->keeps(pose); });
}

Pose random_pose(const PoseBox& box, Dice& dice) {
    std::array<double, PoseBox::dimensions> at{};
    for (std::size_t k = 0; k < at.size(); ++k) {
        const int place = dice.whole(0, 5);
        at[k] = place == 0   ? box.low[k]
                : place == 1 ? box.high[k]
                             : std::clamp(dice.between(box.low[k], box.high[k]), box.low[k], box.high[k]);
    }
    return pose_at(at);
}

enum { proved, violated, undecided };

int outcome_of(const Proof& proof) {
    return proof.violated ? violated : proof.undecided == LimitId::none ? proved : undecided;
}

/// What the machine's limits leave at the pose that is told.
void expect_violation(const Machine& machine, const Proof& proof) {
    const HomeState state = state_at(machine, proof.least.pose);
    EXPECT_LE(state.state(proof.least.clearance.limit).left, 0);
    ASSERT_TRUE(proof.least.state);
    EXPECT_EQ(proof.least.state->left, state.state(proof.least.clearance.limit).left);
    EXPECT_LE(proof.least.clearance.clearance_m, 0);
}

/// The least that a limit has left, downhill from a pose by steps along each coordinate.
double least_left(const Machine& machine, std::size_t limit, const PoseBox& box, const Pose& from) {
    const auto left_at = [&](const std::array<double, PoseBox::dimensions>& at) {
        const Pose pose = pose_at(at);
        return posed_shared_limits(machine, rotation_of(pose.orientation, machine.orientation_order))[limit]
            ->state(pose.position_m)
            .left;
    };
    std::array<double, PoseBox::dimensions> at = coordinates_of(from);
    double least = left_at(at);
    for (double step = 0.25; step > 1e-3;) {
        bool lower = false;
        for (std::size_t k = 0; k < at.size(); ++k)
            for (const double way : {step, -step}) {
                auto candidate = at;
                candidate[k] = std::clamp(at[k] + way * (box.high[k] - box.low[k]), box.low[k], box.high[k]);
                if (const double left = left_at(candidate); left < least) {
                    least = left;
                    at = candidate;
                    lower = true;
                }
            }
        if (!lower) step /= 2;
    }
    return least;
}

/// What a limit's bound is about, and how large its figures are.
enum { gaps, obstacles, singularities, loads, rates, subjects };

std::size_t subject_of(const Limit& limit) {
    if (limit.kind == &gap_limit) return gaps;
    if (is_gap(*limit.kind)) return obstacles;
    if (limit.kind == &rate_limit) return rates;
    return limit.kind == &force_limit || limit.kind == &torque_limit ? loads : singularities;
}

double size_of(const Machine& machine, const Limit& limit) {
    switch (subject_of(limit)) {
        case singularities: return 1;
        case rates: return machine.rate->most;
        case loads: return state_at(machine, *machine.home).state(limit.id).allowed;
        default: return longest_leg_m(machine);
    }
}

/// The figure that a limit's bound bounds: what is left of a gap or a force, or of the smallest singular value.
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
    for (std::uint64_t seed = 0; seed < 160; ++seed) {
        Pose near;
        Sort sort{};
        const Machine machine = random_machine(seed, dice, near, sort, 1);
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
    for (const auto& of_kind : sharp)
        for (const int many : of_kind) EXPECT_GT(many, 1) << "bounds that say nothing are right, too";
}

TEST(SharedProof, OfBoxesIsNeverWrong) {
    const int machines = number_of("HEXSCAN_PROOF_MACHINES", 120), samples = number_of("HEXSCAN_PROOF_SAMPLES", 200);
    Dice dice(31);
    std::array<std::array<int, 3>, 3> outcomes{};  // by sort of legs: proved, violated, undecided
    for (int seed = 0; seed < machines; ++seed) {
        Pose near;
        Sort sort{};
        const Machine machine = random_machine(static_cast<std::uint64_t>(seed), dice, near, sort, 0.25);
        const ProvenMachine proven(machine);
        PoseBox box = random_box(machine, near, dice);
        ProofRequest request = asking(0);
        request.most_parts = 500;
        ProofRecord record(proven, request, near);
        prove_shared(proven, box, request, record, one_by_one);
        const Proof proof = record.proof();
        auto& tally = outcomes[static_cast<std::size_t>(sort)];
        ++tally[static_cast<std::size_t>(outcome_of(proof))];
        if (outcome_of(proof) == violated) {
            const auto at = coordinates_of(proof.least.pose);
            for (std::size_t k = 0; k < at.size(); ++k) {
                EXPECT_GE(at[k], box.low[k]) << seed;
                EXPECT_LE(at[k], box.high[k]) << seed;
            }
            expect_violation(machine, proof);
        }
        if (outcome_of(proof) != proved) continue;
        for (int k = 0; k < samples; ++k) EXPECT_TRUE(keeps(proven, random_pose(box, dice))) << seed;
        const double size_m = longest_leg_m(machine);
        const std::size_t limits = posed_shared_limits(machine, rotation_of({}, machine.orientation_order)).size();
        for (std::size_t limit = static_cast<std::size_t>(seed) % 3; limit < limits; limit += 3)
            EXPECT_GE(least_left(machine, limit, box, random_pose(box, dice)), -1e-12 * std::max(1.0, size_m)) << seed;
    }
    for (const auto& tally : outcomes) {
        EXPECT_GT(tally[proved], machines / 100) << "proofs that prove nothing are right, too";
        EXPECT_GT(tally[violated], machines / 100);
    }
    RecordProperty("telescopic_proved", outcomes[0][0]);
    RecordProperty("telescopic_violated", outcomes[0][1]);
    RecordProperty("telescopic_undecided", outcomes[0][2]);
    RecordProperty("slider_proved", outcomes[1][0]);
    RecordProperty("slider_undecided", outcomes[1][2]);
    RecordProperty("rotary_proved", outcomes[2][0]);
    RecordProperty("rotary_undecided", outcomes[2][2]);
}

TEST(SharedProof, OfPathsIsNeverWrong) {
    const int machines = number_of("HEXSCAN_PROOF_MACHINES", 120);
    Dice dice(32);
    std::array<int, 3> outcomes{};
    for (int seed = 0; seed < machines; ++seed) {
        Pose near;
        Sort sort{};
        Machine machine = random_machine(static_cast<std::uint64_t>(seed), dice, near, sort, 0.25);
        // Strokes and joints are another test's.
        const PoseBox box = random_box(machine, near, dice);
        const std::vector<Pose> path{random_pose(box, dice), random_pose(box, dice), random_pose(box, dice)};
        const ProvenMachine proven(machine);
        ProofRequest request = asking(-1e3 * longest_leg_m(machine));
        request.least_to_m = infinity;
        request.most_parts = 300;
        const Proof proof = prove_path(proven, path, true, request);
        ++outcomes[static_cast<std::size_t>(outcome_of(proof))];
        const auto pose_along = [&](double along) {
            const auto i = std::min(static_cast<std::size_t>(along), path.size() - 2);
            const auto from = coordinates_of(path[i]), to = coordinates_of(path[i + 1]);
            std::array<double, PoseBox::dimensions> at{};
            for (std::size_t k = 0; k < at.size(); ++k)
                at[k] = from[k] + (along - static_cast<double>(i)) * (to[k] - from[k]);
            return pose_at(at);
        };
        if (outcome_of(proof) == violated) {
            expect_violation(machine, proof);
            const auto found = coordinates_of(proof.least.pose),
                       expected = coordinates_of(pose_along(proof.least.along));
            for (std::size_t k = 0; k < found.size(); ++k)
                EXPECT_NEAR(found[k], expected[k], 1e-12 * (1 + longest_leg_m(machine)));
        }
        if (outcome_of(proof) != proved) continue;
        for (int k = 0; k <= 200; ++k) EXPECT_TRUE(keeps(proven, pose_along(k / 100.0))) << seed;
    }
    EXPECT_GT(outcomes[0], machines / 20);
    EXPECT_GT(outcomes[1], machines / 20);
    EXPECT_LT(outcomes[2], machines / 3);
}

TEST(SharedProof, TellsOnWhichSideOfAQuarterTurnThereIsNoSingularity) {
    Machine machine = parallel_hexagons();
    machine.singularity = SingularityLimit{};
    const ProvenMachine proven(machine);
    const auto proof_to = [&](double yaw_rad) {
        const PoseBox box{{-0.1, -0.1, 0.9, 0, 0, -0.2}, {0.1, 0.1, 1.1, 0, 0, yaw_rad}};
        return prove_box(proven, box, asking(0));
    };
    EXPECT_TRUE(proof_to(0.45 * pi).proves(0));
    const Proof beyond = proof_to(0.51 * pi);
    ASSERT_TRUE(beyond.violated);
    EXPECT_GT(beyond.least.pose.orientation.yaw_rad, 0.4999 * pi);
    EXPECT_EQ(limits_of(machine)[beyond.least.clearance.limit].kind, &singularity_limit);
}

/// A requirement is proved with what legs share, and without it where the machine asks for none.
/// Whatever their state is where legs have no length: a limit that is left out would be proved of every box.
TEST(SharedBounds, AreThereOfEveryLimitThatIsNotFreed) {
    Machine machine = parallel_hexagons();
    machine.platform.points_m = machine.base.points_m;
    machine.legs_apart = LegsApart{0.1, 0.01, 0.05, {}};
    machine.singularity = SingularityLimit{true, 0.1, {}, false, false};
    machine.obstacles.base_plate = machine.obstacles.platform_plate = Plate{0.5, {0, 0, 0}};
    machine.obstacles.keep_out = {{false, {0, 0, 0}, {}, 0.1}};
    machine.load = Load{{0, 0, -1}, {}, {}, PerLeg{1, 1, 1, 1, 1, 1}, {}};
    machine.rate = RateLimit{2};
    const std::size_t limits = limits_of(machine).rows().size() - leg_count * limits_of_leg(machine);
    ASSERT_EQ(limits, pair_count + 3 * leg_count + 2 + 2 * leg_count);
    EXPECT_EQ(shared_bounds(machine).size(), limits);
    for (std::size_t k = 0; k < limits; ++k) {
        Machine freed = machine;
        free_shared_limit(freed, k);
        EXPECT_EQ(shared_bounds(freed).size(), limits - 1) << k;
    }
}

/// A rod that ends on a rail's axis beside it by all but its length: its foot moves all but across it.
TEST(SharedProof, OfARateIsOpenWhereRoundingsOfARodAtItsEdgeDecide) {
    Machine machine = parallel_hexagons();
    SliderLegs legs;
    legs.rail_z.fill(1);
    legs.rod.fill(1);
    legs.travel_from.fill(-2);
    legs.travel_to.fill(2);
    machine.legs = legs;
    const double beside_m = std::hypot(machine.platform.points_m[0].x - machine.base.points_m[0].x,
                                       machine.platform.points_m[0].y - machine.base.points_m[0].y);
    ASSERT_GT(beside_m, 0.05);
    std::get<SliderLegs>(machine.legs).rod[0] = beside_m * (1 + 0x1p-46);
    const Pose at{};
    const PoseBox box{coordinates_of(at), coordinates_of(at)};
    machine.rate = RateLimit{1};
    const double asked = shared_bounds(machine)[0]->state(at).asked;
    ASSERT_TRUE(asked > 1e5 && std::isfinite(asked)) << asked;
    machine.rate = RateLimit{asked * (1 + 1e-4)};
    EXPECT_FALSE(shared_bounds(machine)[0]->at_least(box) > 0);
}

TEST(SharedProof, IsAPartOfEveryRequirement) {
    Machine machine = built_in_platform().machine;
    const Pose home = *machine.home;
    PoseBox box{coordinates_of(home), coordinates_of(home)};
    for (std::size_t k = 0; k < PoseBox::dimensions; ++k) {
        box.low[k] -= 0.02;
        box.high[k] += 0.02;
    }
    const Requirement requirement{"box", 0, required_box(box)};
    const auto outcome = [&] { return check_requirement(ProvenMachine(machine), requirement, Asked::outcome); };
    EXPECT_EQ(outcome().outcome, Outcome::proved);
    machine.legs_apart = LegsApart{0.2, 0.01, 0.1, {}};
    machine.singularity = SingularityLimit{true, 0.1, {}, false, false};
    EXPECT_EQ(outcome().outcome, Outcome::proved);
    machine.legs_apart->diameter = 0.5;
    const RequirementResult apart = outcome();
    EXPECT_EQ(apart.outcome, Outcome::violated);
    EXPECT_EQ(limits_of(machine)[apart.proof.least.clearance.limit].kind, &gap_limit);
    EXPECT_LT(apart.proof.least.clearance.clearance_m, 0);
    const auto violated_kind = [&] {
        const RequirementResult result = outcome();
        EXPECT_EQ(result.outcome, Outcome::violated);
        return limits_of(machine)[result.proof.least.clearance.limit].kind;
    };
    machine.legs_apart->diameter = 0.02;
    const Point3 on_leg{machine.base.points_m[2].x, machine.base.points_m[2].y, 0.2};
    machine.obstacles.keep_out.push_back({false, on_leg, on_leg, 0.5});
    EXPECT_EQ(violated_kind(), &keep_out_limit);
    machine.obstacles = {};
    machine.load = Load{{0, 0, -600}};
    machine.load->max_force.emplace().fill(1000);
    const RequirementResult loaded = outcome();
    EXPECT_EQ(loaded.outcome, Outcome::proved);
    EXPECT_EQ(loaded.subjects,
              (std::vector<std::string_view>{"strokes", "joint tilts", "gaps", "singularities", "loads"}));
    machine.load->max_force->fill(90);
    EXPECT_EQ(violated_kind(), &force_limit);
    machine.load.reset();
    machine.legs_apart.reset();
    machine.singularity->min_conditioning = 0.9;
    EXPECT_EQ(violated_kind(), &conditioning_limit);
}

/// What a requirement may ask of legs, at a pose.
RequiredOfLegs figures_at(const Machine& machine, const Pose& pose) {
    const Rotation turned = rotation_of(pose.orientation, machine.orientation_order);
    RequiredOfLegs figures;
    Machine thick = with_legs_limits_alone(machine);
    thick.legs_apart = machine.legs_apart;
    figures.apart_m = infinity;
    for (const auto& pair : posed_shared_limits(thick, turned))
        figures.apart_m = std::min(*figures.apart_m, pair->state(pose.position_m).asked);
    figures.conditioning = 1 / conditioning(machine, pose).condition;
    figures.rate = PosedMotion(machine, turned).rate(pose.position_m);
    const PosedForces::Forces forces = PosedForces(machine, turned).at(pose.position_m);
    const auto magnitudes = [&](const PerLeg& values) {
        PerLeg most;
        std::ranges::transform(values, most.begin(), [&](double v) { return forces.hold ? std::abs(v) : infinity; });
        return most;
    };
    figures.max_force_n = magnitudes(forces.rod_n);
    if (std::holds_alternative<RotaryLegs>(machine.legs)) figures.max_torque_nm = magnitudes(forces.servo_nm);
    return figures;
}

/// Whether figures keep what is required, but for a part of it.
bool keep(const RequiredOfLegs& figures, const RequiredOfLegs& required, double but_for) {
    const auto most = [&](const auto& figure, const auto& asked) { return !asked || *figure <= *asked + but_for; };
    const auto least = [&](const auto& figure, const auto& asked) { return !asked || *figure >= *asked - but_for; };
    const auto each = [&](const auto& figure, const auto& asked) {
        for (std::size_t leg = 0; asked && leg < leg_count; ++leg)
            if (!((*figure)[leg] <= (1 + but_for) * (*asked)[leg])) return false;
        return true;
    };
    return least(figures.apart_m, required.apart_m) && least(figures.conditioning, required.conditioning) &&
           most(figures.rate, required.rate) && each(figures.max_force_n, required.max_force_n) &&
           each(figures.max_torque_nm, required.max_torque_nm);
}

/// Some of what legs have at a pose, or somewhat more or less.
RequiredOfLegs random_requirement(const RequiredOfLegs& figures, Dice& dice) {
    RequiredOfLegs required;
    if (dice.chance(0.4) && *figures.apart_m > 0) required.apart_m = dice.between(0.2, 1.05) * *figures.apart_m;
    if (dice.chance(0.4)) required.conditioning = dice.between(0.2, 1.05) * *figures.conditioning;
    if (dice.chance(0.4)) required.rate = dice.magnitude(0.95, 5) * *figures.rate;
    const auto each = [&](const auto& values, auto& asked) {
        if (!values || !dice.chance(0.4)) return;
        asked = values;
        for (double& most : *asked) most *= dice.magnitude(0.95, 20);
    };
    each(figures.max_force_n, required.max_force_n);
    each(figures.max_torque_nm, required.max_torque_nm);
    return required;
}

/// Samples are held against the machine's figures, whatever limits these have been made.
TEST(SharedProof, OfWhatRequirementsAskOfLegsIsNeverWrong) {
    const int machines = number_of("HEXSCAN_PROOF_MACHINES", 120), samples = number_of("HEXSCAN_PROOF_SAMPLES", 100);
    Dice dice(34);
    std::array<int, 3> outcomes{};
    std::array<std::array<int, 3>, 5> of_key{};
    for (int seed = 0; seed < machines; ++seed) {
        Pose near;
        Sort sort{};
        Machine machine = random_machine(static_cast<std::uint64_t>(seed), dice, near, sort, 1);
        machine.obstacles = {};
        machine.singularity.reset();
        machine.rate.reset();
        machine.legs_apart->gap = 0;
        machine.load->max_force.reset();
        machine.load->max_torque.reset();
        machine.load->frees_force.reset();
        machine.load->frees_torque.reset();
        machine.legs_apart->free_pairs.reset();
        const RequiredOfLegs required = random_requirement(figures_at(machine, near), dice);
        if (!required.any() || required_problem(required, machine)) continue;
        // Legs that have a thickness do not touch, whatever is required.
        RequiredOfLegs all = required;
        all.apart_m = required.apart_m.value_or(0);
        const PoseBox box = random_box(machine, near, dice);
        // Strokes and joints are another test's.
        ProofRequest request = asking(-1e3 * longest_leg_m(machine));
        request.least_to_m = infinity;
        request.most_parts = 500;
        const ProvenMachine proven(as_required(machine, required));
        const Proof proof = prove_box(proven, box, request);
        ++outcomes[static_cast<std::size_t>(outcome_of(proof))];
        std::size_t k = 0;
        for_each_key_of_legs([&](const auto& key) {
            of_key[k++][static_cast<std::size_t>(outcome_of(proof))] += required.*key.value ? 1 : 0;
        });
        if (outcome_of(proof) == violated && proof.least.state) {
            EXPECT_FALSE(keep(figures_at(machine, proof.least.pose), all, -1e-9)) << seed;
        }
        if (outcome_of(proof) != proved) continue;
        for (int sample = 0; sample < samples; ++sample)
            ASSERT_TRUE(keep(figures_at(machine, random_pose(box, dice)), all, 1e-9)) << seed;
    }
    EXPECT_GT(outcomes[proved], machines / 20);
    for (const auto& of : of_key) EXPECT_TRUE(of[proved] > 0 && of[violated] > 0) << "asked for in vain";
}

TEST(SharedProof, ARequirementIsAsStrictAsItselfAndTheMachine) {
    Machine machine = built_in_platform().machine;
    const Pose home = *machine.home;
    PoseBox box{coordinates_of(home), coordinates_of(home)};
    for (std::size_t k = 0; k < PoseBox::dimensions; ++k) {
        box.low[k] -= 0.02;
        box.high[k] += 0.02;
    }
    machine.legs_apart = LegsApart{0.02, 0, 0.1, {}};
    machine.load = Load{{0, 0, -600}};
    Requirement requirement{"box", 0, required_box(box)};
    const auto expect = [&](const RequiredOfLegs& required, const LimitKind* violated) {
        requirement.of_legs = required;
        const ProvenMachine proven(machine);
        const RequirementResult result = check_requirement(proven, requirement, Asked::outcome);
        EXPECT_EQ(result.outcome, violated ? Outcome::violated : Outcome::proved);
        EXPECT_EQ(is_proved(proven, requirement), violated == nullptr);
        if (!violated) return;
        EXPECT_EQ(limits_of(as_required(machine, required))[result.proof.least.clearance.limit].kind, violated);
    };
    PerLeg enough_n{}, little_n{};
    enough_n.fill(200);
    little_n.fill(90);
    const auto forces = [](const PerLeg& most_n) {
        RequiredOfLegs required;
        required.max_force_n = most_n;
        return required;
    };
    for (const bool machine_asks : {false, true}) {
        expect({.apart_m = 0.05}, nullptr);
        expect({.apart_m = 0.9}, &gap_limit);
        expect({.conditioning = 0.15}, nullptr);
        expect({.conditioning = 0.9}, &conditioning_limit);
        expect(forces(enough_n), nullptr);
        expect(forces(little_n), &force_limit);
        expect({.rate = 0.999}, &rate_limit);
        EXPECT_FALSE(as_required(machine, {.apart_m = 0.01}).rate);
        // What the machine asks less strictly changes nothing.
        if (machine_asks) break;
        machine.legs_apart->gap = 0.01;
        machine.singularity = SingularityLimit{false, 0.01, {}, false, false};
        machine.load->max_force = PerLeg{500, 500, 500, 500, 500, 500};
    }
    // The largest box keeps it, too.
    const double growth = proved_growth(ProvenMachine(machine), {"box", 0, requirement.poses});
    requirement.of_legs = forces(enough_n);
    EXPECT_LT(proved_growth(ProvenMachine(machine), requirement), growth);
    machine.legs_apart->gap = 0.9;
    expect({.apart_m = 0.05}, &gap_limit);
    machine.legs_apart->gap = 0;
    machine.singularity->min_conditioning = 0.9;
    expect({.conditioning = 0.05}, &conditioning_limit);
    machine.singularity.reset();
    machine.load->max_force->fill(90);
    expect(forces(enough_n), &force_limit);
}

}  // namespace
