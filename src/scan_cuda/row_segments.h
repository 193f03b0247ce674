#pragma once

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <map>
#include <utility>
#include <vector>

#include <tbb/concurrent_vector.h>
#include <tbb/parallel_for.h>

#include "kernels/row_segment.cuh"
#include "kernels/shared/row_words.h"
#include "src/device/cuda_support.h"
#include "src/scan/grid.h"
#include "src/scan/rows/runs.h"

namespace hexscan {

/// The number of segments of `rows` rows that cover a slice.
inline int segments_per_slice(const ScanGrid& grid, int rows = rows_per_segment) {
    return (grid.rows() + rows - 1) / rows;
}

/// The rows of a plan, which kernels write into mapped host memory (kernels/row_segment.cuh). The object also holds the
/// rows that the host solved because the device could not.
template <class Segment>
class RowSegments {
public:
    explicit RowSegments(const ScanGrid& grid)
        : grid_(grid),
          segments_(static_cast<std::size_t>(per_slice()) * static_cast<std::size_t>(grid.slices())),
          any_undecided_(1) {
        poison(0xFF);
    }

    Segment* data() { return segments_.data(); }
    int per_slice() const { return segments_per_slice(grid_, Segment::rows); }
    std::uint32_t count() const { return static_cast<std::uint32_t>(segments_.size()); }
    std::size_t bytes() const { return segments_.bytes() + any_undecided_.bytes(); }
    /// The address of a flag that the kernel sets to 1 if it leaves a row undecided.
    int* any_undecided() { return any_undecided_.data(); }

    void poison(std::uint8_t pattern) {
        std::memset(static_cast<void*>(segments_.data()), pattern, segments_.bytes());
        for (std::size_t s = 0; s < segments_.size(); ++s)
            std::memset(segments_.data()[s].run_counts, poison_count, Segment::rows);
        settled_.clear();
    }

    /// Discards the rows that the host solved. Must be called before every launch.
    void begin() {
        settled_.clear();
        *any_undecided_.data() = 0;
    }

    /// True if the launch left no row undecided.
    bool none_undecided() const { return *any_undecided_.data() == 0; }
    /// The undecided rows as (slice, row) in any order, after the launch.
    std::vector<std::pair<int, int>> undecided_rows() const {
        if (none_undecided()) return {};
        tbb::concurrent_vector<std::pair<int, int>> rows;
        tbb::parallel_for(0, grid_.slices(), [&](int slice) {
            for (int row = 0; row < grid_.rows(); ++row)
                if (run_count(slice, row) == undecided_row) rows.emplace_back(slice, row);
        });
        return {rows.begin(), rows.end()};
    }
    void settle(std::pair<int, int> row, std::vector<Run> runs) { settled_[row] = std::move(runs); }
    /// The runs of all rows that the host solved.
    std::vector<RowRun> settled_runs() const {
        std::vector<RowRun> all;
        for (const auto& [row, runs] : settled_)
            for (const Run& run : runs) all.push_back({row.first, row.second, run.first, run.last});
        return all;
    }

    std::int64_t unwritten_points() const {
        std::int64_t rows = 0;
        for_each_run_count([&](std::uint8_t count) { rows += count == poison_count; });
        return rows * grid_.columns();
    }

    /// The bytes of counts and runs, without the bytes that pad them to whole sectors.
    std::int64_t output_bytes() const {
        std::int64_t bytes = 0;
        for_each_run_count([&](std::uint8_t count) {
            bytes += 1 + (count == undecided_row ? 0 : count * static_cast<std::int64_t>(sizeof(Segment::runs[0])));
        });
        return bytes;
    }

    WorkspaceSlice slice(int index) const {
        WorkspaceSlice slice;
        for (int first = 0; first < grid_.rows(); first += Segment::rows) {
            const Segment& segment = segment_at(index, first);
            const auto* next_run = segment.runs;
            for (int row = first; row < std::min(first + Segment::rows, grid_.rows()); ++row) {
                const std::uint8_t count = segment.run_counts[row - first];
                if (count == undecided_row) {
                    const std::vector<Run>& runs = settled_.at({index, row});
                    slice.runs.insert(slice.runs.end(), runs.begin(), runs.end());
                } else {
                    for (int k = 0; k < count; ++k, ++next_run)
                        slice.runs.push_back(
                            {static_cast<std::int32_t>(next_run->first), static_cast<std::int32_t>(next_run->last)});
                }
                slice.row_begin.push_back(static_cast<std::int32_t>(slice.runs.size()));
            }
        }
        return slice;
    }

private:
    /// The initial value of a row's number of runs, which are unbroken stretches of reachable columns. It is larger
    /// than any such number, and differs from the mark of an undecided row.
    static constexpr std::uint8_t poison_count = 0xEE;

    std::size_t place_of_segment(int slice, int row) const {
        return static_cast<std::size_t>(slice) * static_cast<std::size_t>(per_slice()) +
               static_cast<std::size_t>(row / Segment::rows);
    }
    const Segment& segment_at(int slice, int row) const { return segments_.data()[place_of_segment(slice, row)]; }

    /// The number of runs (stretches of reachable columns) of a row, as the kernel wrote it.
    std::uint8_t run_count(int slice, int row) const { return segment_at(slice, row).run_counts[row % Segment::rows]; }

    /// Calls visit(number of runs) for every row.
    template <class Visit>
    void for_each_run_count(Visit visit) const {
        for (int slice = 0; slice < grid_.slices(); ++slice)
            for (int row = 0; row < grid_.rows(); ++row) visit(run_count(slice, row));
    }

    ScanGrid grid_;
    MappedBuffer<Segment> segments_;
    MappedBuffer<int> any_undecided_;
    std::map<std::pair<int, int>, std::vector<Run>> settled_;  ///< the rows that the host solved, by slice and row
};

}  // namespace hexscan
