#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "src/machine/limit_table.h"
#include "src/machine/machine.h"

/// A machine and its table of limits.
namespace hexscan {

LimitTable limits_of(const Machine& machine);
/// How many of its rows each leg has, one leg's after the other's; behind them stand those that legs share.
std::size_t limits_of_leg(const Machine& machine);

/// The state of every limit at a pose, in the order of the table's rows.
std::vector<LimitState> limit_states(const Machine& machine, const Pose& pose);

/// What a leg's limit would allow that limits nothing; of limits that legs share there is none.
double widest_limit(const Machine& machine, LimitId limit);
/// The leg's limit allows that, in metres or radians; nothing where it is one of the geometry (LimitKind::of_geometry).
void set_limit(Machine& machine, LimitId limit, double value);

/// The machine without these limits: what bounds it instead is beyond everything that it could reach.
Machine without_limits(const Machine& machine, std::span<const LimitId> limits);

}  // namespace hexscan
