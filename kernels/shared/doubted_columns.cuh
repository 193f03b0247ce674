#pragma once

#include <cstdint>

namespace hexscan {

/// In place of a form: the legs by themselves, of which the whole row is in doubt.
inline constexpr std::int32_t legs_by_themselves = -1;

/// A column of which a limit is in doubt; the host says whether it is lost.
struct DoubtedColumn {
    std::int32_t slice, row, column, form;
    std::int32_t is_lost;
};

/// Where columns in doubt are appended to. Once there are more than there is room for, the host does it all and nobody
/// goes on.
struct DoubtedColumns {
    DoubtedColumn* columns;
    unsigned* count;
    unsigned room;

    /// False where there is no room.
    __device__ bool append(const DoubtedColumn& column) const {
        const unsigned number = atomicAdd(count, 1U);
        if (number >= room) return false;
        columns[number] = column;
        return true;
    }
    __device__ bool too_many() const { return *count > room; }
};

/// Copies how many there are to where the host reads it.
inline __global__ void tell_count_kernel(const unsigned* const count, unsigned* const at_home) { *at_home = *count; }

}  // namespace hexscan
