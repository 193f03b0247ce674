#pragma once

#include <cstddef>

/// Tuned numbers of the module for Python, each with its trade-off. bench/python_speed.py measures them.
namespace hexscan_python::tuning {

/// Poses that are passed to the library in one call. If each pose takes long, fewer poses are passed. Trade-off: more
/// poses need fewer calls, but Ctrl-C works only between calls.
inline constexpr std::size_t verdicts_at_once = std::size_t{1} << 21;
inline constexpr std::size_t joint_values_at_once = std::size_t{1} << 17;
inline constexpr std::size_t clearances_at_once = std::size_t{1} << 15;
inline constexpr std::size_t travels_at_once = 256;
inline constexpr std::size_t assemblies_at_once = 16;

/// Largest number of a scan's runs that are copied on the calling thread. Trade-off: with a larger number, another
/// thread is started less often, but Ctrl-C does not work during the copy.
inline constexpr std::size_t runs_placed_unheard = std::size_t{1} << 22;

}  // namespace hexscan_python::tuning
