#pragma once

#include <cstddef>

/// Tuned parameters of limits, each with its trade-off.
namespace hexscan::tuning {

/// Length of a stretch of a row, in grid steps, up to which its conditioning is tested point by point. Trade-off:
/// eigenvalues at the stretch's ends against eigenvalues at its points. Measured by hexscan --singularity 0.1 --device
/// cpu --repeat 10.
inline constexpr double fewest_steps_of_conditioning = 3;

/// Number of doubtful stretches of a row that need no memory allocation. Trade-off: a larger number suits rows with
/// many stretches, but every row occupies the memory. Measured by hexscan --diameter 0.04 --gap 0.01 --device cpu
/// --repeat 10.
inline constexpr std::size_t usual_doubts = 16;

/// Number of steps after which a slower search takes over to find an end of travel that almost touches a limit.
/// Trade-off: more steps take time, fewer leave more ends to the slower search. Measured by hexscan check on the files
/// of platforms/.
inline constexpr int steps_to_an_end = 60;

}  // namespace hexscan::tuning
