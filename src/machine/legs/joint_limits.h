#pragma once

#include <span>

#include "src/machine/limit_table.h"
#include "src/machine/machine.h"

/// The limits of joints. Legs of every kind have a joint at each end. A tilting joint and a rod end have one limit
/// each. A universal joint has four: a lower and an upper limit of each of its two angles.
namespace hexscan {

/// The kinds of limits that each joint of a side has. `place` is the part that these joints connect to the leg.
std::span<const LimitKind> joint_limits(const JointSet& joints, JointPlace place);

/// The value that disables a limit. `limit` is an index in the list of joint_limits(). The value is infinity, or minus
/// infinity for a lower limit, or a quarter turn for a rod end.
double widest_joint_limit(const JointSet& joints, std::size_t limit);
/// Sets the value of a limit of one leg's joint on this side.
void set_joint_limit(JointSet& joints, std::size_t leg, std::size_t limit, double value_rad);

}  // namespace hexscan
