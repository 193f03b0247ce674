#pragma once

#include "kernels/host_device.h"
#include "kernels/rows/column_runs.h"

/// A row of an inclusive workspace, stored as its gaps: the columns that no orientation has reached so far.
namespace hexscan {

/// A row of an inclusive workspace. `Runs` is the same type as in SetRow; `trial` holds the columns of a gap that are
/// reachable at one orientation.
template <class Runs>
struct InclusiveRow {
    double y_m, z_m;
    Runs& gaps;
    Runs& trial;
    bool undecided;
};

/// Narrows a range, which may be empty, to the columns from the first to the last that are still in a gap of the row.
template <class Runs>
HEXSCAN_HD_INLINE ColumnRange gaps_within(const InclusiveRow<Runs>& row, ColumnRange range) {
    ColumnRange hull{0, -1};
    if (row.undecided || range.empty()) return hull;
    HEXSCAN_ROLLED
    for (int r = 0; r < row.gaps.count(); ++r) {
        const ColumnRange gap = row.gaps.get(r);
        if (gap.last < range.first || gap.first > range.last) continue;
        if (hull.empty()) hull.first = gap.first > range.first ? gap.first : range.first;
        hull.last = gap.last < range.last ? gap.last : range.last;
    }
    return hull;
}

/// Closes the columns in the row's `trial`. Returns true if any of them was in a gap.
template <class Runs>
HEXSCAN_HD_INLINE bool close_trial(InclusiveRow<Runs>& row) {
    bool closes = false;
    HEXSCAN_ROLLED
    for (int r = 0; r < row.trial.count(); ++r) {
        closes |= !gaps_within(row, row.trial.get(r)).empty();
        row.undecided |= !remove_columns(row.gaps, row.trial.get(r));
    }
    return closes;
}

/// Calls emit(first, last) for the runs between the gaps of a row of `columns` columns. Returns their number.
template <class Runs, class Emit>
HEXSCAN_HD_INLINE int for_each_between(const Runs& gaps, int columns, Emit emit) {
    int runs = 0, from = 0;
    HEXSCAN_ROLLED
    for (int g = 0; g <= gaps.count(); ++g) {
        const int end = g < gaps.count() ? gaps.get(g).first : columns;
        if (end > from) {
            emit(from, end - 1);
            ++runs;
        }
        if (g < gaps.count()) from = gaps.get(g).last + 1;
    }
    return runs;
}

}  // namespace hexscan
