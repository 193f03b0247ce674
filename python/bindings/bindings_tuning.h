#pragma once

#include <cstddef>

/// Tuned numbers of the module for Python, each with its trade-off. bench/python_speed.py measures them.
namespace hexscan_python::tuning {

/// Poses per call of the library, fewer if one pose takes longer. Trade-off: more poses cost fewer calls, but Ctrl-C
/// works only between calls.
inline constexpr std::size_t verdicts_at_once = std::size_t{1} << 21;
inline constexpr std::size_t joint_values_at_once = std::size_t{1} << 17;
inline constexpr std::size_t clearances_at_once = std::size_t{1} << 15;
inline constexpr std::size_t travels_at_once = 256;

/// Most runs of a scan that are copied on the calling thread. Trade-off: more runs save the cost of another thread, but
/// Ctrl-C does not work meanwhile.
inline constexpr std::size_t runs_placed_unheard = std::size_t{1} << 22;

}  // namespace hexscan_python::tuning
