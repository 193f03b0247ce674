#pragma once

#include <array>
#include <optional>

#include "src/files/yaml_reader.h"
#include "src/machine/description/machine_description.h"

/// Words of a machine file that mean a direction at each leg, such as `radial`. Reading a file replaces them by
/// numbers. In these functions `sides` must have the joints of both sides.
namespace hexscan {

/// True if a value is a word: not empty, and neither a number nor a list nor a map.
bool is_word(const Value& value);

/// Azimuths of arms for the words radial, outward and inward, in the file's unit. A radial arm points away from the
/// centroid of the base's joints. An outward or inward arm is perpendicular to that direction and points away from the
/// nearest joint or towards it. Returns nullopt if the joints are invalid; building the machine reports the error.
std::optional<PerLeg> named_azimuths(const Value& value, const MachineDescription& sides);

/// Directions for the words up, down, radial and tangential at the joints of the base or the platform, with the same
/// meaning as for the axes of joints. If the joints are invalid, the directions are arbitrary; building the machine
/// reports the error.
std::array<Vector, leg_count> named_directions(const Value& value, const MachineDescription& sides, bool is_base);

}  // namespace hexscan
