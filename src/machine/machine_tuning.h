#pragma once

#include <cstddef>

/// Tuned numbers of limits, each with its trade-off.
namespace hexscan::tuning {

/// Largest number of grid steps in a stretch of a row that is tested point by point for its conditioning. Trade-off:
/// eigenvalues at its ends against eigenvalues at its points. Measured by hexscan --singularity 0.1 --device cpu
/// --repeat 10.
inline constexpr double fewest_steps_of_conditioning = 3;

/// Number of stretches of a row with changing verdicts that fit without allocating memory. Trade-off: more suit rows
/// with many stretches, but every row takes the memory. Measured by hexscan --diameter 0.04 --gap 0.01 --device cpu
/// --repeat 10.
inline constexpr std::size_t usual_doubts = 16;

/// Number of steps after which a slower search finds the end of a travel that is almost touched. Trade-off: more steps
/// take time, fewer leave more ends to the slower search. Measured by hexscan check on the files of platforms/.
inline constexpr int steps_to_an_end = 60;

}  // namespace hexscan::tuning
