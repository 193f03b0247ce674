#pragma once

#include "kernels/host_device.h"

/// Sets of columns as ordered, disjoint runs. A container stores the runs: a vector on the host, a few words per lane
/// in shared memory on the device.
namespace hexscan {

/// The columns first ... last.
struct ColumnRange {
    int first, last;
    HEXSCAN_HD_INLINE bool empty() const { return first > last; }
    bool operator==(const ColumnRange&) const = default;
};

/// The columns from the first column of the first run to the last column of the last run. There must be a run.
template <class Runs>
HEXSCAN_HD_INLINE ColumnRange hull_of(const Runs& runs) {
    return {runs.get(0).first, runs.get(runs.count() - 1).last};
}

/// Removes columns from the runs. Returns false if the container cannot hold a further run. The runs are then invalid.
template <class Runs>
HEXSCAN_HD_INLINE bool remove_columns(Runs& runs, ColumnRange lost) {
    if (lost.empty()) return true;
    HEXSCAN_ROLLED
    for (int r = 0; r < runs.count();) {
        const ColumnRange run = runs.get(r);
        if (lost.last < run.first || lost.first > run.last) {
            ++r;
            continue;
        }
        const bool head = run.first < lost.first, tail = lost.last < run.last;
        if (head) runs.set(r, {run.first, lost.first - 1});
        if (head && tail) return runs.insert(r + 1, {lost.last + 1, run.last});
        if (tail) runs.set(r, {lost.last + 1, run.last});
        if (head || tail)
            ++r;
        else
            runs.erase(r);
    }
    return true;
}

/// Calls emit(first, last) for the columns that `before` contains and its subset `after` does not.
template <class Before, class After, class Emit>
HEXSCAN_HD_INLINE void for_each_removed(const Before& before, const After& after, Emit emit) {
    int next = 0;
    for (int r = 0; r < before.count(); ++r) {
        const ColumnRange run = before.get(r);
        int from = run.first;
        for (; next < after.count() && after.get(next).first <= run.last; ++next) {
            const ColumnRange kept = after.get(next);
            if (from < kept.first) emit(from, kept.first - 1);
            from = kept.last + 1;
        }
        if (from <= run.last) emit(from, run.last);
    }
}

}  // namespace hexscan
