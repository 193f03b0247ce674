#pragma once

#include <span>

#include "src/machine/limit_table.h"
#include "src/machine/machine.h"

/// The limits of joints, which every kind of leg has at both ends: of joints that tilt and of rod ends one each, of
/// universal joints four, a lower and an upper end of either angle.
namespace hexscan {

/// The limits that each joint of a side has.
std::span<const LimitKind> joint_limits(const JointSet& joints, JointPlace place);

/// What the limit of that place in the list allows where it limits nothing: infinity, minus infinity of a lower end, a
/// quarter turn of a rod end.
double widest_joint_limit(const JointSet& joints, std::size_t limit);
/// A joint of the side has that in place of what the limit allows it.
void set_joint_limit(JointSet& joints, std::size_t leg, std::size_t limit, double value_rad);

}  // namespace hexscan
