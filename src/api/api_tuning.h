#pragma once

#include <cstddef>

/// Tuned parameters of the library's functions, each with its trade-off. bench/python_speed.py measures them.
namespace hexscan::tuning {

/// Number of poses in a part, which one thread computes. Trade-off: small parts cost time to hand out, large ones let
/// threads end late. The longer a pose takes, the smaller the part. The numbers are for verdicts, for travel, and for
/// all other results (`answers_at_once`), such as clearances and joint values.
inline constexpr std::size_t verdicts_at_once = 16384, answers_at_once = 256, travels_at_once = 16;

}  // namespace hexscan::tuning
