#pragma once

#include "src/machine/description/checked_numbers.h"

namespace hexscan {

/// Sets the joints of both sides in leg order. Listed joints already are in that order. Joints of pairs are put into
/// the order in which the legs turn least. If both sides are given as pairs, the base's pairs keep their order.
void place_joints(const MachineDescription& description, const Converter& convert, Machine& machine);

/// Makes the tool the reference point of positions: expresses the platform's joints relative to the tool.
void shift_to_tool(const ToolDescription& tool, const Converter& convert, Machine& machine);

}  // namespace hexscan
