#pragma once

#include <cstddef>

/// Numbers of the library's verbs that were tuned, and what each trades. The command that measures them:
/// bench/python_speed.py.
namespace hexscan::tuning {

/// Poses that a thread asks one after the other: what sharing them out costs against threads that end late. The longer
/// an answer takes, the fewer: verdicts, what is told of one pose, and travel.
inline constexpr std::size_t verdicts_at_once = 16384, answers_at_once = 256, travels_at_once = 16;

}  // namespace hexscan::tuning
