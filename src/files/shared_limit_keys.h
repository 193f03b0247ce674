#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "src/files/platform_document.h"
#include "src/machine/description/machine_description.h"

/// The limits of a machine file on all legs together, and its obstacles.
namespace hexscan {

/// Reads the keys diameter, gap, free_ends, max_force and max_torque of `legs`, and the keys load and singularity
/// beside it. All of them can also be in `scan`, where they override the keys at the other places. Throws InputError
/// naming file, line, key and what is allowed.
void read_shared_limits(const Section& root, MachineDescription& description);
/// The names of these keys in `scan`.
std::vector<std::string_view> keys_of_shared_limits();

/// Reads base.plate or platform.plate.
Plate read_plate(const Value& value);
/// Reads the key keep_out of the root.
std::vector<KeptOut> read_keep_out(const Section& root);

}  // namespace hexscan
