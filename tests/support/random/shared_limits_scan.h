#pragma once

#include <array>
#include <cstdint>
#include <variant>

#include "src/machine/home_state.h"
#include "src/machine/shared/singularity_limit.h"
#include "src/scan/rows/runs.h"
#include "tests/support/grid_points.h"
#include "tests/support/random/dice.h"
#include "tests/support/random/random_leg_machines.h"
#include "tests/support/random/random_obstacles.h"
#include "tests/support/random/random_platform.h"
#include "tests/support/rod_machine.h"

/// Scans of random machines with limits that legs share.
namespace hexscan_test {

using namespace hexscan;

/// A random machine whose kind and joints depend on the seed, with a small grid in its workspace.
inline Platform random_scan(std::uint64_t seed) {
    if (seed % 5 == 0) return random_platform(seed);
    if (seed % 5 == 1) return integer_platform(seed);
    using leg_oracle::Kind;
    const Kind kind = seed % 5 == 2 ? Kind::slider : seed % 5 == 3 ? Kind::rotary : Kind::telescopic;
    const bool universal = kind == Kind::telescopic || seed % 2 == 0;
    const RandomLegMachine random = universal ? universal_leg_machine(kind, seed) : random_leg_machine(kind, seed);
    Platform platform;
    platform.machine = rod_machine(random.machine, random.home);
    const double half = random.span / 2;
    const auto about = [&](double home, int count) { return ScanRange{home - half, home + half, count, false}; };
    platform.scan.x = about(random.home.x, 41);
    platform.scan.y = about(random.home.y, 7);
    platform.scan.z = about(random.home.z, 5);
    platform.scan.orientations = pose_of(random.home).orientation;
    return platform;
}

/// Home, or a pose above the base if the machine has no home.
inline Pose pose_near_home(const Machine& machine) {
    return machine.home ? *machine.home : Pose{{0, 0, longest_leg_m(machine)}, {}};
}

/// Lets two telescopic legs share a base joint, so that their gap is only a rounding error, and so is the required gap.
/// Nearly all positions are then in doubt.
inline void put_nearly_all_in_doubt(Machine& machine) {
    machine.base.points_m[1] = machine.base.points_m[0];
    machine.legs_apart = LegsApart{1e-9, 0, 0, {}};
    TelescopicLegs& legs = std::get<TelescopicLegs>(machine.legs);
    legs.min_length.fill(0.1);
    legs.max_length.fill(10);
    machine.base.max_tilt_rad = machine.platform.max_tilt_rad = no_joint_limit;
}

/// Adds gaps that some poses do not keep, home's side of singularities and a conditioning.
inline void ask_shared_limits(Machine& machine, const Pose& near, Dice& dice) {
    const double size_m = longest_leg_m(machine);
    const double diameter_m = size_m * dice.magnitude(1e-2, 0.4), gap_m = size_m * dice.magnitude(1e-4, 0.1);
    const double free_m = dice.chance(0.5) ? 0 : size_m * dice.magnitude(1e-3, 0.3);
    const double least = dice.magnitude(1e-3, 0.3);
    if (dice.chance(0.7)) machine.legs_apart = LegsApart{diameter_m, gap_m, free_m, {}};
    if (machine.legs_apart && dice.chance(0.3)) machine.obstacles = random_obstacles(dice, machine, near, size_m);
    if (!machine.home) machine.home = near;
    if (!machine.legs_apart || dice.chance(0.5))
        machine.singularity = SingularityLimit{dice.chance(0.7), dice.chance(0.7) ? least : 0, {}, false, false};
    if (!singularity_limit_problem(machine).empty()) machine.singularity.reset();
}

/// Makes the workspace total. Adds a few orientations if the scan has one.
inline void ask_total_workspace(Platform& platform) {
    AngleRange& yaw = platform.scan.orientations.yaw;
    if (!platform.scan.orientations.tilt && yaw.count == 1) yaw = {yaw.from_rad, yaw.from_rad + 0.2, 3};
    if (!platform.scan.orientations.is_single()) platform.scan.workspace = WorkspaceKind::total;
}

/// Adds limits on each leg's force and on arms' torques that some poses do not keep.
inline void ask_force_limits(Machine& machine, Dice& dice) {
    const double size_m = longest_leg_m(machine);
    const auto components = [&](double size) {
        const double x = dice.between(-size, size), y = dice.between(-size, size), z = dice.between(-size, size);
        return std::array{x, y, z};
    };
    machine.load = Load{.force = components(100), .torque = components(10 * size_m), .at = components(0.2 * size_m)};
    if (dice.chance(0.8)) machine.load->max_force.emplace().fill(dice.magnitude(30, 300));
    if (std::holds_alternative<RotaryLegs>(machine.legs))
        machine.load->max_torque.emplace().fill(size_m * dice.magnitude(3, 30));
}

/// Adds stiffnesses of the legs and a limit that some poses keep. Uses its own dice, so that machines of a seed
/// keep their other limits.
inline void ask_stiffness(Machine& machine, std::uint64_t seed) {
    Dice dice(seed + 1'000'000);
    Stiffness& stiffness = machine.stiffness.emplace();
    const double arm = std::holds_alternative<RotaryLegs>(machine.legs) ? longest_arm_m(machine.legs) : 1;
    for (double& of_leg : stiffness.of_legs) of_leg = arm * arm * 1e6 * dice.magnitude(1, 10);
    stiffness.least_n_per_m = 1e6 * dice.magnitude(0.03, 3);
}

}  // namespace hexscan_test
