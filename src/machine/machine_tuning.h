#pragma once

#include <cstddef>

/// Numbers of limits that were tuned, and what each trades.
namespace hexscan::tuning {

/// Steps of the grid up to which a stretch of a row is left to be asked point by point for its conditioning:
/// eigenvalues of its ends against those of its points. The command that measures it: hexscan --singularity 0.1
/// --device cpu --repeat 10.
inline constexpr double fewest_steps_of_conditioning = 3;

/// Stretches of a row in which a limit's verdict may change that there is room for without asking the system for
/// memory: rows with many of them against memory that every row takes. The command that measures it: hexscan --diameter
/// 0.04 --gap 0.01 --device cpu --repeat 10.
inline constexpr std::size_t usual_doubts = 16;

/// Steps after which the end of a travel that is all but touched is left to a slower search: time against ends found
/// at once. The command that measures it: hexscan check on the files of platforms/.
inline constexpr int steps_to_an_end = 60;

}  // namespace hexscan::tuning
