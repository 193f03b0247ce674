#pragma once

#include <cstddef>
#include <cstdint>

#include "lane_runs.cuh"
#include "warp.h"

/// Writes rows of a map whose columns get their values a few at a time. All lanes of a warp write together.
namespace hexscan {

/// Consecutive columns of a row, and their value.
struct PaintedColumns {
    int first;
    std::uint8_t count, number;
};

/// The columns of a warp's rows that are still to be painted: one list per row.
template <int capacity>
struct WarpPaint {
    static constexpr int room = 2 * capacity + 2;  ///< a step removes at most 2 capacity ranges from a row
    PaintedColumns columns[room][warp_size];
};

/// Paints the bytes of a warp's rows. All lanes paint a long range together and write neighbouring bytes. A short range
/// goes to a list. When a list is full, the lanes paint the lists of all rows, so that they write neighbouring ranges
/// at the same time.
template <int capacity>
class RowPainter {
public:
    __device__ RowPainter(WarpPaint<capacity>& paint, std::uint8_t* first_row, int columns)
        : paint_(paint), first_row_(first_row), columns_(columns) {}

    /// Paints with `number` the columns that `before` contains and `after` does not. All lanes must call it; a lane
    /// without a row passes empty runs.
    __device__ void paint_removed(WarpRuns<capacity>& all_before, const LaneRuns<capacity>& before,
                                  WarpRuns<capacity>& all_after, const LaneRuns<capacity>& after, std::uint8_t number) {
        int few = 0;
        bool many = false;
        for_each_removed(before, after, [&](int first, int last) { is_many(first, last) ? many = true : ++few; });
        if (__any_sync(all_lanes, listed_ + few > WarpPaint<capacity>::room)) paint_lists();
        for_each_removed(before, after, [&](int first, int last) {
            if (!is_many(first, last))
                paint_.columns[listed_++][lane()] = {first, static_cast<std::uint8_t>(last - first + 1), number};
        });
        __syncwarp();
        for (unsigned rows = __ballot_sync(all_lanes, many); rows != 0; rows &= rows - 1) {
            const int other = __ffs(static_cast<int>(rows)) - 1;
            const LaneRuns<capacity> its_before(all_before, other, __shfl_sync(all_lanes, before.count(), other));
            const LaneRuns<capacity> its_after(all_after, other, __shfl_sync(all_lanes, after.count(), other));
            for_each_removed(its_before, its_after, [&](int first, int last) {
                if (!is_many(first, last)) return;
                for (int column = first + lane(); column <= last; column += warp_size) row(other)[column] = number;
            });
        }
        __syncwarp();
    }

    /// Paints the columns on the lists. All lanes must call it.
    __device__ void paint_lists() {
        __syncwarp();
        for (int other = 0; other < warp_size; ++other) {
            const int listed = __shfl_sync(all_lanes, listed_, other);
            for (int item = lane(); item < listed; item += warp_size) {
                const PaintedColumns painted = paint_.columns[item][other];
                for (int k = 0; k < painted.count; ++k) row(other)[painted.first + k] = painted.number;
            }
        }
        __syncwarp();
        listed_ = 0;
    }

private:
    __device__ static int lane() { return static_cast<int>(threadIdx.x % warp_size); }
    __device__ static bool is_many(int first, int last) { return last - first >= warp_size; }
    __device__ std::uint8_t* row(int lane) const {
        return first_row_ + static_cast<std::size_t>(lane) * static_cast<std::size_t>(columns_);
    }

    WarpPaint<capacity>& paint_;
    std::uint8_t* first_row_;
    int columns_, listed_ = 0;
};

}  // namespace hexscan
