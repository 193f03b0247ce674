#pragma once

#include <array>
#include <string_view>

#include "src/files/yaml_reader.h"
#include "src/machine/description/machine_description.h"

namespace hexscan {

/// The keys of a side whose joints are three pairs on a circle.
inline constexpr std::array<std::string_view, 7> joint_pair_keys{"radius",  "side",   "spread", "pair_distance",
                                                                 "azimuth", "height", "order"};

/// The pairs of a side that has no `joints`. Throws InputError.
JointPairs read_joint_pairs(const Section& section, const Units& units);

}  // namespace hexscan
