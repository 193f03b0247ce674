#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <variant>

#include "src/check/proof.h"
#include "src/machine/home_state.h"
#include "src/machine/machine.h"
#include "src/machine/shared/shared_limit.h"
#include "src/machine/shared/singularity_limit.h"
#include "tests/support/random/dice.h"
#include "tests/support/random/random_leg_machines.h"
#include "tests/support/random/random_obstacles.h"
#include "tests/support/random/random_platform.h"
#include "tests/support/rod_machine.h"

/// Random machines with limits that legs share, boxes of poses about them, and results of proofs.
namespace hexscan_test {

using namespace hexscan;

enum class Sort { telescopic, slider, rotary };

inline Load random_load(double size_m, bool has_arms, Dice& dice) {
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

/// Divides a leg's value if that is an angle.
inline double arm_m(const Machine& machine) {
    const auto* const arms = std::get_if<RotaryLegs>(&machine.legs);
    return arms ? arms->arm[0] : 1;
}

/// Stiffnesses of legs, with a limit that about half of all machines keep at home.
inline Stiffness random_stiffness(Dice& dice) {
    Stiffness stiffness;
    const double soft = dice.magnitude(1e3, 1e7);
    for (double& of_leg : stiffness.of_legs) of_leg = soft * dice.magnitude(1, 10);
    stiffness.least_n_per_m = soft * dice.magnitude(0.01, 3);
    return stiffness;
}

/// A machine with limits that legs share, which it usually keeps at a pose. `loaded` is the probability of obstacles,
/// of a load, of a rate limit and of a limit on the stiffness.
inline Machine random_machine(std::uint64_t seed, Dice& dice, Pose& near, Sort& sort, double loaded) {
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
    if (dice.chance(loaded)) machine.obstacles = random_obstacles(dice, machine, near, size_m);
    if (dice.chance(loaded)) machine.load = random_load(size_m, sort == Sort::rotary, dice);
    if (dice.chance(loaded)) machine.rate = RateLimit{dice.magnitude(0.9, 30) / arm_m(machine)};
    // Other dice, so that machines of a seed keep their other limits.
    Dice others(seed + 1'000'000);
    if (others.chance(loaded)) machine.stiffness = random_stiffness(others);
    if (dice.chance(0.2)) return machine;
    const auto limits = posed_shared_limits(machine, rotation_of(near.orientation, machine.orientation_order));
    for (std::size_t k = 0; k < limits.size(); ++k)
        if (!limits[k]->keeps(near.position_m)) free_shared_limit(machine, k);
    return machine;
}

inline PoseBox random_box(const Machine& machine, const Pose& near, Dice& dice) {
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

/// The verdict of the exact test of shared limits at a pose.
inline bool keeps(const ProvenMachine& proven, const Pose& pose) {
    return std::ranges::all_of(proven.shared, [&](const auto& bound) { return bound->keeps(pose); });
}

inline Pose random_pose(const PoseBox& box, Dice& dice) {
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

inline int outcome_of(const Proof& proof) {
    return proof.violated ? violated : proof.undecided == LimitId::none ? proved : undecided;
}

}  // namespace hexscan_test
