#pragma once

#include <cstddef>
#include <span>
#include <string_view>
#include <vector>

#include "src/machine/limit_table.h"
#include "src/machine/machine.h"

/// Functions that make a machine's table of limits, evaluate its rows at a pose, and change or disable them.
namespace hexscan {

LimitTable limits_of(const Machine& machine);
/// Names of the motions that the legs' limits bound: motions_of(), such as "strokes", and "joint tilts" if joints have
/// limits.
std::vector<std::string_view> limited_motions(const Machine& machine);
/// Number of rows that each leg has in the table. The rows are sorted by leg. Shared limits come last.
std::size_t limits_of_leg(const Machine& machine);

/// The state of every limit at a pose, in the order of the table's rows.
std::vector<LimitState> limit_states(const Machine& machine, const Pose& pose);

/// The value that disables a leg's limit. Shared limits have no such value.
double widest_limit(const Machine& machine, LimitId limit);
/// Sets the value of a leg's limit, in metres or radians. Limits that follow from the geometry (LimitKind::of_geometry)
/// do not change.
void set_limit(Machine& machine, LimitId limit, double value);

/// Returns the machine with these limits disabled. Their rows stay in the table. Limits that follow from the geometry
/// stay enabled.
Machine without_limits(const Machine& machine, std::span<const LimitId> limits);

}  // namespace hexscan
