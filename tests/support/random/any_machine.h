#pragma once

#include <cstdint>

#include "src/machine/machine.h"
#include "tests/support/random/random_leg_machines.h"
#include "tests/support/random/random_platform.h"
#include "tests/support/rod_machine.h"

namespace hexscan_test {

/// A machine of any kind, with a pose that it can usually take. It is telescopic if the seed is a multiple of 3; every
/// other of these has universal joints.
inline hexscan::Machine any_machine(std::uint64_t seed, hexscan::Pose& near) {
    using namespace hexscan;
    if (seed % 6 == 0) {
        const Machine machine = random_platform(seed).machine;
        const TelescopicLegs& legs = machine.telescopic();
        near = machine.home ? *machine.home : Pose{{0, 0, (legs.min_length[0] + legs.max_length[0]) / 2}, {}};
        return machine;
    }
    const RandomLegMachine random =
        seed % 3 == 0 ? universal_leg_machine(leg_oracle::Kind::telescopic, seed)
                      : random_leg_machine(seed % 3 == 1 ? leg_oracle::Kind::slider : leg_oracle::Kind::rotary, seed);
    near = pose_of(random.home);
    return rod_machine(random.machine, random.home);
}

}  // namespace hexscan_test
