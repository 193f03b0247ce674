#pragma once

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <map>
#include <utility>
#include <vector>

#include "kernels/rows/delta_segment.h"
#include "src/device/cuda_support.h"
#include "src/scan/grid.h"
#include "src/scan/rows/runs.h"
#include "src/scan_cuda/row_segments.h"
#include "stages/delta_reader.h"

namespace hexscan {

/// The rows of a plan, which stage 11 writes into mapped host memory. The object also holds the rows that the host
/// solved because the device could not.
class DeltaRows {
public:
    using Segment = DeltaSegment<max_narrow_runs>;

    explicit DeltaRows(const ScanGrid& grid)
        : grid_(grid),
          segments_(static_cast<std::size_t>(per_slice()) * static_cast<std::size_t>(grid.slices())),
          any_undecided_(1) {
        poison(0xFF);
    }

    Segment* data() { return segments_.data(); }
    int per_slice() const { return segments_per_slice(grid_, Segment::rows); }
    std::size_t count() const { return segments_.size(); }
    std::size_t bytes() const { return segments_.bytes() + any_undecided_.bytes(); }
    /// The address of a flag that the kernels set to 1 if they leave some row undecided.
    int* any_undecided() { return any_undecided_.data(); }

    /// Overwrites all segments with the pattern, and sets every bit in both masks of each segment. No kernel sets the
    /// same bit in both masks, so segments that no kernel has written are recognised.
    void poison(std::uint8_t pattern) {
        std::memset(static_cast<void*>(segments_.data()), pattern, segments_.bytes());
        for (std::size_t s = 0; s < segments_.size(); ++s)
            segments_.data()[s].header.chained = segments_.data()[s].header.listed = {{~0U, ~0U}};
        settled_.clear();
    }

    /// Prepares a launch: discards the rows that the host solved after the previous launch, and clears the flag. Must
    /// be called before every launch.
    void begin() {
        settled_.clear();
        *any_undecided_.data() = 0;
    }

    /// The rows that the last launch left undecided, as (slice, row).
    std::vector<std::pair<int, int>> undecided_rows() const {
        std::vector<std::pair<int, int>> rows;
        if (*any_undecided_.data() == 0) return rows;
        std::vector<Run> runs;
        for_each_segment([&](const Segment& segment, int slice, int first_row, int row_count) {
            runs.clear();
            DeltaReader reader(segment);
            for (int row = 0; row < row_count; ++row)
                if (!reader.append_row(runs)) rows.emplace_back(slice, first_row + row);
        });
        return rows;
    }
    void settle(std::pair<int, int> row, std::vector<Run> runs) { settled_[row] = std::move(runs); }

    std::int64_t unwritten_points() const {
        std::int64_t rows = 0;
        for_each_segment([&](const Segment& segment, int, int, int row_count) {
            const RowMask &chained = segment.header.chained, &listed = segment.header.listed;
            const bool written = ((chained.words[0] & listed.words[0]) | (chained.words[1] & listed.words[1])) == 0;
            rows += written ? 0 : row_count;
        });
        return rows * grid_.columns();
    }

    /// The bytes of headers, steps and lists, without the bytes that pad them to whole sectors.
    std::int64_t output_bytes() const {
        std::int64_t bytes = 0;
        std::vector<Run> runs;
        for_each_segment([&](const Segment& segment, int, int, int row_count) {
            runs.clear();
            DeltaReader reader(segment);
            for (int row = 0; row < row_count; ++row) reader.append_row(runs);
            bytes += reader.bytes();
        });
        return bytes;
    }

    WorkspaceSlice slice(int index) const {
        WorkspaceSlice slice;
        for_each_segment_of(index, [&](const Segment& segment, int first_row, int row_count) {
            DeltaReader reader(segment);
            for (int row = first_row; row < first_row + row_count; ++row) {
                if (!reader.append_row(slice.runs)) {
                    const std::vector<Run>& runs = settled_.at({index, row});
                    slice.runs.insert(slice.runs.end(), runs.begin(), runs.end());
                }
                slice.row_begin.push_back(static_cast<std::int32_t>(slice.runs.size()));
            }
        });
        return slice;
    }

private:
    /// Calls visit(segment, first row of the segment, number of its rows) for the segments of a slice.
    template <class Visit>
    void for_each_segment_of(int slice, Visit visit) const {
        const std::size_t first = static_cast<std::size_t>(slice) * static_cast<std::size_t>(per_slice());
        for (int s = 0; s < per_slice(); ++s) {
            const int first_row = s * Segment::rows;
            visit(segments_.data()[first + static_cast<std::size_t>(s)], first_row,
                  std::min(Segment::rows, grid_.rows() - first_row));
        }
    }
    /// Calls visit(segment, slice, first row of the segment, number of its rows) for all segments.
    template <class Visit>
    void for_each_segment(Visit visit) const {
        for (int slice = 0; slice < grid_.slices(); ++slice)
            for_each_segment_of(slice, [&](const Segment& segment, int first_row, int row_count) {
                visit(segment, slice, first_row, row_count);
            });
    }

    ScanGrid grid_;
    MappedBuffer<Segment> segments_;
    MappedBuffer<int> any_undecided_;
    std::map<std::pair<int, int>, std::vector<Run>> settled_;  ///< the rows that the host solved, by slice and row
};

}  // namespace hexscan
