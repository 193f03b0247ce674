#pragma once

#include <algorithm>
#include <array>
#include <cmath>

#include "kernels/poses/isolated_pose.h"
#include "src/machine/machine.h"
#include "src/machine/rods.h"
#include "tests/support/random/dice.h"
#include "tests/support/values.h"

namespace hexscan_test {

inline hexscan::Vector random_in_box(Dice& dice, double half) {
    return {dice.between(-half, half), dice.between(-half, half), dice.between(-half, half)};
}

/// A vector whose length is at most `most`.
inline hexscan::Vector random_in_ball(Dice& dice, double most) {
    for (;;)
        if (const hexscan::Vector v = random_in_box(dice, most); hexscan::length_of(v) <= most) return v;
}

/// A motion by at most this distance and this sine of a rotation.
inline hexscan::Motion random_motion(Dice& dice, double moved_m, double sine) {
    return {random_in_ball(dice, moved_m), random_in_ball(dice, sine)};
}

/// The largest share of its bound that a number was seen to reach.
struct BoundShare {
    double most = 0;
    void meet(double number, double bound) {
        const double share = number / bound;
        most = share >= 0 ? std::max(most, share) : infinity;
    }
};

/// Rods with random joints, and a pose in which they close.
struct RandomRods {
    hexscan::Rods rods;
    hexscan::Placed at;
};

inline RandomRods random_rods(Dice& dice) {
    using namespace hexscan;
    RandomRods random;
    random.at = {
        random_in_box(dice, 2),
        rotation_of({dice.between(-3, 3), dice.between(-1.5, 1.5), dice.between(-3, 3)}, OrientationOrder::zyx)};
    double squares = 0;
    for (std::size_t i = 0; i < leg_count; ++i) {
        random.rods.feet_m[i] = random_in_box(dice, 1);
        random.rods.joints_m[i] = random_in_box(dice, 1);
        const Vector end = random.at.position_m + random.at.turned(random.rods.joints_m[i]);
        random.rods.lengths_m[i] = length_of(end - random.rods.feet_m[i]);
        squares += dot(random.rods.joints_m[i], random.rods.joints_m[i]);
    }
    random.rods.size_m = std::sqrt(squares / leg_count);
    return random;
}

/// Rods that all meet one axis at a pose, which is singular there: they do not hold a rotation about the axis.
inline RandomRods singular_rods(Dice& dice) {
    using namespace hexscan;
    RandomRods random = random_rods(dice);
    double squares = 0;
    for (std::size_t i = 0; i < leg_count; ++i) {
        const Vector foot = random.rods.feet_m[i], meets{0.3, -0.2, dice.between(-1, 2)};
        const Vector end = foot + scaled(meets - foot, dice.between(0.4, 1.6));
        random.rods.joints_m[i] = random.at.turned.back(end - random.at.position_m);
        random.rods.lengths_m[i] = length_of(end - foot);
        squares += dot(random.rods.joints_m[i], random.rods.joints_m[i]);
    }
    random.rods.size_m = std::sqrt(squares / leg_count);
    return random;
}

/// The equations of Closing, written again from their definition.
inline std::array<double, hexscan::leg_count> equations(const hexscan::Rods& rods, const hexscan::Placed& at) {
    std::array<double, hexscan::leg_count> off{};
    for (std::size_t i = 0; i < off.size(); ++i) {
        const hexscan::Vector l = at.position_m + at.turned(rods.joints_m[i]) - rods.feet_m[i];
        off[i] = (l.x * l.x + l.y * l.y + l.z * l.z - rods.lengths_m[i] * rods.lengths_m[i]) / 2;
    }
    return off;
}

/// Legs without arms and rails, whose joint values are lengths.
inline hexscan::RodMachine telescopic_machine() {
    hexscan::RodMachine machine{};
    machine.kind = hexscan::RodKind::telescopic;
    machine.size_m = 1;
    return machine;
}

inline hexscan::NearPose near_pose_of(const hexscan::Rods& rods, const hexscan::Placed& at) {
    return near_pose(rods, rod_pose(at));
}

inline hexscan::RodSum rod_sum_of(const hexscan::Rods& rods, const hexscan::Placed& at,
                                  const hexscan::Vector6& weights) {
    double of_rods[hexscan::leg_count];
    hexscan::Vector6::Map(of_rods) = weights;
    return rod_sum(rods, rod_pose(at), of_rods);
}

/// The rods of Dietmaier's machine, whose forty assemblies are all real (Advances in Robot Kinematics, 1998).
inline hexscan::Rods dietmaier() {
    hexscan::Machine machine;
    machine.legs = hexscan::TelescopicLegs{};
    machine.base.points_m = {{{0, 0, 0},
                              {1.107915, 0, 0},
                              {.549094, .756063, 0},
                              {.735077, -.223935, .525991},
                              {.514188, -.526063, -.368418},
                              {.590473, .094733, -.205018}}};
    machine.platform.points_m = {{{0, 0, 0},
                                  {.542805, 0, 0},
                                  {.956919, -.528915, 0},
                                  {.665885, -.353482, 1.402538},
                                  {.478359, 1.158742, .107672},
                                  {-.137087, -.235121, .353913}}};
    return rods_of(machine, {1, .645275, 1.086284, 1.503439, 1.281933, .771071});
}

/// The pose between the platform's and the base's origin for one between the middles of the joints, and the inverse.
inline hexscan::Placed of_origins(const hexscan::Rods& rods, const hexscan::Placed& at) {
    return placed(between_origins(rods.middles, rod_pose(at)));
}
inline hexscan::Placed of_middles(const hexscan::Rods& rods, const hexscan::Placed& at) {
    return placed(between_middles(rods.middles, rod_pose(at)));
}

}  // namespace hexscan_test
