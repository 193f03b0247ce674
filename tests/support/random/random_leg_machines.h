#pragma once

#include <cstdint>

#include "tests/support/oracles/leg_oracle.h"
#include "tests/support/random/dice.h"

/// Seeded random machines with slider or rotary legs, as plain values; the same seed gives the same machine everywhere.
namespace hexscan_test {

struct RandomLegMachine {
    leg_oracle::Machine machine;
    leg_oracle::Pose home;  ///< every leg has a joint value here; of most machines it is reachable
    double span;            ///< how far from home positions are worth asking for
    bool whole;             ///< coordinates are small integers, home's among them, angles multiples of a quarter turn
};

/// Real-valued machines of all sizes: rails up, tilted alike or each its own way; arms in upright or any planes; both
/// branches; travels without ends; angle ranges across half a turn, of a full turn and given a turn off; tilts and
/// misalignments of either end. Kind by kind: all six legs of a machine are of one.
RandomLegMachine random_leg_machine(leg_oracle::Kind kind, std::uint64_t seed);

/// Small integers throughout: poses at integers touch limits, and rows at integers are tangent to them.
RandomLegMachine integer_leg_machine(leg_oracle::Kind kind, std::uint64_t seed);

/// What makes closed forms divide by nothing or lose a root, at home, up to rounding, for some legs: a rod just as long
/// as the gap between platform joint and rail (or arm's nearest or farthest point); an arm as long as its rod; a
/// platform joint on the motor's axis, where every angle or none will do.
RandomLegMachine edge_leg_machine(leg_oracle::Kind kind, std::uint64_t seed);

/// A real-valued machine whose joints of one side or both are universal; the others as they come. Of telescopic legs
/// all other joints are rod ends or tilt.
RandomLegMachine universal_leg_machine(leg_oracle::Kind kind, std::uint64_t seed);

/// A pose to ask for; of an integer machine at integers and home's orientation.
leg_oracle::Pose pose_near_home(const RandomLegMachine& random, Dice& dice);

}  // namespace hexscan_test
