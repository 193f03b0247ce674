#pragma once

#include <chrono>

/// Tuned parameters of processes that share work, each with its trade-off. This command measures them: mpirun -n 2
/// hexscan sweep on the files of bench/studies.
namespace hexscan::tuning {

/// An idle process sleeps between two looks for messages. It sleeps for a fraction of the time since the last message,
/// within a smallest and a largest value. Trade-off: longer sleeps delay messages, shorter ones keep a core busy with
/// looking.
inline constexpr int part_of_quiet = 8;
inline constexpr std::chrono::microseconds shortest_sleep{20}, longest_sleep{2000};

}  // namespace hexscan::tuning
