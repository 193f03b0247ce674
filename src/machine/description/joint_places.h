#pragma once

#include "src/machine/description/checked_numbers.h"

namespace hexscan {

/// Sets the joints of both sides in leg order. Listed joints are already in that order. If both sides are pairs, the
/// base's keep their own order.
void place_joints(const MachineDescription& description, const Converter& convert, Machine& machine);

/// Makes the tool the point that positions refer to: gives the platform's joints relative to it.
void shift_to_tool(const ToolDescription& tool, const Converter& convert, Machine& machine);

}  // namespace hexscan
