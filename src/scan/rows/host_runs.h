#pragma once

#include <span>
#include <vector>

#include "kernels/rows/column_runs.h"
#include "src/scan/rows/runs.h"

namespace hexscan {

/// The runs of a row on the host (kernels/rows/column_runs.h). Their number is not limited, so every insertion
/// succeeds.
class HostRuns {
public:
    int count() const { return static_cast<int>(runs_.size()); }
    ColumnRange get(int r) const { return runs_[static_cast<std::size_t>(r)]; }
    void set(int r, ColumnRange run) { runs_[static_cast<std::size_t>(r)] = run; }
    bool insert(int r, ColumnRange run) {
        runs_.insert(runs_.begin() + r, run);
        return true;
    }
    void erase(int r) { runs_.erase(runs_.begin() + r); }
    void clear() { runs_.clear(); }

    /// Keeps the columns for which `within(column)` is true. Tests every column.
    template <class Within>
    bool keep_where(Within within) {
        std::vector<ColumnRange> kept;
        for (const ColumnRange& run : runs_)
            for (int column = run.first; column <= run.last; ++column) {
                if (!within(column)) continue;
                if (!kept.empty() && kept.back().last == column - 1)
                    kept.back().last = column;
                else
                    kept.push_back({column, column});
            }
        runs_ = std::move(kept);
        return true;
    }

    /// Replaces the runs by those of another row.
    void take(std::span<const Run> runs) {
        runs_.clear();
        for (const Run& run : runs) runs_.push_back({run.first, run.last});
    }
    void append_to(WorkspaceSlice& slice) const {
        for (const ColumnRange& run : runs_) slice.runs.push_back({run.first, run.last});
        slice.row_begin.push_back(static_cast<std::int32_t>(slice.runs.size()));
    }

private:
    std::vector<ColumnRange> runs_;
};

}  // namespace hexscan
