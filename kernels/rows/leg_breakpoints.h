#pragma once

#include <cmath>

#include "column_runs.h"
#include "kernels/host_device.h"

/// Solves rows for legs that may divide a row into any number of runs. The input is a list of the places along the row
/// where a leg's verdict may change. Between two neighbouring places the verdict is constant, so the reference test of
/// a single column decides for all columns there. The list need not say on which side of a place the leg reaches, and
/// extra places do no harm.
namespace hexscan {

/// A place where a leg's verdict may change: just before column `first`, just after column `last`, or anywhere between.
/// Columns first ... last are undecided and are tested one by one. If no column is undecided, `last` is first - 1.
struct Breakpoint {
    int first, last;
};

/// The breakpoint at a root that is known to within the slack. Root and slack are in columns of a row that has
/// `columns` columns. If the root is NaN, the whole row is undecided.
HEXSCAN_HD_INLINE Breakpoint breakpoint_at(double column, double slack_columns, int columns) {
    using std::ceil;
    using std::floor;
    if (!(column - slack_columns <= columns)) return {column > columns ? columns : 0, columns - 1};
    if (column + slack_columns < 0) return {0, -1};
    const double first = column - slack_columns, last = column + slack_columns;
    return {first > 0 ? static_cast<int>(ceil(first)) : 0,
            last < columns ? static_cast<int>(floor(last)) : columns - 1};
}

/// The breakpoints of a leg along a row, in order of `first`.
template <int capacity>
class LegBreakpoints {
public:
    HEXSCAN_HD_INLINE int count() const { return count_; }
    HEXSCAN_HD_INLINE const Breakpoint& get(int k) const { return points_[k]; }
    HEXSCAN_HD_INLINE void clear() { count_ = 0; }
    /// Adds a breakpoint. The caller must not exceed the capacity.
    HEXSCAN_HD_INLINE void add(Breakpoint point) {
        int at = count_++;
        for (; at > 0 && points_[at - 1].first > point.first; --at) points_[at] = points_[at - 1];
        points_[at] = point;
    }

private:
    Breakpoint points_[capacity];
    int count_ = 0;
};

/// Removes from the runs of a row the columns where the leg violates a limit; `keeps(column)` is its reference test.
/// Returns false if the container cannot hold the resulting runs, which are then invalid.
template <class Breakpoints, class Keeps, class Runs>
HEXSCAN_HD_INLINE bool keep_leg(const Breakpoints& breakpoints, Keeps keeps, Runs& runs) {
    if (runs.count() == 0) return true;
    const ColumnRange hull = hull_of(runs);
    HEXSCAN_ROLLED
    for (int column = hull.first, next = 0; column <= hull.last;) {
        const auto begins = [&] { return next < breakpoints.count() && breakpoints.get(next).first <= column; };
        while (begins() && breakpoints.get(next).last < column) ++next;
        // Handles one undecided column, or all columns before the next breakpoint.
        int last = column;
        if (!begins()) last = next < breakpoints.count() ? breakpoints.get(next).first - 1 : hull.last;
        if (last > hull.last) last = hull.last;
        if (!keeps(column + (last - column) / 2) && !remove_columns(runs, {column, last})) return false;
        column = last + 1;
    }
    return true;
}

/// Appends columns to the runs. If they directly follow the last run, that run grows. Returns false if the container is
/// full.
template <class Runs>
HEXSCAN_HD_INLINE bool append_columns(Runs& runs, ColumnRange columns) {
    const int last = runs.count() - 1;
    if (last < 0 || runs.get(last).last + 1 != columns.first) return runs.insert(runs.count(), columns);
    runs.set(last, {runs.get(last).first, columns.last});
    return true;
}

/// Appends to `kept` the columns of `before` where the leg satisfies its limits; `keeps(column)` is its reference test
/// on the row. Returns false if `kept` is full; its runs are then invalid.
template <class Before, class Breakpoints, class Keeps, class After>
HEXSCAN_HD_INLINE bool append_kept(const Before& before, const Breakpoints& breakpoints, Keeps keeps, After& kept) {
    for (int r = 0; r < before.count(); ++r) {
        const ColumnRange run = before.get(r);
        int column = run.first;
        for (int next = 0; column <= run.last; ++next) {
            const bool is_end = next == breakpoints.count();
            const Breakpoint point = is_end ? Breakpoint{run.last + 1, run.last} : breakpoints.get(next);
            const ColumnRange sure{column, (point.first <= run.last ? point.first : run.last + 1) - 1};
            if (!sure.empty()) {
                if (keeps(sure.first + (sure.last - sure.first) / 2) && !append_columns(kept, sure)) return false;
                column = sure.last + 1;
            }
            for (; column <= point.last && column <= run.last; ++column)
                if (keeps(column) && !append_columns(kept, {column, column})) return false;
        }
    }
    return true;
}

}  // namespace hexscan
