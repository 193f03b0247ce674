#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <span>

#include "hexscan/machine.h"
#include "src/system/all_cores.h"

/// Functions on many rows of six numbers, such as poses, which all cores share.
namespace hexscan {

inline constexpr std::size_t numbers_per_row = 6;

/// Throws UsageError if the array that `what` names does not have one element for each row.
void require_size(std::size_t rows, std::size_t elements, const char* what);
/// Throw InputError that names the row and the number if one is not finite.
void require_finite_poses(std::span<const PlatformPose> poses);
void require_finite_values(std::span<const std::array<double, numbers_per_row>> joint_values);

/// Calls work(first, end) for parts of [0, count) with `part` rows each, on all cores.
template <class Work>
void in_parts(std::size_t count, std::size_t part, Work work) {
    const std::size_t parts = (count + part - 1) / part;
    if (parts == 1) return work(std::size_t{0}, count);
    on_all_cores(parts, [&](std::size_t p) { work(p * part, std::min((p + 1) * part, count)); });
}

/// Calls answer(i) for every row, on all cores.
template <class Answer>
void for_each_row(std::size_t count, std::size_t at_once, Answer answer) {
    in_parts(count, at_once, [&](std::size_t first, std::size_t end) {
        for (std::size_t i = first; i < end; ++i) answer(i);
    });
}

}  // namespace hexscan
