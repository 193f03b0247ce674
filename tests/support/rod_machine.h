#pragma once

#include "src/machine/machine.h"
#include "tests/support/oracles/leg_oracle.h"

namespace hexscan_test {

/// The oracle's machine as a hexscan::Machine. Lengths are in metres.
hexscan::Machine rod_machine(const leg_oracle::Machine& machine, const leg_oracle::Pose& home);

hexscan::Pose pose_of(const leg_oracle::Pose& pose);

}  // namespace hexscan_test
