#pragma once

#include "src/machine/shared/singularity.h"

namespace hexscan_test {

/// 1 / condition of the inverse Jacobian.
inline double conditioning_at(const hexscan::Machine& machine, const hexscan::Pose& pose) {
    const hexscan::Conditioning found = hexscan::conditioning(machine, pose);
    return found.singular_values[hexscan::leg_count - 1] / found.singular_values[0];
}

}  // namespace hexscan_test
