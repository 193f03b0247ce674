#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "hexscan/column_run.h"

namespace hexscan {

using Run = ColumnRun;

/// One slice of the workspace as the runs of every row. Rows are in order of y, runs in order of x. At least one
/// unreachable column separates two runs.
struct WorkspaceSlice {
    std::vector<std::int32_t> row_begin{0};  ///< rows + 1 offsets into `runs`
    std::vector<Run> runs;

    int rows() const { return static_cast<int>(row_begin.size()) - 1; }
    std::span<const Run> row(int r) const {
        const auto index = static_cast<std::size_t>(r);
        const auto begin = static_cast<std::size_t>(row_begin[index]);
        return std::span(runs).subspan(begin, static_cast<std::size_t>(row_begin[index + 1]) - begin);
    }
    std::int64_t reachable_points() const;
    bool operator==(const WorkspaceSlice&) const = default;
};

/// Slices in order of z.
using Workspace = std::vector<WorkspaceSlice>;

/// Appends one row of bytes (1 reachable, 0 not) to `slice`.
void append_row_from_bytes(std::span<const std::uint8_t> verdicts, WorkspaceSlice& slice);
/// Appends one row of packed bits, with column c in bit c % 8 of byte c / 8.
void append_row_from_bits(std::span<const std::uint8_t> bits, int columns, WorkspaceSlice& slice);

/// Joins consecutive blocks of rows into one slice.
WorkspaceSlice concatenate(std::span<const WorkspaceSlice> parts);

/// The columns that all of the workspaces contain. The workspaces must have the same slices and rows.
Workspace intersection(std::span<const Workspace> workspaces);

/// The number of bytes that are neither 0 nor 1. Such a byte still has its initial value, so no verdict was written
/// there.
std::int64_t count_bytes_above_one(std::span<const std::uint8_t> verdicts);

/// The row as bytes, one per column: `reachable` inside runs, 0 elsewhere.
void fill_bytes(std::span<const Run> runs, std::span<std::uint8_t> row, std::uint8_t reachable = 1);

}  // namespace hexscan
