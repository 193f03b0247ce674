#pragma once

#include <cstdint>

namespace hexscan {

/// This value of DoubtedColumn::form means that limits of single legs are undecided, in the whole row.
inline constexpr std::int32_t legs_by_themselves = -1;

/// A column in which a limit is undecided. The host decides whether the column violates it.
struct DoubtedColumn {
    std::int32_t slice, row, column, form;
    std::int32_t is_lost;  ///< the host's answer: 1 if the column violates the limit
};

/// A list of undecided columns. If it becomes full, all threads stop, and the host computes everything.
struct DoubtedColumns {
    DoubtedColumn* columns;
    unsigned* count;
    unsigned room;

    /// Returns false if the list is full.
    __device__ bool append(const DoubtedColumn& column) const {
        const unsigned number = atomicAdd(count, 1U);
        if (number >= room) return false;
        columns[number] = column;
        return true;
    }
    __device__ bool too_many() const { return *count > room; }
};

/// Copies the number of columns to memory that the host can read. Grid: 1. Block: 1. No shared memory. The thread
/// copies one number.
inline __global__ void copy_count_kernel(const unsigned* const count, unsigned* const at_home) { *at_home = *count; }

}  // namespace hexscan
