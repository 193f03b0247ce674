#pragma once

#include <cstdint>

#include "tests/support/oracles/leg_oracle.h"
#include "tests/support/random/dice.h"

/// Seeded random machines with slider or rotary legs, as plain values. The same seed gives the same machine everywhere.
namespace hexscan_test {

struct RandomLegMachine {
    leg_oracle::Machine machine;
    leg_oracle::Pose home;  ///< every leg has a joint value here; most machines reach it
    double span;            ///< distance from home within which positions are useful for tests
    bool whole;             ///< coordinates, including home's, are small integers, angles multiples of a quarter turn
};

/// Real-valued machines of all sizes. Rails are vertical, tilted equally or differently. Arms move in vertical or any
/// planes. Both branches occur, and travels without ends. Angle ranges cross half a turn, are a full turn, or are given
/// one turn off. Either end has limits of tilt or misalignment. All six legs of a machine are of one kind.
RandomLegMachine random_leg_machine(leg_oracle::Kind kind, std::uint64_t seed);

/// Small integers throughout. Poses at integers touch limits, and rows at integers are tangent to them.
RandomLegMachine integer_leg_machine(leg_oracle::Kind kind, std::uint64_t seed);

/// Machines whose home makes closed forms divide by zero or lose a root, up to rounding, for some legs. A rod is
/// exactly as long as the gap between platform joint and rail (or an arm's nearest or farthest point). An arm is as
/// long as its rod. A platform joint is on the motor's axis, where every angle or none is a solution.
RandomLegMachine edge_leg_machine(leg_oracle::Kind kind, std::uint64_t seed);

/// A real-valued machine with universal joints on one side or both. The other joints are random. For telescopic legs
/// they are rod ends or joints that tilt.
RandomLegMachine universal_leg_machine(leg_oracle::Kind kind, std::uint64_t seed);

/// A random pose near home. For an integer machine at integers and at home's orientation.
leg_oracle::Pose pose_near_home(const RandomLegMachine& random, Dice& dice);

}  // namespace hexscan_test
