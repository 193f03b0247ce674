#pragma once

#include <span>

#include "src/machine/limit_table.h"
#include "src/machine/machine.h"

/// The limits of joints. Every kind of leg has joints at both ends. A joint that tilts and a rod end have one limit. A
/// universal joint has four: a lower and an upper end of each angle.
namespace hexscan {

/// The limits of each joint of a side.
std::span<const LimitKind> joint_limits(const JointSet& joints, JointPlace place);

/// Value with which the limit at that place of the list limits nothing. It is infinity, minus infinity for a lower end,
/// or a quarter turn for a rod end.
double widest_joint_limit(const JointSet& joints, std::size_t limit);
/// Replaces the value of a limit of a leg's joint on this side.
void set_joint_limit(JointSet& joints, std::size_t leg, std::size_t limit, double value_rad);

}  // namespace hexscan
