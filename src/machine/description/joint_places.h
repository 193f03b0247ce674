#pragma once

#include "src/machine/description/checked_numbers.h"

namespace hexscan {

/// Both sides in leg order. Listed joints are in that order already; the base's pairs are where nothing else says.
void place_joints(const MachineDescription& description, const Converter& convert, Machine& machine);

/// Positions speak of the tool: the platform's joints are where it sees them.
void shift_to_tool(const ToolDescription& tool, const Converter& convert, Machine& machine);

}  // namespace hexscan
