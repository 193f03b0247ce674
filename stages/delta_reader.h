#pragma once

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <utility>
#include <vector>

#include "kernels/bits.h"
#include "kernels/rows/delta_segment.h"
#include "kernels/rows/segment_row.h"
#include "src/scan/rows/runs.h"

namespace hexscan {

/// Decodes the rows of a segment of stage 11 (kernels/rows/delta_segment.h), one after the other.
template <class Segment>
class DeltaReader {
public:
    explicit DeltaReader(const Segment& segment)
        : segment_(segment),
          last_{segment.header.anchor.first, segment.header.anchor.last},
          steps_(std::max(rows_in(segment.header.chained) - 1, 0)),
          next_count_(segment.body + steps_),
          next_run_(segment.body + place_of_runs(steps_, rows_in(segment.header.listed))) {}

    /// Appends the runs of the next row. If the device left the row to the host, appends nothing and returns false.
    bool append_row(std::vector<Run>& runs) {
        const int row = row_++;
        if (segment_.header.chained.has(row)) {
            if (std::exchange(in_chain_, true)) last_ = after_step(last_, *next_step_++);
            runs.push_back({last_.first, last_.last});
            return true;
        }
        if (!segment_.header.listed.has(row)) return true;
        const int count = *next_count_++;
        if (count == undecided_row) return false;
        for (int k = 0; k < count; ++k) {
            RunEnds ends;
            std::memcpy(&ends, next_run_, sizeof ends);
            next_run_ += sizeof ends;
            runs.push_back({ends.first, ends.last});
        }
        if (count == 1) last_ = {runs.back().first, runs.back().last};
        return true;
    }

    /// The number of bytes that the device had to write. Valid once all rows are read.
    std::int64_t bytes() const {
        const std::uint8_t* const end = rows_in(segment_.header.listed) > 0 ? next_run_ : segment_.body + steps_;
        return static_cast<std::int64_t>(sizeof segment_.header) + (end - segment_.body);
    }

private:
    static int rows_in(const RowMask& mask) { return bit_count(mask.words[0]) + bit_count(mask.words[1]); }

    const Segment& segment_;
    ColumnRange last_;  ///< the run of the last row that has exactly one run
    int row_ = 0;
    bool in_chain_ = false;  ///< true once the chain's first row was read
    int steps_;
    const std::uint8_t *next_step_ = segment_.body, *next_count_, *next_run_;
};

}  // namespace hexscan
