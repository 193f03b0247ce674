#pragma once

#include <span>
#include <vector>

#include "src/machine/limit_table.h"
#include "src/machine/machine.h"

/// A machine and its table of limits.
namespace hexscan {

LimitTable limits_of(const Machine& machine);

/// The state of every limit at a pose, in the order of the table's rows.
std::vector<LimitState> limit_states(const Machine& machine, const Pose& pose);

/// The machine without these limits: what bounds it instead is beyond everything that it could reach.
Machine without_limits(const Machine& machine, std::span<const LimitId> limits);

}  // namespace hexscan
