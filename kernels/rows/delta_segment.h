#pragma once

#include <cstddef>
#include <cstdint>

#include "kernels/host_device.h"
#include "kernels/rows/column_runs.h"
#include "kernels/warp.h"

/// The format in which stage 11 transfers runs. Neighbouring rows have similar ends. So most rows take one byte, which
/// holds the differences of their ends from those of the previous row.
///
/// A segment is 64 rows of a slice. Two masks name the chained rows and the listed rows; all other rows have no run.
/// Each chained row has one run. The first chained row has its ends in the header. Each further chained row has a step:
/// its difference from the last row with one run, chained or listed. A row is listed if it has several runs, if its
/// step is too large, or if the host must decide it.
namespace hexscan {

/// Each lane has two neighbouring rows.
inline constexpr int rows_per_delta_segment = 2 * warp_size;

/// Two words with a bit per row: row r has bit r / 2 of word r % 2.
struct RowMask {
    std::uint32_t words[2];
    HEXSCAN_HD_INLINE bool has(int row) const { return ((words[row % 2] >> (row / 2)) & 1U) != 0; }
};

/// The first and the last column of a run.
struct RunEnds {
    std::uint16_t first, last;
};

struct DeltaHeader {
    RowMask chained, listed;
    RunEnds anchor;  ///< The ends in the first row of the chain; 0 if there is no such row.
};

/// A segment in memory. It starts with the header. Then come a step for every chained row except the first, and a
/// number of runs for every listed row. The ends of the listed rows' runs follow at an even address. Only the used
/// bytes are written, rounded up to whole sectors.
template <int max_runs_per_row>
struct alignas(128) DeltaSegment {
    static constexpr int rows = rows_per_delta_segment, max_runs = max_runs_per_row;
    DeltaHeader header;
    std::uint8_t body[rows * (1 + max_runs * static_cast<int>(sizeof(RunEnds)))];
};

/// The smallest and the largest step of an end, in columns. A step has two nibbles, one for the first and one for the
/// last column.
inline constexpr int least_step = -8, most_step = 7;

HEXSCAN_HD_INLINE bool is_step(ColumnRange before, ColumnRange run) {
    const int first = run.first - before.first, last = run.last - before.last;
    return first >= least_step && first <= most_step && last >= least_step && last <= most_step;
}
HEXSCAN_HD_INLINE std::uint8_t step_code(ColumnRange before, ColumnRange run) {
    const int first = run.first - before.first - least_step, last = run.last - before.last - least_step;
    return static_cast<std::uint8_t>(first | last << 4);
}
HEXSCAN_HD_INLINE ColumnRange after_step(ColumnRange before, std::uint8_t code) {
    return {before.first + (code & 15) + least_step, before.last + (code >> 4) + least_step};
}

/// The offset of the listed runs in a body with this many steps and listed rows.
HEXSCAN_HD_INLINE int place_of_runs(int steps, int listed_rows) { return (steps + listed_rows + 1) / 2 * 2; }

}  // namespace hexscan
