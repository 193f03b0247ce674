#pragma once

#include <cstdint>
#include <vector>

#include "src/base/effort.h"

namespace hexscan {

/// All measures of one machine.
struct Measured {
    std::uint8_t is_machine = 0;  ///< 0 if no machine can be built from these numbers; then nothing is measured
    /// 1 if a reachable point of the volume lies on the border of the grid, which may cut the workspace off.
    std::uint8_t cut_off = 0;
    /// The values of the sweep's measures, in order: volumes in m^3, lengths in m, or counts. The list is empty if the
    /// machine cannot be built. A value may be too small if its search ended early.
    std::vector<Found<double>> figures{};

    bool operator==(const Measured&) const = default;
};

}  // namespace hexscan
