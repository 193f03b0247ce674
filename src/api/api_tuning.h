#pragma once

#include <cstddef>

/// Tuned parameters of the library's functions, each with its trade-off. This command measures them:
/// bench/python_speed.py.
namespace hexscan::tuning {

/// Number of poses that a thread computes in a row. Trade-off: small parts cost time to hand out, large ones let
/// threads end late. The longer a pose takes, the smaller the part. The numbers are for verdicts, for results about one
/// pose, and for travel.
inline constexpr std::size_t verdicts_at_once = 16384, answers_at_once = 256, travels_at_once = 16;

}  // namespace hexscan::tuning
