#pragma once

#include <array>
#include <optional>

#include "src/files/yaml_reader.h"
#include "src/machine/description/machine_description.h"

/// Words that stand for directions at each leg. A file is read as the numbers that they stand for. `sides` has the
/// joints of both sides.
namespace hexscan {

/// Whether a value is a word: no number, list or map.
bool is_word(const Value& value);

/// Where arms point by a word: along the radius of their joint, away from the middle of the base's joints; or across
/// it, away from the joint that is nearest or towards it. In the file's unit. Nothing where the joints are wrong, which
/// is said of the machine.
std::optional<PerLeg> named_azimuths(const Value& value, const MachineDescription& sides);

/// Directions of up, down, radial and tangential, as the joints' axes have these words. Any, where joints are wrong.
std::array<Vector, leg_count> named_directions(const Value& value, const MachineDescription& sides, bool is_base);

}  // namespace hexscan
