#pragma once

#include <cstddef>

/// Tuned parameters of limits, each with its trade-off.
namespace hexscan::tuning {

/// Largest length of a row, in grid steps, whose conditioning is tested point by point. A longer row is divided into
/// pieces with known verdicts (conditioning_row.h). Trade-off: eigenvalues at the ends of pieces against eigenvalues at
/// points. Measured by hexscan --singularity 0.1 --device cpu --repeat 10.
inline constexpr double fewest_steps_of_conditioning = 3;

/// Number of positions for which the inverse Jacobian is computed at once. Trade-off: a vector of more lanes than a
/// register has hides latency, but occupies more registers. Measured by hexscan --map conditioning --grid 200x200x100
/// --device cpu.
inline constexpr int double_lanes = 8;

/// Number of stretches of a row that RowDoubts (row_doubts.h) stores without allocating memory. Trade-off: a larger
/// number suits rows with many stretches, but every row occupies the memory. Measured by hexscan --diameter 0.04 --gap
/// 0.01 --device cpu --repeat 10.
inline constexpr std::size_t usual_doubts = 16;

/// Largest number of steps with which end_by_steps() searches the end of an axis's travel (travel.cpp). If they do not
/// suffice, because the leg almost touches a limit, a slower search takes over. Trade-off: more steps take time, fewer
/// leave more ends to the slower search. Measured by hexscan check on the files of platforms/.
inline constexpr int steps_to_an_end = 60;

}  // namespace hexscan::tuning
