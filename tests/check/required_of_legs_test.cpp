// Requirements on legs in addition to the machine's limits. Proofs turn them into limits, but no sample's figures
// refute a proof. The stricter of requirement and machine counts.

#include "src/check/required_of_legs.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <variant>

#include <gtest/gtest.h>

#include "src/check/box_proof.h"
#include "src/check/requirement_check.h"
#include "src/files/platform_file.h"
#include "src/files/requirements/box_requirement.h"
#include "src/machine/machine.h"
#include "src/machine/shared/leg_forces.h"
#include "src/machine/shared/leg_motion.h"
#include "src/machine/shared/posed_stiffness.h"
#include "src/machine/shared/shared_limit.h"
#include "src/machine/shared/singularity.h"
#include "src/scan/platform.h"
#include "tests/support/box_about.h"
#include "tests/support/proof_request.h"
#include "tests/support/random/dice.h"
#include "tests/support/random/how_many.h"
#include "tests/support/random/shared_limits_machine.h"

namespace {

using namespace hexscan;
using namespace hexscan_test;

/// The figures at a pose that a requirement can limit.
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
    if (machine.stiffness) figures.stiffness_n_per_m = PosedStiffness(machine, turned).least_n_per_m(pose.position_m);
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

/// True if the figures satisfy the requirement within a tolerance `but_for`.
bool keep(const RequiredOfLegs& figures, const RequiredOfLegs& required, double but_for) {
    const auto most = [&](const auto& figure, const auto& asked) { return !asked || *figure <= *asked + but_for; };
    const auto least = [&](const auto& figure, const auto& asked) { return !asked || *figure >= *asked - but_for; };
    const auto each = [&](const auto& figure, const auto& asked) {
        for (std::size_t leg = 0; asked && leg < leg_count; ++leg)
            if (!((*figure)[leg] <= (1 + but_for) * (*asked)[leg])) return false;
        return true;
    };
    if (required.stiffness_n_per_m && !(*figures.stiffness_n_per_m >= (1 - but_for) * *required.stiffness_n_per_m))
        return false;
    return least(figures.apart_m, required.apart_m) && least(figures.conditioning, required.conditioning) &&
           most(figures.rate, required.rate) && each(figures.max_force_n, required.max_force_n) &&
           each(figures.max_torque_nm, required.max_torque_nm);
}

/// A random requirement near some of the legs' figures at a pose.
RequiredOfLegs random_requirement(const RequiredOfLegs& figures, Dice& dice) {
    RequiredOfLegs required;
    if (dice.chance(0.4) && *figures.apart_m > 0) required.apart_m = dice.between(0.2, 1.05) * *figures.apart_m;
    if (dice.chance(0.4)) required.conditioning = dice.between(0.2, 1.05) * *figures.conditioning;
    if (dice.chance(0.4)) required.rate = dice.magnitude(0.95, 5) * *figures.rate;
    if (figures.stiffness_n_per_m && dice.chance(0.4))
        required.stiffness_n_per_m = dice.between(0.2, 1.05) * *figures.stiffness_n_per_m;
    const auto each = [&](const auto& values, auto& asked) {
        if (!values || !dice.chance(0.4)) return;
        asked = values;
        for (double& most : *asked) most *= dice.magnitude(0.95, 20);
    };
    each(figures.max_force_n, required.max_force_n);
    each(figures.max_torque_nm, required.max_torque_nm);
    return required;
}

/// Proofs treat requirements as limits of the machine. The samples do not: they use the figures of the original
/// machine.
TEST(RequiredOfLegs, IsNeverWrong) {
    const int machines = how_many(120), samples = number_of("HEXSCAN_PROOF_SAMPLES", 100);
    Dice dice(34);
    std::array<int, 3> outcomes{};
    std::array<std::array<int, 3>, 6> of_key{};
    for (int seed = 0; seed < machines; ++seed) {
        Pose near;
        Sort sort{};
        Machine machine = random_machine(static_cast<std::uint64_t>(seed), dice, near, sort, 1);
        machine.obstacles = {};
        machine.singularity.reset();
        machine.rate.reset();
        machine.stiffness->least_n_per_m = 0;
        machine.stiffness->is_free = false;
        machine.legs_apart->gap = 0;
        machine.load->max_force.reset();
        machine.load->max_torque.reset();
        machine.load->frees_force.reset();
        machine.load->frees_torque.reset();
        machine.legs_apart->free_pairs.reset();
        const RequiredOfLegs required = random_requirement(figures_at(machine, near), dice);
        if (!required.any() || required_problem(required, machine)) continue;
        // Legs with a thickness must not touch, even without a requirement.
        RequiredOfLegs all = required;
        all.apart_m = required.apart_m.value_or(0);
        const PoseBox box = random_box(machine, near, dice);
        // Another test covers strokes and joints.
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
    if (asks_few()) return;
    EXPECT_GT(outcomes[proved], machines / 20);
    for (const auto& of : of_key) EXPECT_TRUE(of[proved] > 0 && of[violated] > 0) << "asked for in vain";
}

TEST(RequiredOfLegs, IsAsStrictAsItselfAndTheMachine) {
    Machine machine = built_in_platform().machine;
    const PoseBox box = box_about(*machine.home, 0.02, 0.02);
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
        // A less strict limit of the machine changes nothing.
        if (machine_asks) break;
        machine.legs_apart->gap = 0.01;
        machine.singularity = SingularityLimit{false, 0.01, {}, false, false};
        machine.load->max_force = PerLeg{500, 500, 500, 500, 500, 500};
    }
    // The largest box keeps it, too.
    const double growth = proved_growth(ProvenMachine(machine), {"box", 0, requirement.poses}).value;
    PerLeg just_enough_n{};
    just_enough_n.fill(120);
    requirement.of_legs = forces(just_enough_n);
    EXPECT_LT(proved_growth(ProvenMachine(machine), requirement).value, growth);
    machine.legs_apart->gap = 0.9;
    expect({.apart_m = 0.05}, &gap_limit);
    machine.legs_apart->gap = 0;
    machine.singularity->min_conditioning = 0.9;
    expect({.conditioning = 0.05}, &conditioning_limit);
    machine.singularity.reset();
    machine.load->max_force->fill(90);
    expect(forces(enough_n), &force_limit);
}

/// Legs without thickness may cross, unless a requirement gives a distance.
TEST(RequiredOfLegs, OfLinesAreDistances) {
    const Machine machine =
        read_platform(
            PlatformDocument("name: lines\nunits: {length: m, angle: deg}\nbase: {radius: 1, spread: 0}\nplatform: "
                             "{radius: 0.7, spread: 20, azimuth: 60}\nlegs: {min: 1, max: 2, diameter: 0}\n"
                             "home: {z: 1.4}\n",
                             "test.yaml"))
            .machine;
    const Requirement any{"any", 0, required_box(box_about(*machine.home, 0.02, 0.02))};
    Requirement apart = any;
    apart.of_legs.apart_m = 1e-6;
    const ProvenMachine proven(machine);
    EXPECT_TRUE(is_proved(proven, any)) << "legs that share a joint";
    EXPECT_EQ(check_requirement(proven, apart, Asked::outcome).outcome, Outcome::violated);
    const Vector corner_m{0.1, 0.1, 0.1};
    for (const auto& pair : posed_shared_limits(machine, rotation_of({}, machine.orientation_order)))
        EXPECT_EQ(pair->in_box(machine.home->position_m, machine.home->position_m + corner_m, 1e-9), Known::kept);
}

}  // namespace
