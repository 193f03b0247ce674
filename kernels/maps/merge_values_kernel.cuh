#pragma once

#include <cstddef>

namespace hexscan {

/// Merges a map's values at one orientation into those of the orientations before: the smallest or the largest remain.
/// A point that is NaN at some orientation may have any value, because the host computes its row.
/// Grid: points / block. Block: any. No shared memory. A thread has one point.
inline __global__ void merge_values_kernel(float* const values, const float* const at_orientation,
                                           const std::size_t points, const bool is_first, const bool smallest) {
    const std::size_t at = static_cast<std::size_t>(blockIdx.x) * blockDim.x + threadIdx.x;
    if (at >= points) return;
    const float here = at_orientation[at], before = values[at];
    if (is_first || (smallest ? here < before : here > before)) values[at] = here;
}

}  // namespace hexscan
