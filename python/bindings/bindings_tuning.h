#pragma once

#include <cstddef>

/// Numbers of the module for Python that were tuned, and what each trades. The command that measures them:
/// bench/python_speed.py.
namespace hexscan_python::tuning {

/// Poses that the library is asked at a time: what every call costs against Ctrl-C, which is heard between them. The
/// longer an answer takes, the fewer.
inline constexpr std::size_t verdicts_at_once = std::size_t{1} << 21;
inline constexpr std::size_t joint_values_at_once = std::size_t{1} << 17;
inline constexpr std::size_t clearances_at_once = std::size_t{1} << 15;
inline constexpr std::size_t travels_at_once = 256;

/// Runs of a scan up to which they are placed without hearing Ctrl-C: a thread of their own, which would cost as much
/// as few of them do, against time in which Ctrl-C is not heard.
inline constexpr std::size_t runs_placed_unheard = std::size_t{1} << 22;

}  // namespace hexscan_python::tuning
