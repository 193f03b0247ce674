#pragma once

#include "src/machine/description/checked_numbers.h"

namespace hexscan {

/// The axes of a side's joints and what limits them. Needs the joints of both sides, the legs and the home pose to be
/// in `machine`.
void add_joint_limits(const SideDescription& side, bool is_base, const Converter& convert, Machine& machine);

}  // namespace hexscan
