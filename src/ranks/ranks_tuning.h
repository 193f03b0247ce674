#pragma once

#include <chrono>

/// Numbers of processes that share work that were tuned, and what each trades. The command that measures them:
/// mpirun -n 2 hexscan sweep on the files of bench/studies.
namespace hexscan::tuning {

/// How long a process without work sleeps before it looks for messages again, as a part of the time since the last one,
/// and at least and at most: messages that are met late against a core that only looks.
inline constexpr int part_of_quiet = 8;
inline constexpr std::chrono::microseconds shortest_sleep{20}, longest_sleep{2000};

}  // namespace hexscan::tuning
