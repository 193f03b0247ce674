#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "src/files/platform_document.h"
#include "src/machine/description/machine_description.h"

/// What a platform file asks of the legs together, and what they keep away from.
namespace hexscan {

/// The keys diameter, gap, free_ends, max_force and max_torque of `legs`, and load and singularity, which stand beside
/// it. All of them may stand in `scan`, too, where they take the place of the others. Throws InputError naming file,
/// line, key and what is allowed.
void read_asked_of_legs(const Section& root, MachineDescription& description);
/// Their keys in a scan.
std::vector<std::string_view> keys_asked_of_legs();

/// base.plate or platform.plate.
Plate read_plate(const Value& value);
/// The key keep_out of the root.
std::vector<KeptOut> read_keep_out(const Section& root);

}  // namespace hexscan
