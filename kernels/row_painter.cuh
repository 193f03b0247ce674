#pragma once

#include <cstddef>
#include <cstdint>

#include "lane_runs.cuh"
#include "warp.h"

/// How the lanes of a warp write the rows of a map whose columns get their numbers a few at a time.
namespace hexscan {

/// A few columns of a row and the number that they get.
struct PaintedColumns {
    int first;
    std::uint8_t count, number;
};

/// What is still to be painted of a warp's rows, a list for each.
template <int capacity>
struct WarpPaint {
    static constexpr int room = 2 * capacity + 2;  ///< a step takes 2 capacity ranges from a row at most
    PaintedColumns columns[room][warp_size];
};

/// Bytes of a warp's rows. Many columns are painted by all lanes, which write neighbouring bytes together; few are put
/// on a list, and where lists are full the lanes share a row's list, so that neighbouring ranges are written together.
template <int capacity>
class RowPainter {
public:
    __device__ RowPainter(WarpPaint<capacity>& paint, std::uint8_t* first_row, int columns)
        : paint_(paint), first_row_(first_row), columns_(columns) {}

    /// Paints what `before` has and `after` has not with a number. All lanes call it, those without a row with empty
    /// runs.
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

    /// Paints what is on the lists. All lanes call it.
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
