#pragma once

#include "kernels/rows/column_runs.h"
#include "warp.h"

/// The runs of reachable columns in a warp's rows.
namespace hexscan {

/// The runs of a warp's rows, kept in shared memory: runs[r][lane] is run r of that lane's row.
template <int capacity, class StoredRun = ColumnRange>
struct WarpRuns {
    StoredRun runs[capacity][warp_size];
};

/// The runs of one lane's row. If `settles` is true, a lane whose row touches the border of a limit tests every column
/// while the other lanes wait. Otherwise the host solves such rows.
template <int capacity, bool settles = false, class StoredRun = ColumnRange>
class LaneRuns {
    using Warp = WarpRuns<capacity, StoredRun>;

public:
    /// The first constructor starts without runs for this lane. The second one reads the `count` runs of another lane.
    __device__ explicit LaneRuns(Warp& warp) : LaneRuns(warp, static_cast<int>(threadIdx.x % warp_size), 0) {}
    __device__ LaneRuns(Warp& warp, int lane, int count) : runs_(&warp.runs[0][lane]), count_(count) {}

    __device__ int count() const { return count_; }
    __device__ ColumnRange get(int r) const {
        const StoredRun run = runs_[r * warp_size];
        return {static_cast<int>(run.first), static_cast<int>(run.last)};
    }
    __device__ void set(int r, ColumnRange run) {
        using Column = decltype(StoredRun::first);
        runs_[r * warp_size] = {static_cast<Column>(run.first), static_cast<Column>(run.last)};
    }
    __device__ bool insert(int at, ColumnRange run) {
        if (count_ == capacity) return false;
        HEXSCAN_ROLLED
        for (int r = count_++; r > at; --r) set(r, get(r - 1));
        set(at, run);
        return true;
    }
    __device__ void erase(int at) {
        --count_;
        HEXSCAN_ROLLED
        for (int r = at; r < count_; ++r) set(r, get(r + 1));
    }
    __device__ void clear() { count_ = 0; }
    /// Keeps the columns for which `within(column)` is true. Returns false if the host must decide.
    template <class Within>
    __device__ bool keep_where(Within within) {
        if constexpr (!settles) return false;
        if (count_ == 0) return true;
        const ColumnRange hull = hull_of(*this);
        for (int column = hull.first; column <= hull.last; ++column)
            if (!within(column) && !remove_columns(*this, {column, column})) return false;
        return true;
    }

private:
    StoredRun* runs_;
    int count_ = 0;
};

}  // namespace hexscan
